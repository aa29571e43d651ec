package io.pinion.server.execution.commit;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.query.BranchCommand;
import io.pinion.server.execution.query.BranchCommand.Outcome;
import io.pinion.server.session.Participant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The parts of a transaction that several pairs take part in, while it ends: in use, so that nobody takes their connections
 * away, until each is let go of.
 */
public final class Parts implements Execution {
    private final SessionContext session;
    private final List<Part> all = new ArrayList<>();
    private boolean detached;

    /** They are what they were before, or anybody's: a client that goes now has nothing to do with them. */
    private boolean over;

    /** @param connection on which it is open */
    public record Part(Participant participant, BackendConnection connection) {
        String words() {
            return participant.words();
        }
    }

    private Parts(SessionContext session) {
        this.session = session;
    }

    /** Those of the open transaction whose connections are still there. */
    public static Parts of(SessionContext session) {
        Parts parts = new Parts(session);
        for (Participant participant : session.state().transaction().participants()) {
            BackendConnection connection = session.held().claimTransaction(participant.pair());
            if (connection != null) {
                parts.all.add(new Part(participant, connection));
            }
        }
        return parts;
    }

    public List<Part> all() {
        return all;
    }

    /**
     * Has all of {@code parts} do something at once.
     *
     * @param statements what
     * @param each is told how it went
     * @param then is called when the last has answered or is lost
     */
    public static void atOnce(
            List<Part> parts,
            Function<Participant, List<String>> statements,
            BiConsumer<Part, Outcome> each,
            Runnable then) {
        if (parts.isEmpty()) {
            then.run();
            return;
        }
        int[] outstanding = {parts.size()};
        for (Part part : parts) {
            BranchCommand.send(part.connection(), statements.apply(part.participant()), outcome -> {
                each.accept(part, outcome);
                outstanding[0]--;
                if (outstanding[0] == 0) {
                    then.run();
                }
            });
        }
    }

    /** Undoes them; {@code then} is called when nothing of them is open any more. */
    public void rollBack(List<Part> parts, Runnable then) {
        atOnce(parts, participant -> participant.branch().rollback(), this::rolledBack, then);
    }

    private void rolledBack(Part part, Outcome outcome) {
        switch (outcome) {
            case Outcome.Done done -> letGo(part);
            case Outcome.Refused refused when !refused.lastFailed() -> letGo(part);
            // The server undoes it when the connection closes.
            case Outcome.Refused refused -> session.held().discard(part.connection());
            case Outcome.Lost lost -> session.held().forget(part.connection());
        }
    }

    /** Nothing of the transaction is open there any more, and the connection's state is known. */
    void letGo(Part part) {
        session.held().settleAside(part.connection(), false);
    }

    /** They are still parts of the open transaction; those that were lost meanwhile are told of later. */
    public void keep() {
        for (Part part : all) {
            session.held().settleAside(part.connection(), true);
        }
    }

    /** What is under way goes on, but the session has nothing to do with these connections any more. */
    @Override
    public void clientGone() {
        if (over) {
            return;
        }
        detached = true;
        for (Part part : all) {
            session.held().forget(part.connection());
        }
    }

    /** A part was lost before anything was committed; the others are undone. */
    static ServerError lostBefore(BackendConnection lost) {
        return new ServerError(
                ErrorCode.SERVER_SHUTDOWN,
                "server " + lost.pool().server().name() + " of pair "
                        + lost.pool().pair()
                        + " went away between two statements: the transaction is rolled back on every pair; begin it"
                        + " again");
    }

    /** Tells how it ended, if anybody is left to be told. */
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
