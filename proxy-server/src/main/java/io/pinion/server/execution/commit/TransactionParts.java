package io.pinion.server.execution.commit;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.query.InternalQuery;
import io.pinion.server.execution.query.QueryResult;
import io.pinion.server.session.Participant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The parts of a transaction over several pairs while it ends. Their connections are in use, so that no other session
 * gets them, until each is released.
 */
public final class TransactionParts implements Execution {
    private final SessionContext session;
    private final List<Part> all = new ArrayList<>();
    private boolean detached;

    /** The parts are kept or released already, so a client that leaves now doesn't concern them. */
    private boolean over;

    /** @param connection the connection that has the open transaction */
    public record Part(Participant participant, BackendConnection connection) {
        String words() {
            return participant.words();
        }
    }

    private TransactionParts(SessionContext session) {
        this.session = session;
    }

    /** The parts of the open transaction whose connections are still alive. */
    public static TransactionParts of(SessionContext session) {
        TransactionParts parts = new TransactionParts(session);
        for (Participant participant : session.state().transaction().participants()) {
            BackendConnection connection = session.pinned().claimTransaction(participant.pair());
            if (connection != null) {
                parts.all.add(new Part(participant, connection));
            }
        }
        return parts;
    }

    /** The same for the whole transaction's rollback: no later statement is told of parts that are lost. */
    public static TransactionParts toRollBack(SessionContext session) {
        session.state().transaction().participants().forEach(participant -> session.pinned()
                .all()
                .lostTransaction(participant.pair()));
        return of(session);
    }

    public List<Part> all() {
        return all;
    }

    /**
     * Sends statements to all parts at the same time.
     *
     * @param statements for each participant
     * @param each receives each part's outcome
     * @param then called when the last part has answered or is lost
     */
    static void atOnce(
            List<Part> parts,
            Function<Participant, List<String>> statements,
            BiConsumer<Part, QueryResult<?>> each,
            Runnable then) {
        if (parts.isEmpty()) {
            then.run();
            return;
        }
        int[] outstanding = {parts.size()};
        for (Part part : parts) {
            InternalQuery.run(part.connection(), statements.apply(part.participant()), outcome -> {
                each.accept(part, outcome);
                outstanding[0]--;
                if (outstanding[0] == 0) {
                    then.run();
                }
            });
        }
    }

    /**
     * Sends a text to these parts, and keeps all in the transaction.
     *
     * @param then called with the errors of those that didn't execute it, unless the client is gone
     */
    public void run(List<Part> parts, String text, Consumer<List<ServerError>> then) {
        List<ServerError> errors = new ArrayList<>();
        atOnce(
                parts,
                participant -> List.of(text),
                (part, outcome) -> outcome.problem().ifPresent(errors::add),
                () -> {
                    keep();
                    tell(() -> then.accept(errors));
                });
    }

    /** Rolls the parts back; {@code then} is called when none of them is open any more. */
    public void rollBack(List<Part> parts, Runnable then) {
        atOnce(parts, participant -> participant.branch().rollback(), this::rolledBack, then);
    }

    private void rolledBack(Part part, QueryResult<?> outcome) {
        if (outcome instanceof QueryResult.Refused<?> refused && !refused.end().failed()) {
            letGo(part);
        } else {
            ended(part, outcome);
        }
    }

    /**
     * Releases the part's connection if its transaction has ended as it was told to; else closes it, and then the server
     * rolls back what isn't prepared.
     */
    void ended(Part part, QueryResult<?> outcome) {
        switch (outcome) {
            case QueryResult.Answered<?> done -> letGo(part);
            case QueryResult.Refused<?> refused -> session.pinned().discard(part.connection());
            case QueryResult.Lost<?> lost -> session.pinned().forget(part.connection());
        }
    }

    /** Releases the part's connection, whose transaction has ended and whose state is known. */
    void letGo(Part part) {
        session.pinned().settleAside(part.connection(), false);
    }

    /**
     * Keeps all as parts of the open transaction. A later statement gets the error of those that were lost meanwhile.
     */
    private void keep() {
        for (Part part : all) {
            session.pinned().settleAside(part.connection(), true);
        }
    }

    /** Commands under way go on, but the session gives up these connections. */
    @Override
    public void clientGone() {
        if (over) {
            return;
        }
        detached = true;
        for (Part part : all) {
            session.pinned().forget(part.connection());
        }
    }

    /** The error when a part was lost before anything was committed, and the others are rolled back. */
    static ServerError lostBefore(BackendConnection lost) {
        return new ServerError(
                ErrorCode.SERVER_SHUTDOWN,
                "server " + lost.pool().server().name() + " of pair "
                        + lost.pool().pair()
                        + " went away between two statements: the transaction is rolled back on every pair; begin it"
                        + " again");
    }

    /** Calls {@code whoWaits}, unless the client is gone. */
    public void tell(Runnable whoWaits) {
        over = true;
        if (!detached) {
            whoWaits.run();
        }
    }

    static String words(List<Part> parts) {
        return parts.stream().map(Part::words).collect(Collectors.joining(" and "));
    }
}
