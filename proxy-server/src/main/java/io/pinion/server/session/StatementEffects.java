package io.pinion.server.session;

/**
 * Everything that one statement does to its session, as far as its end tells: an execution makes this value, and {@link
 * SessionState#apply} applies it. What can't wait for the end is an event of {@link SessionState} or {@link
 * TransactionState}.
 */
public record StatementEffects(
        DiagnosticsEffect diagnostics,
        TransactionChange transaction,
        SettingsEffect settings,
        DatabaseChange database,
        InsertIdChange insertId) {

    public static StatementEffects of(DiagnosticsEffect diagnostics) {
        return new StatementEffects(
                diagnostics, TransactionChange.NONE, SettingsEffect.NONE, DatabaseChange.NONE, InsertIdChange.NONE);
    }

    public static StatementEffects of(SettingsEffect settings) {
        return new StatementEffects(
                DiagnosticsEffect.NONE, TransactionChange.NONE, settings, DatabaseChange.NONE, InsertIdChange.NONE);
    }

    public static StatementEffects of(DatabaseChange database) {
        return new StatementEffects(
                DiagnosticsEffect.NONE, TransactionChange.NONE, SettingsEffect.NONE, database, InsertIdChange.NONE);
    }
}
