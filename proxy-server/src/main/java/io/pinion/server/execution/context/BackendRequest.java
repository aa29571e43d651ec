package io.pinion.server.execution.context;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.StatementText;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.answer.AnswerCollector;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.TransactionChange;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One text to run on one server, with the conditions for it.
 *
 * @param pair the pair whose primary runs it
 * @param affinity the connections that may run it
 * @param database the physical database that the statement works on; empty when it works on none
 * @param opensTransaction whether the outstanding statements of the session's transaction are sent before it
 * @param effect the text's effect on the session itself
 */
public record BackendRequest(
        String pair,
        Affinity affinity,
        Optional<String> database,
        StatementText text,
        DatabaseContext context,
        SessionEffects effects,
        boolean opensTransaction,
        ResponseHandling responseHandling,
        SessionEffect effect) {
    public static final DatabaseContext NO_DATABASE = new DatabaseContext.Irrelevant();
    public static final ResponseHandling RELAY = new ResponseHandling.Relay();
    public static final ResponseHandling SILENT = new ResponseHandling.Silent((answer, from) -> {});

    /** A text that works on no shard. */
    public BackendRequest(StatementPlace place, StatementText text, SessionEffects effects, ResponseHandling use) {
        this(
                place.pair(),
                place.affinity(),
                Optional.empty(),
                text,
                place.context(),
                effects,
                place.opensTransaction(),
                use,
                SessionEffect.NOTHING);
    }

    /**
     * A text of the session itself, such as COMMIT, for any connection that the session keeps, or one of {@code pair}.
     */
    public static BackendRequest ofSession(String pair, StatementText text, ResponseHandling use) {
        return new BackendRequest(StatementPlace.anywhere(pair), text, SessionEffects.PLAIN, use);
    }

    /** The same text, with this effect on the session behind its success. */
    public BackendRequest with(SessionEffect then) {
        return new BackendRequest(
                pair, affinity, database, text, context, effects, opensTransaction, responseHandling, then);
    }

    /** The same text, with this change of the session's transaction behind its success. */
    public BackendRequest changing(TransactionChange change) {
        return with(new SessionEffect.Transaction(change));
    }

    /** Whether the client gets a composed id, which the session remembers itself. */
    public boolean composesInsertId() {
        return responseHandling instanceof ResponseHandling.EditOk;
    }

    public BackendRequest on(String otherPair) {
        return new BackendRequest(
                otherPair, affinity, database, text, context, effects, opensTransaction, responseHandling, effect);
    }

    public BackendRequest opening() {
        return new BackendRequest(pair, affinity, database, text, context, effects, true, responseHandling, effect);
    }

    /**
     * The current database that the connection must have. A session without a database gets connections without one,
     * because it may keep them for a next statement that needs none.
     */
    public DatabaseContext contextIn(SessionState session) {
        boolean chooses = context instanceof DatabaseContext.Required || effect instanceof SessionEffect.Database;
        return chooses || session.database().isPresent() ? context : new DatabaseContext.None();
    }

    public boolean anywhere() {
        return affinity == Affinity.ANYWHERE;
    }

    /** Whether it preserves the diagnostics of the statement before: its counts, its warnings. */
    public boolean isAside() {
        return affinity == Affinity.ASIDE || responseHandling instanceof ResponseHandling.EditHead;
    }

    /** The connections that may run a request. */
    public enum Affinity {
        /** Only connections to the pair's primary; a transaction that is open elsewhere forbids the statement. */
        PAIR,
        /** Also another pair's connection, if the session keeps one. */
        ANYWHERE,
        /**
         * Only connections to the pair's primary, also during a transaction elsewhere, because the statement touches no
         * data.
         */
        ASIDE,
        /** As ASIDE, for a client's statement that leaves counts, warnings or locks. */
        OUTSIDE
    }

    /** The handling of a successful answer. An error always goes to the client. */
    public sealed interface ResponseHandling {
        /** Whether an answer of any length is passed on as it arrives. */
        default boolean streams() {
            return !(this instanceof EditOk || this instanceof EditHead || this instanceof Silent);
        }

        /** Passes the answer on as it arrives. */
        record Relay() implements ResponseHandling {}

        /**
         * Changes a single OK before it is passed on; any other answer is passed on unchanged.
         *
         * @param refusal the error that the client gets in place of the OK, or null
         */
        record EditOk(UnaryOperator<Ok> edit, Function<Ok, @Nullable ServerError> refusal) implements ResponseHandling {
            public EditOk(UnaryOperator<Ok> edit) {
                this(edit, ok -> null);
            }
        }

        /**
         * Changes the first bytes in place before the answer is passed on. A shorter answer, as an error may be, stays
         * unchanged.
         */
        record EditHead(int bytes, Consumer<ByteBuf> edit) implements ResponseHandling {}

        /** Passes the answer on with these warnings added to its count; the session shows them. */
        record AddWarnings(List<Condition> warnings) implements ResponseHandling {}

        /**
         * Passes the answer on as it arrives. Then Pinion reads the generated local id from the server, and the session
         * remembers it as a global id.
         *
         * @param base the ids of the table on that shard, without their local part
         */
        record LearnInsertId(long base) implements ResponseHandling {}

        /**
         * The client gets no answer on success: this is a step of Pinion's own.
         *
         * @param read gets the whole answer before it is dropped
         */
        record Silent(BiConsumer<AnswerCollector, BackendConnection> read) implements ResponseHandling {}
    }
}
