package io.pinion.server.execution.commit;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.execution.commit.TransactionParts.Part;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.query.InternalQuery;
import io.pinion.server.execution.query.QueryResult;
import io.pinion.server.observe.LogKeys;
import io.pinion.server.session.OwnTransactionWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * COMMIT of a transaction over several pairs with the transaction mode {@code best_effort}. The pairs with changes
 * commit one after the other, then those that only read. After the first failure the remaining pairs roll back; what
 * has committed stays, and the client's error names those shards.
 *
 * <p>Goes on to its end even when the client is gone, because half a commit must be avoided.
 */
final class BestEffortCommit implements Execution {
    private static final Logger log = LoggerFactory.getLogger(BestEffortCommit.class);

    private static final List<String> COMMIT = List.of(OwnTransactionWords.COMMIT);

    private final SessionContext session;
    private final Consumer<Optional<ServerError>> ended;
    private final TransactionParts parts;
    private final List<Part> writers = new ArrayList<>();
    private final List<Part> readers = new ArrayList<>();
    private int committed;

    /**
     * @param ended called once, with the error when not everything is committed. The connections are released by then;
     *     the caller changes the session's transaction state
     */
    BestEffortCommit(SessionContext session, Consumer<Optional<ServerError>> ended) {
        this.session = session;
        this.ended = ended;
        this.parts = TransactionParts.of(session);
    }

    void start() {
        for (Part part : parts.all()) {
            (part.participant().wrote() ? writers : readers).add(part);
        }
        commitNext();
    }

    private void commitNext() {
        if (committed == writers.size()) {
            endReaders();
            return;
        }
        Part next = writers.get(committed);
        InternalQuery.run(next.connection(), COMMIT, outcome -> {
            switch (outcome) {
                case QueryResult.Answered<?> done -> {
                    committed++;
                    commitNext();
                }
                case QueryResult.Refused<?> refused -> refused(next, refused.error());
                case QueryResult.Lost<?> lost -> lost(next, lost.reason());
            }
        });
    }

    /** Ends the readers last, so that their locks last as long as the writers'. */
    private void endReaders() {
        TransactionParts.atOnce(readers, reader -> COMMIT, parts::ended, () -> {
            writers.forEach(parts::letGo);
            tell(Optional.empty());
        });
    }

    private void refused(Part failed, ServerError error) {
        List<Part> rest = new ArrayList<>(writers.subList(committed, writers.size()));
        rest.addAll(readers);
        ServerError told = committed == 0
                ? new ServerError(
                        error.code(),
                        error.sqlState(),
                        error.message() + " (pair " + failed.participant().pair()
                                + " refused to commit; the transaction is rolled back on every pair)")
                : partly("is not committed on " + failed.words() + ", which refused: " + error.message());
        finish(rest, told);
    }

    private void lost(Part failed, ServerError reason) {
        session.pinned().forget(failed.connection());
        List<Part> rest = new ArrayList<>(writers.subList(committed + 1, writers.size()));
        rest.addAll(readers);
        String inDoubt = "may be committed or rolled back on " + failed.words() + ": " + reason.message()
                + " while it committed; look there before you repeat anything";
        ServerError told = committed == 0
                ? new ServerError(ErrorCode.SERVER_SHUTDOWN, "this transaction " + inDoubt + rolledBack(1))
                : partly(inDoubt);
        finish(rest, told);
    }

    /** A partial commit needs an error code for which no driver repeats the transaction by itself. */
    private ServerError partly(String failure) {
        return new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                "this transaction is committed on " + TransactionParts.words(writers.subList(0, committed))
                        + ", but it " + failure + rolledBack(1));
    }

    /** @param failed how many of the uncommitted pairs the message names already */
    private String rolledBack(int failed) {
        List<Part> rest = writers.subList(committed + failed, writers.size());
        return rest.isEmpty() ? "" : "; it is rolled back on " + TransactionParts.words(rest);
    }

    private void finish(List<Part> rest, ServerError told) {
        if (committed > 0 || told.code() == ErrorCode.SERVER_SHUTDOWN.number()) {
            log.atWarn()
                    .addKeyValue(LogKeys.SESSION, session.state().id())
                    .addKeyValue(LogKeys.USER, session.state().user().name())
                    .addKeyValue(LogKeys.REASON, told.message())
                    .log("A transaction over several pairs is committed by half, or may be");
        }
        parts.rollBack(rest, () -> {
            writers.subList(0, committed).forEach(parts::letGo);
            tell(Optional.of(told));
        });
    }

    private void tell(Optional<ServerError> error) {
        parts.tell(() -> ended.accept(error));
    }

    @Override
    public void clientGone() {
        parts.clientGone();
    }
}
