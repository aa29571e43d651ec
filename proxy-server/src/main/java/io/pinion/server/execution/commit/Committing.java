package io.pinion.server.execution.commit;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.CurrentExecution;
import io.pinion.server.session.Branch;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Commits a transaction over several pairs: in two phases if a pair has joined as an XA branch, else one pair after the
 * other.
 */
public final class Committing {
    private Committing() {}

    /**
     * @param current gets the execution in progress
     * @param ended called once, with the error when not everything is committed; not called when the client has gone
     *     meanwhile. The connections are released by then; the caller changes the session's transaction state
     */
    public static void start(SessionContext session, CurrentExecution current, Consumer<Optional<ServerError>> ended) {
        BackendConnection lost = session.pinned().all().lostParticipant();
        if (lost != null) {
            session.pinned().forget(lost);
            TransactionParts parts = TransactionParts.of(session);
            current.set(parts);
            parts.rollBack(
                    parts.all(), () -> parts.tell(() -> ended.accept(Optional.of(TransactionParts.lostBefore(lost)))));
            return;
        }
        boolean twoPhases = session.state().transaction().participants().stream()
                .anyMatch(participant -> participant.branch() instanceof Branch.Xa);
        if (twoPhases) {
            XaCommit commit = new XaCommit(session, ended);
            current.set(commit);
            commit.start();
        } else {
            BestEffortCommit commit = new BestEffortCommit(session, ended);
            current.set(commit);
            commit.start();
        }
    }
}
