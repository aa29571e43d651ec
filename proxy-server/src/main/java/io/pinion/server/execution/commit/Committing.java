package io.pinion.server.execution.commit;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.CurrentExecution;
import io.pinion.server.session.Branch;
import java.util.Optional;
import java.util.function.Consumer;

/** COMMIT of a transaction that several pairs take part in, in the way in which they joined it. */
public final class Committing {
    private Committing() {}

    /**
     * @param current is told what goes on
     * @param ended is told once, with the error when not everything is committed; the connections are let go of by then, the
     *     session's transaction state is the caller's to change. Nobody is told when the client has gone meanwhile.
     */
    public static void start(SessionContext session, CurrentExecution current, Consumer<Optional<ServerError>> ended) {
        BackendConnection lost = session.held().lostParticipant();
        if (lost != null) {
            session.held().forget(lost);
            Parts parts = Parts.of(session);
            current.is(parts);
            parts.rollBack(parts.all(), () -> parts.tell(() -> ended.accept(Optional.of(Parts.lostBefore(lost)))));
            return;
        }
        boolean twoPhases = session.state().transaction().participants().stream()
                .anyMatch(participant -> participant.branch() instanceof Branch.Xa);
        if (twoPhases) {
            XaCommit commit = new XaCommit(session, ended);
            current.is(commit);
            commit.start();
        } else {
            BestEffortCommit commit = new BestEffortCommit(session, ended);
            current.is(commit);
            commit.start();
        }
    }
}
