package io.pinion.server.execution.context;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousAnswer.Condition;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.StatementTraits;
import io.pinion.server.session.SessionState;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One text to be run on one server, and what is special about it.
 *
 * @param pair the pair whose primary runs it
 * @param affinity where else it may run
 * @param database the physical database that the statement works on; empty when it works on none
 * @param opensTransaction what the session's transaction still owes the server is sent ahead of it
 * @param effect what the text changes of the session itself
 */
public record BackendRequest(
        String pair,
        Affinity affinity,
        Optional<String> database,
        StatementText text,
        DatabaseContext context,
        StatementTraits traits,
        boolean opensTransaction,
        ResponseHandling responseHandling,
        SessionEffect effect) {
    public static final DatabaseContext NO_DATABASE = new DatabaseContext.Irrelevant();
    public static final ResponseHandling RELAY = new ResponseHandling.Relay();
    public static final ResponseHandling SILENT = new ResponseHandling.Silent();

    /** A text of the session itself, such as COMMIT, on whatever connection it keeps or any of {@code pair}. */
    public static BackendRequest ofSession(String pair, StatementText text, ResponseHandling use) {
        return new BackendRequest(
                pair,
                Affinity.ANYWHERE,
                Optional.empty(),
                text,
                NO_DATABASE,
                StatementTraits.PLAIN,
                false,
                use,
                SessionEffect.NOTHING);
    }

    /** The client has been told a composed id, which the session remembers by itself. */
    public boolean composesInsertId() {
        return responseHandling instanceof ResponseHandling.EditOk;
    }

    public BackendRequest on(String otherPair) {
        return new BackendRequest(
                otherPair, affinity, database, text, context, traits, opensTransaction, responseHandling, effect);
    }

    public BackendRequest opening() {
        return new BackendRequest(pair, affinity, database, text, context, traits, true, responseHandling, effect);
    }

    /**
     * What the connection's current database must be. A session without one gets connections without one, whatever it runs:
     * it may keep them for what it runs next.
     */
    public DatabaseContext contextIn(SessionState session) {
        boolean chooses = context instanceof DatabaseContext.Required || effect instanceof SessionEffect.Database;
        return chooses || session.database().isPresent() ? context : new DatabaseContext.None();
    }

    public boolean anywhere() {
        return affinity == Affinity.ANYWHERE;
    }

    /** It leaves what the statement before has left: its counts, its warnings. */
    public boolean isAside() {
        return affinity == Affinity.ASIDE || responseHandling instanceof ResponseHandling.EditHead;
    }

    /** Which connections will do. */
    public enum Affinity {
        /** Only those to the pair's primary; a transaction that is open elsewhere forbids the statement. */
        PAIR,
        /** Another pair's connection as well, if the session keeps one. */
        ANYWHERE,
        /** Only those to the pair's primary, but the statement touches no data: no transaction minds it. */
        ASIDE,
        /** As ASIDE, for a statement of the client's that leaves what statements leave: its counts, its warnings, locks. */
        OUTSIDE
    }

    /** What is done with the answer. An error always goes to the client. */
    public sealed interface ResponseHandling {
        /** Whether any length of it is passed on as it comes. */
        default boolean streams() {
            return switch (this) {
                case Relay relay -> true;
                case AddWarnings warnings -> true;
                case LearnInsertId learn -> true;
                case EditOk ok -> false;
                case EditHead head -> false;
                case Silent silent -> false;
            };
        }

        /** Passed on as it comes. */
        record Relay() implements ResponseHandling {}

        /**
         * A single OK is changed before it is passed on; any other answer goes through as it is.
         *
         * @param refusal tells the error that the client gets in place of the OK, or null
         */
        record EditOk(UnaryOperator<Ok> edit, Function<Ok, @Nullable ServerError> refusal) implements ResponseHandling {
            public EditOk(UnaryOperator<Ok> edit) {
                this(edit, ok -> null);
            }
        }

        /**
         * The first bytes are changed in place before all is passed on; an answer that is shorter, as an error may be,
         * stays as it is.
         */
        record EditHead(int bytes, Consumer<ByteBuf> edit) implements ResponseHandling {}

        /** Passed on with these warnings more in its count; they are the session's to show. */
        record AddWarnings(List<Condition> warnings) implements ResponseHandling {}

        /**
         * Passed on as it comes; the server is asked afterwards which local id it made, which the session remembers as a
         * global one.
         *
         * @param base the ids of the table on that shard, without their local part
         */
        record LearnInsertId(long base) implements ResponseHandling {}

        /** Success is Pinion's own matter, and something else follows. */
        record Silent() implements ResponseHandling {}
    }
}
