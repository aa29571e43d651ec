package io.pinion.routing.plan;

import java.util.List;
import java.util.Optional;

/** A statement that changes the session itself. Execution stores its effects; planning only names them. */
public sealed interface SessionChange {
    /** {@code USE name}: a keyspace, {@code keyspace:shard} or a physical database that exists and may be used. */
    record Use(String database) implements SessionChange {}

    /**
     * {@code SET …}: every assignment in the order written.
     *
     * @param readsPrevious a value may read the diagnostics of the statement before, as {@code SET @n = ROW_COUNT()} does
     */
    record Assign(List<Assignment> assignments, boolean readsPrevious) implements SessionChange {
        public Assign {
            assignments = List.copyOf(assignments);
        }
    }

    /**
     * {@code GET DIAGNOSTICS} about a statement whose diagnostics Pinion has: assigns them, and keeps them for the next
     * statement.
     *
     * @param text the assignments as a statement for a server
     */
    record Diagnose(Assign assign, StatementText text) implements SessionChange {}

    /** {@code BEGIN}, {@code START TRANSACTION}; a plain one may be deferred until the first statement. */
    record Begin(boolean deferrable) implements SessionChange {}

    /** {@code COMMIT}. */
    record Commit(Ending ending) implements SessionChange {}

    record Rollback(Ending ending) implements SessionChange {}

    /**
     * The options behind the end of a transaction; empty ones are up to {@code completion_type}.
     *
     * @param chain {@code AND CHAIN} or {@code AND NO CHAIN}
     * @param release {@code RELEASE} or {@code NO RELEASE}
     */
    record Ending(Optional<Boolean> chain, Optional<Boolean> release) {
        public static final Ending UNSAID = new Ending(Optional.empty(), Optional.empty());
    }

    /** {@code SAVEPOINT}, {@code ROLLBACK TO}, {@code RELEASE SAVEPOINT}: goes to the servers of the transaction. */
    record Savepoint() implements SessionChange {}

    /** One part of a {@code SET} statement. */
    sealed interface Assignment {
        /** The exact text of this part, without {@code SET}, as it can be sent alone behind {@code SET }. */
        String text();

        /** {@code NAMES charset [COLLATE collation]}; both empty for {@code NAMES DEFAULT}. */
        record Names(String charset, String collation, String text) implements Assignment {}

        /** {@code CHARACTER SET charset}. */
        record CharacterSet(String charset, String text) implements Assignment {}

        /** A session variable; {@code replayable} when the value is a literal, so that it means the same anywhere. */
        record SessionVariable(String name, String value, boolean replayable, String text) implements Assignment {}

        /** {@code SET GLOBAL}, {@code PERSIST}: changes a server, not the session. */
        record GlobalVariable(String name, String text) implements Assignment {}

        record UserVariable(String name, String value, boolean replayable, String text) implements Assignment {}

        /** {@code @b := 5} inside of another assignment's value; {@code text} is that value. */
        record WithinValue(String name, String text) implements Assignment {}

        /** {@code SET [SESSION] TRANSACTION …}; without SESSION it is for the next transaction only. */
        record Transaction(boolean nextOnly, String characteristics, String text) implements Assignment {}

        /** Anything else ({@code SET PASSWORD}, {@code SET ROLE}): unclassified, so it pins. */
        record Other(String text) implements Assignment {}
    }
}
