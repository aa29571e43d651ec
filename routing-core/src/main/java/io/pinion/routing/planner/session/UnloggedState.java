package io.pinion.routing.planner.session;

import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.SessionChange;
import io.pinion.routing.plan.SessionChange.Assignment;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Definitions that depend on state of the session which the binary log doesn't carry: a standby would make another table
 * than its primary has, or stop (measured on MariaDB 11.4 and MySQL 9.7). Such settings are refused unless their value is
 * the one that a standby goes by.
 */
public final class UnloggedState {
    private static final Set<String> ENGINES = Set.of("INNODB", "DEFAULT");

    private static final Map<String, Set<String>> SETTINGS = Map.of(
            "default_storage_engine",
            ENGINES,
            "storage_engine",
            ENGINES,
            "enforce_storage_engine",
            Set.of("INNODB", "DEFAULT", "NULL"),
            "innodb_strict_mode",
            Set.of("ON", "1", "TRUE", "DEFAULT"));

    /**
     * Those that queries may have as they like, and that tables and their generated columns and defaults are made by: on
     * a standby they would be others.
     */
    public static final List<String> SETTINGS_OF_DEFINITIONS = List.of(
            "div_precision_increment",
            "max_heap_table_size",
            "check_constraint_checks",
            "old_mode",
            "default_week_format",
            "default_regex_flags",
            "block_encryption_mode",
            "old_passwords");

    private UnloggedState() {}

    /** The reason to refuse a statement that defines a table, or may do so, in such a session; null for others. */
    public static @Nullable String reason(Statement statement, SessionView session) {
        if (session.unlogged().isEmpty() || definesTemporary(statement)) {
            return null;
        }
        String name = session.unlogged().get();
        return switch (statement.kind()) {
            case CREATE_TABLE, ALTER_TABLE, CREATE_INDEX ->
                name
                        + " of this session isn't in the binary log, so that the standby would make another table, or stop: use a session that hasn't set it";
            // Pinion doesn't see what a procedure defines.
            case CALL, COMPOUND ->
                session.seesAll()
                        ? null
                        : name
                                + " of this session isn't in the binary log, and what runs here may define a table, which"
                                + " would be another one on the standby, or stop it: use a session that hasn't set it;"
                                + " only users with the right to all keyspaces may do so";
            default -> null;
        };
    }

    /** No log has those, since rows are logged. */
    private static boolean definesTemporary(Statement statement) {
        Tokens tokens = Tokens.of(statement);
        return statement.kind() == StatementKind.CREATE_TABLE
                && tokens.isWord(tokens.isWord(1, "OR") ? 3 : 1, "TEMPORARY");
    }

    static Optional<Refused> refusal(SessionChange.Assign assign) {
        for (Assignment assignment : assign.assignments()) {
            if (assignment instanceof Assignment.SessionVariable variable
                    && !isAsEverywhere(variable.name(), variable.value())) {
                return Optional.of(Refusals.unsupported(reason(variable.name())));
            }
        }
        return Optional.empty();
    }

    /** The reason to refuse the statement; null when it, and those in its body, depend on no such state. */
    public static @Nullable String reason(Statement statement, Tokens tokens) {
        if (statement.kind() != StatementKind.ROUTINE && statement.kind() != StatementKind.COMPOUND) {
            return null;
        }
        for (int token = 0; token < tokens.count(); token++) {
            Optional<String> setting = settingAt(tokens, token);
            if (setting.isPresent()) {
                return reason(setting.get());
            }
            if (statement.rules().dialect() == SqlDialect.MARIADB && movesTable(tokens, token)) {
                return tokens.text(token).toUpperCase(Locale.ROOT)
                        + " TABLE in stored code may move a temporary table of the session, which MariaDB writes to its"
                        + " binary log all the same, so that the standby moves another one or stops: write ALTER TABLE …"
                        + " RENAME TO …";
            }
        }
        return ofDefinitions(tokens)
                .map(name ->
                        name + " isn't in the binary log, so that a table which is defined behind it in stored code"
                                + " would be another one on the standby, or stop it: set it in the session that reads")
                .orElse(null);
    }

    private static boolean movesTable(Tokens tokens, int token) {
        return tokens.isOneOf(token, "RENAME", "CONVERT") && tokens.isOneOf(token + 1, "TABLE", "TABLES");
    }

    /** The first of the {@link #SETTINGS_OF_DEFINITIONS} that is set. */
    static Optional<String> ofDefinitions(Tokens tokens) {
        for (int token = 0; token < tokens.count(); token++) {
            if (isSet(tokens, token)
                    && SETTINGS_OF_DEFINITIONS.contains(nameAt(tokens, token).toLowerCase(Locale.ROOT))) {
                return Optional.of(nameAt(tokens, token));
            }
        }
        return Optional.empty();
    }

    /** {@code SET STATEMENT x=1 FOR …}; null when it sets no such variable. */
    static @Nullable Refused refusalBefore(Tokens tokens) {
        for (int token = 0; token < tokens.count(); token++) {
            Optional<String> setting = settingAt(tokens, token);
            if (setting.isPresent()) {
                return Refusals.unsupported(reason(setting.get()));
            }
        }
        return null;
    }

    private static Optional<String> settingAt(Tokens tokens, int token) {
        if (!isSet(tokens, token)) {
            return Optional.empty();
        }
        String name = nameAt(tokens, token);
        String value = token + 2 < tokens.count() ? tokens.text(token + 2) : "";
        return isAsEverywhere(name, value) ? Optional.empty() : Optional.of(name);
    }

    private static boolean isSet(Tokens tokens, int token) {
        return tokens.isSymbol(token + 1, "=") || tokens.isSymbol(token + 1, ":=");
    }

    /** Without what says whose it is. */
    private static String nameAt(Tokens tokens, int token) {
        String name = tokens.text(token).replace("`", "").replace("\"", "");
        return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('@')) + 1);
    }

    private static boolean isAsEverywhere(String name, String value) {
        Set<String> harmless = SETTINGS.get(name.toLowerCase(Locale.ROOT));
        return harmless == null
                || harmless.contains(
                        value.replace("'", "").replace("\"", "").strip().toUpperCase(Locale.ROOT));
    }

    private static String reason(String name) {
        return name + " isn't in the binary log, so that a table made under another value is another"
                + " one on the standby, or stops it: write what you want into CREATE TABLE and ALTER TABLE (ENGINE=…,"
                + " ROW_FORMAT=…)";
    }
}
