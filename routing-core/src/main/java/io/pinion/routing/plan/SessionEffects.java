package io.pinion.routing.plan;

import io.pinion.routing.catalog.Catalog;
import java.util.EnumSet;
import java.util.Set;

/**
 * A statement's needs from the connection that runs it, and its effects there beside the answer. Execution pins or
 * releases connections by it.
 *
 * @param readsPrevious the statement reads the diagnostics of the one before it ({@code SHOW WARNINGS},
 *     {@code FOUND_ROWS()}, {@code ROW_COUNT()}, {@code GET DIAGNOSTICS}): it must run on that one's connection, with
 *     nothing sent between
 * @param retainedState the state that stays on the connection and can't be replayed on another one
 * @param insertId the effect on the connection's {@code LAST_INSERT_ID()}
 * @param callsStored it calls a stored routine, which may read user variables that the statement doesn't name
 * @param things the named ones of {@code retainedState}, and earlier statements' things that it ends
 * @param locksRows it may lock the rows that it reads
 * @param renamesTables it moves tables by their names, as RENAME TABLE does: a MariaDB moves temporary ones, too, and writes
 *     that to the binary log, whose readers have other tables of these names or none
 * @param commits whether it ends the open transaction without a COMMIT of the client's own
 */
public record SessionEffects(
        boolean readsPrevious,
        Set<RetainedState> retainedState,
        InsertIdEffect insertId,
        boolean callsStored,
        SessionObjects things,
        boolean locksRows,
        boolean renamesTables,
        CommitEffect commits) {
    /** Most statements: they run on any connection and leave no state there. */
    public static final SessionEffects PLAIN = new SessionEffects(false, Set.of(), InsertIdEffect.KEPT);

    public static final SessionEffects READS_PREVIOUS = new SessionEffects(true, Set.of(), InsertIdEffect.KEPT);

    public SessionEffects {
        retainedState = Set.copyOf(retainedState);
    }

    /** The effects of a statement that calls no stored routine. */
    public SessionEffects(boolean readsPrevious, Set<RetainedState> retainedState, InsertIdEffect insertId) {
        this(readsPrevious, retainedState, insertId, false);
    }

    /** The effects of a statement that makes and ends no named things. */
    public SessionEffects(
            boolean readsPrevious, Set<RetainedState> retainedState, InsertIdEffect insertId, boolean callsStored) {
        this(readsPrevious, retainedState, insertId, callsStored, SessionObjects.NONE, false, false, CommitEffect.NONE);
    }

    /** The same effects and state of one more kind. */
    public SessionEffects alsoLeaving(RetainedState more) {
        Set<RetainedState> all = EnumSet.of(more);
        all.addAll(retainedState);
        return new SessionEffects(readsPrevious, all, insertId, callsStored, things, locksRows, renamesTables, commits);
    }

    /** The same effects with another commit. */
    public SessionEffects committing(CommitEffect other) {
        return new SessionEffects(
                readsPrevious, retainedState, insertId, callsStored, things, locksRows, renamesTables, other);
    }

    /** How a statement ends the open transaction without a COMMIT of the client's own. */
    public enum CommitEffect {
        /** Not at all, as far as its text tells. */
        NONE,
        /** Before it runs. */
        FIRST,
        /**
         * Perhaps while it runs: by a statement in its body, or by a text that only the server knows.
         */
        WITHIN,
        /** As the text that a server keeps for EXECUTE does: perhaps, if Pinion hasn't seen that text. */
        BY_KEPT_TEXT
    }

    /** The effect of a statement on its connection's {@code LAST_INSERT_ID()}. */
    public enum InsertIdEffect {
        /** None. */
        KEPT,
        /** A change if its OK has an insert id, or perhaps if it fails: rows may have been made before the error. */
        AS_ACKNOWLEDGED,
        /** Perhaps a change; the answer is rows, whose end shows no insert id. */
        RETURNED,
        /** Perhaps a change, which the answer need not show. */
        UNSEEN
    }

    /**
     * Whether the statement takes, releases or asks for user-level locks, which are on the server of
     * {@link Catalog#lockPair} alone.
     */
    public boolean hasToDoWithLocks() {
        return retainedState.contains(RetainedState.NAMED_LOCK);
    }

    /**
     * State that stays on a connection. Each but the first two pins the session to its connection until it is reset;
     * the words are shown to the operator.
     */
    public enum RetainedState {
        /** SQL_CALC_FOUND_ROWS: only the next statement can ask for the count. */
        FOUND_ROWS("a count of found rows"),
        /**
         * The statement may set sql_mode or the client's character set in a way that Pinion doesn't see: ask the server
         * before reading the next text.
         */
        TEXT_RULES("another way to read texts"),
        USER_VARIABLE("a user variable with a computed value"),
        SESSION_SETTING("a setting with a computed value"),
        TEMPORARY_TABLE("a temporary table"),
        TABLE_LOCK("LOCK TABLES"),
        BACKUP_LOCK("BACKUP LOCK"),
        NAMED_LOCK("GET_LOCK"),
        HANDLER("an open HANDLER"),
        PREPARED_TEXT("PREPARE … FROM"),
        /** A prepared text that Pinion hasn't seen, beside {@link #PREPARED_TEXT}. */
        UNSEEN_TEXT("PREPARE … FROM a variable"),
        XA("an XA transaction"),
        INSERT_ID("LAST_INSERT_ID() with a value"),
        /** What the server has recorded of a statement, with its values: the connection ends with its session. */
        RECORDING("a recorded statement"),
        UNKNOWN("a statement that may leave state on its server");

        private final String words;

        RetainedState(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        /** Whether it lasts until the session is reset, and not only until the session's next statement. */
        public boolean lasts() {
            return this != FOUND_ROWS && this != TEXT_RULES;
        }
    }
}
