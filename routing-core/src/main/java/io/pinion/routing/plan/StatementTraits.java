package io.pinion.routing.plan;

import io.pinion.routing.catalog.Catalog;
import java.util.Set;

/**
 * What a statement means for the connection that runs it, besides its answer. Execution holds or releases connections
 * by it.
 *
 * @param readsPrevious the statement reads what the one before it left on the connection ({@code SHOW WARNINGS},
 *     {@code FOUND_ROWS()}, {@code ROW_COUNT()}, {@code GET DIAGNOSTICS}): it must run there, with nothing sent between
 * @param leftBehind what stays on the connection and can't be replayed on another one
 * @param insertId what becomes of the connection's {@code LAST_INSERT_ID()}
 * @param callsStored it calls a stored routine, which may read user variables that the statement doesn't name
 * @param things what of {@code leftBehind} has a name, and what of earlier statements' it ends
 */
public record StatementTraits(
        boolean readsPrevious,
        Set<LeftBehind> leftBehind,
        InsertIdEffect insertId,
        boolean callsStored,
        LastingThings things) {
    /** Most statements: any connection will do before, none is special after. */
    public static final StatementTraits PLAIN = new StatementTraits(false, Set.of(), InsertIdEffect.KEPT);

    public static final StatementTraits READS_PREVIOUS = new StatementTraits(true, Set.of(), InsertIdEffect.KEPT);

    public StatementTraits {
        leftBehind = Set.copyOf(leftBehind);
    }

    /** Of a statement that calls no stored routine. */
    public StatementTraits(boolean readsPrevious, Set<LeftBehind> leftBehind, InsertIdEffect insertId) {
        this(readsPrevious, leftBehind, insertId, false);
    }

    /** Of a statement that makes and ends nothing by name. */
    public StatementTraits(
            boolean readsPrevious, Set<LeftBehind> leftBehind, InsertIdEffect insertId, boolean callsStored) {
        this(readsPrevious, leftBehind, insertId, callsStored, LastingThings.NONE);
    }

    public static StatementTraits leaving(LeftBehind... what) {
        return new StatementTraits(false, Set.of(what), InsertIdEffect.KEPT);
    }

    /** Whether a statement may change what {@code LAST_INSERT_ID()} answers on its connection. */
    public enum InsertIdEffect {
        /** It doesn't. */
        KEPT,
        /** It may if its OK has an insert id, or if it fails: rows may have been made before. */
        AS_ACKNOWLEDGED,
        /** It may, and its answer is rows, whose end shows no insert id. */
        RETURNED,
        /** It may, and its answer need not show it. */
        UNSEEN
    }

    /** It takes, gives back or asks for user-level locks, which are on the server of {@link Catalog#lockPair} alone. */
    public boolean hasToDoWithLocks() {
        return leftBehind.contains(LeftBehind.NAMED_LOCK);
    }

    /** Each but the first two pins the session to its connection until it is reset; the words are shown to the operator. */
    public enum LeftBehind {
        /** Of SQL_CALC_FOUND_ROWS: only the next statement can ask for it. */
        FOUND_ROWS("a count of found rows"),
        /** Of a statement that may set sql_mode or the client's character set unseen: ask before reading the next text. */
        TEXT_RULES("another way to read texts"),
        USER_VARIABLE("a user variable with a computed value"),
        SESSION_SETTING("a setting with a computed value"),
        TEMPORARY_TABLE("a temporary table"),
        TABLE_LOCK("LOCK TABLES"),
        NAMED_LOCK("GET_LOCK"),
        HANDLER("an open HANDLER"),
        PREPARED_TEXT("PREPARE … FROM"),
        XA("an XA transaction"),
        INSERT_ID("LAST_INSERT_ID() with a value"),
        UNKNOWN("a statement that may leave state on its server");

        private final String words;

        LeftBehind(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        /** Lives until the session is reset, not just until its next statement. */
        public boolean lasts() {
            return this != FOUND_ROWS && this != TEXT_RULES;
        }
    }
}
