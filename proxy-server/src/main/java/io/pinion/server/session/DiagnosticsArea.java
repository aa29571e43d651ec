package io.pinion.server.session;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * The outcome of a session's last statement as the next one may ask for it: {@code ROW_COUNT()}, {@code FOUND_ROWS()},
 * {@code SHOW WARNINGS}. The connection that ran the statement answers as long as the session still has it and nothing
 * else ran on it; in all other cases this object answers. The rules were measured on MariaDB 11.4 and MySQL 9.7:
 *
 * <ul>
 *   <li>a statement without rows sets {@code ROW_COUNT()} to the count in its OK, a statement with rows or an error to
 *       -1;
 *   <li>{@code FOUND_ROWS()} changes with rows only, on MySQL with changed rows too;
 *   <li>an error replaces the list of conditions. A successful statement empties the list on MySQL, and on MariaDB if
 *       it is about a table: {@code BEGIN} and {@code SET} keep the list there. COM_PING and COM_INIT_DB keep it on
 *       both.
 * </ul>
 *
 * Not thread-safe; lives on the session's event loop.
 */
public final class DiagnosticsArea {
    private static final OptionalLong UNKNOWN = OptionalLong.empty();

    private boolean keptByTableless;
    private BooleanSupplier connectionIsAtHand = () -> false;

    private OptionalLong rowCount = UNKNOWN;
    private boolean rowCountIsOwn;
    /** 0 at first, not unknown: the session's first connection may still hold the count of another session. */
    private OptionalLong foundRows = OptionalLong.of(0);

    private boolean foundRowsAreOwn = true;

    /** The last statement counted more rows than it sent. */
    private boolean foundRowsAreOnServer;

    /** Empty while only the connection of the last statement has the conditions. */
    private Optional<Conditions> conditions = Optional.of(Conditions.NONE);

    /** The effect of a server's answer on the conditions of the statement before. */
    public enum Leaves {
        /** The answer has conditions of its own. */
        CONDITIONS,
        NONE,
        /** The earlier conditions stay readable. */
        THOSE_BEFORE
    }

    /**
     * Called once, before the first statement.
     *
     * @param keptByTableless conditions survive successful statements that are about no table, as on MariaDB
     * @param connectionIsAtHand whether the connection of the last statement that a server ran can still be asked about
     *     it
     */
    public void begin(boolean keptByTableless, BooleanSupplier connectionIsAtHand) {
        this.keptByTableless = keptByTableless;
        this.connectionIsAtHand = connectionIsAtHand;
    }

    /** The values for planning; a value is unknown where the connection of the last statement must answer. */
    public PreviousDiagnostics previous() {
        boolean atHand = connectionIsAtHand.getAsBoolean();
        return new PreviousDiagnostics(
                atHand && !rowCountIsOwn ? UNKNOWN : rowCount,
                atHand && !foundRowsAreOwn ? UNKNOWN : foundRows,
                conditions);
    }

    /** Whether Pinion must read the conditions before another session gets the connection. */
    public boolean conditionsAreOnServer() {
        return conditions.isEmpty();
    }

    /** Whether the list of conditions is certainly empty. */
    public boolean hasNoConditions() {
        return conditions.isPresent() && conditions.get().count() == 0;
    }

    /** Whether only a server knows {@code FOUND_ROWS()}. */
    public boolean foundRowsAreOnServer() {
        return foundRowsAreOnServer && foundRows.isEmpty();
    }

    /** Pinion has answered OK itself. */
    public void ownOk(boolean keepsConditions) {
        rowCount = OptionalLong.of(0);
        rowCountIsOwn = true;
        if (!keepsConditions && !keptByTableless) {
            conditions = Optional.of(Conditions.NONE);
        }
    }

    /** Pinion has answered with rows itself. */
    public void ownRows(LocalAnswer.Rows answer) {
        rowCount = OptionalLong.of(-1);
        rowCountIsOwn = true;
        if (!answer.listsConditions()) {
            foundRows = OptionalLong.of(answer.rows().size());
            foundRowsAreOwn = true;
        }
        if (!answer.tellsOfConditions()) {
            conditions = Optional.of(Conditions.NONE);
        }
    }

    /**
     * Pinion has answered with an error itself.
     *
     * @param keepsConditions the error is of a command that is no statement: MySQL adds it to the list of conditions
     */
    public void ownError(ServerError error, boolean keepsConditions) {
        rowCount = OptionalLong.of(-1);
        rowCountIsOwn = true;
        List<Condition> listed = new ArrayList<>();
        if (keepsConditions && addsOwnErrors()) {
            conditions.ifPresent(before -> listed.addAll(before.listed()));
        }
        listed.add(new Condition(Condition.ERROR, error.code(), error.sqlState(), error.message()));
        conditions = Optional.of(new Conditions(listed));
    }

    /** Whether an error of a command that is no statement is added to the conditions of the statement before. */
    public boolean addsOwnErrors() {
        return !keptByTableless;
    }

    /**
     * A server has answered with rows.
     *
     * @param rows their number; empty when the server counted more rows, so that {@code FOUND_ROWS()} differs from it
     */
    public void answeredRows(OptionalLong rows, Leaves leaves) {
        rowCount = OptionalLong.of(-1);
        rowCountIsOwn = false;
        foundRows = rows;
        foundRowsAreOwn = false;
        foundRowsAreOnServer = rows.isEmpty();
        leave(leaves);
    }

    /**
     * A server has answered without rows.
     *
     * @param count {@code ROW_COUNT()} from now on: -1 after an error
     * @param aboutTable the statement changes or reads a table
     * @param elsewhere the statement ran on another connection than the one before
     */
    public void answered(long count, boolean aboutTable, boolean elsewhere, Leaves leaves) {
        rowCount = OptionalLong.of(count);
        rowCountIsOwn = false;
        boolean kept = !aboutTable || keptByTableless;
        if (elsewhere && kept) {
            foundRowsAreOwn = foundRows.isPresent();
        } else if (aboutTable) {
            // On MariaDB changed rows don't set FOUND_ROWS(), definitions do: the server must answer.
            foundRowsAreOnServer = false;
            foundRows = UNKNOWN;
            foundRowsAreOwn = false;
        }
        leave(leaves);
    }

    /** A server has listed the conditions, which changes only {@code ROW_COUNT()}. */
    public void listedByServer() {
        rowCount = OptionalLong.of(-1);
        rowCountIsOwn = false;
    }

    /** Some of the results had rows, so {@code FOUND_ROWS()} changed to a value that only the server knows. */
    public void foundRowsAreUnseen() {
        foundRows = UNKNOWN;
        foundRowsAreOwn = false;
    }

    /** A server has prepared a statement. MySQL then forgets the earlier conditions and keeps the counts. */
    public void prepared(boolean warned) {
        if (warned) {
            countsAreSpoiled();
            conditions = Optional.empty();
        } else if (!keptByTableless) {
            conditions = Optional.of(Conditions.NONE);
        }
    }

    private void leave(Leaves leaves) {
        switch (leaves) {
            case CONDITIONS -> conditions = Optional.empty();
            case NONE -> conditions = Optional.of(Conditions.NONE);
            case THOSE_BEFORE -> {}
        }
    }

    /** Pinion has run a query of its own on that connection, so the connection's counts are of that query. */
    public void countsAreSpoiled() {
        rowCountIsOwn = true;
        foundRowsAreOwn = foundRows.isPresent();
    }

    /** Pinion itself made conditions for the statement, and no server did. */
    public void listed(Conditions own) {
        conditions = Optional.of(own);
    }

    /** Pinion has read the conditions from the connection, which another session may get now. */
    public void saved(Conditions known) {
        if (conditions.isEmpty()) {
            conditions = Optional.of(known);
        }
    }

    /** As {@link #saved}. */
    public void savedFoundRows(long rows) {
        if (foundRows.isEmpty()) {
            foundRows = OptionalLong.of(rows);
        }
    }

    /** As after login. */
    public void reset() {
        rowCount = UNKNOWN;
        rowCountIsOwn = false;
        foundRows = OptionalLong.of(0);
        foundRowsAreOwn = true;
        conditions = Optional.of(Conditions.NONE);
    }
}
