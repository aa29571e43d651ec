package io.pinion.server.session;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PreviousAnswer;
import io.pinion.routing.plan.PreviousAnswer.Condition;
import io.pinion.routing.plan.PreviousAnswer.Conditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * What a session's last statement has left for the next one to ask for ({@code ROW_COUNT()}, {@code FOUND_ROWS()},
 * {@code SHOW WARNINGS}), whoever has answered it. The connection that ran it is asked as long as it is at hand and nothing
 * came between; for all other cases this remembers. What leaves what was measured on MariaDB 11.4 and MySQL 9.7:
 *
 * <ul>
 *   <li>a statement without rows makes {@code ROW_COUNT()} what its OK says, one with rows -1, an error -1;
 *   <li>{@code FOUND_ROWS()} changes with rows only, on MySQL with changed rows too;
 *   <li>an error replaces the list of conditions. A good statement empties it on MySQL, and on MariaDB if it is about a
 *       table: {@code BEGIN} and {@code SET} keep it there. COM_PING and COM_INIT_DB keep it on both.
 * </ul>
 *
 * Not thread-safe; lives on the session's event loop.
 */
public final class LastAnswer {
    private static final OptionalLong UNKNOWN = OptionalLong.empty();

    private boolean keptByTableless;
    private BooleanSupplier connectionIsAtHand = () -> false;

    private OptionalLong rowCount = UNKNOWN;
    private boolean rowCountIsOwn;
    /** At the beginning none; the connection that is asked first may know those of another session. */
    private OptionalLong foundRows = OptionalLong.of(0);

    private boolean foundRowsAreOwn = true;

    /** A statement has counted more rows than it sent. */
    private boolean foundRowsAreOnServer;

    /** Empty while only the connection of the last statement has them. */
    private Optional<Conditions> conditions = Optional.of(Conditions.NONE);

    /** What a server's answer means for the conditions of the one before. */
    public enum Leaves {
        /** It has conditions of its own. */
        CONDITIONS,
        NONE,
        /** They can be asked for once more. */
        THOSE_BEFORE
    }

    /**
     * To be told once, before the first statement.
     *
     * @param keptByTableless conditions survive good statements that are about no table, as on MariaDB
     * @param connectionIsAtHand whether the connection of the last statement that a server ran can be asked what that has left
     */
    public void begin(boolean keptByTableless, BooleanSupplier connectionIsAtHand) {
        this.keptByTableless = keptByTableless;
        this.connectionIsAtHand = connectionIsAtHand;
    }

    /** As planning needs it. */
    public PreviousAnswer previous() {
        boolean atHand = connectionIsAtHand.getAsBoolean();
        return new PreviousAnswer(
                atHand && !rowCountIsOwn ? UNKNOWN : rowCount,
                atHand && !foundRowsAreOwn ? UNKNOWN : foundRows,
                conditions);
    }

    /** Whether the conditions have to be asked for before the connection may become another session's. */
    public boolean conditionsAreOnServer() {
        return conditions.isEmpty();
    }

    /** Whether there are none, for certain. */
    public boolean hasNoConditions() {
        return conditions.isPresent() && conditions.get().count() == 0;
    }

    /** Whether only a server can tell what {@code FOUND_ROWS()} is. */
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
     * @param keepsConditions it is no statement's: on MySQL the error stands beside what was there
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

    /** Whether an error of a command that is no statement stands beside the conditions of the statement before. */
    public boolean addsOwnErrors() {
        return !keptByTableless;
    }

    /**
     * A server has answered with rows.
     *
     * @param rows how many; empty when more were counted, so that it isn't what {@code FOUND_ROWS()} is now
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
     * @param count what {@code ROW_COUNT()} is now: -1 behind an error
     * @param aboutTable it changes or reads one
     * @param elsewhere on another connection than the statement before
     */
    public void answered(long count, boolean aboutTable, boolean elsewhere, Leaves leaves) {
        rowCount = OptionalLong.of(count);
        rowCountIsOwn = false;
        boolean kept = !aboutTable || keptByTableless;
        if (elsewhere && kept) {
            foundRowsAreOwn = foundRows.isPresent();
        } else if (aboutTable) {
            // Changed rows don't count on MariaDB, definitions do: the server knows.
            foundRowsAreOnServer = false;
            foundRows = UNKNOWN;
            foundRowsAreOwn = false;
        }
        leave(leaves);
    }

    /** A server has listed the conditions, which changes nothing but {@code ROW_COUNT()}. */
    public void listedByServer() {
        rowCount = OptionalLong.of(-1);
        rowCountIsOwn = false;
    }

    /** There were rows among the results, so that {@code FOUND_ROWS()} is another and only the server knows which. */
    public void foundRowsAreUnseen() {
        foundRows = UNKNOWN;
        foundRowsAreOwn = false;
    }

    /** A server has prepared a statement, which on MySQL forgets the conditions of the one before and keeps its counts. */
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

    /** Pinion has asked that server something since, so that its counts are of the question. */
    public void countsAreSpoiled() {
        rowCountIsOwn = true;
        foundRowsAreOwn = foundRows.isPresent();
    }

    /** Pinion itself had something to say of the statement, and no server anything. */
    public void listed(Conditions own) {
        conditions = Optional.of(own);
    }

    /** The connection was asked, and is another session's soon. */
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
