package io.pinion.server.execution.commit;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.Branch;
import io.pinion.server.session.Participant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Commits a transaction over several pairs: in two phases if a pair has joined as an XA branch, else one pair after the
 * other.
 */
public final class Committing {
    /** One part's local transaction stores the outcome of the branches, and no other part may be a local one. */
    private static final ServerError WITHOUT_HOME = new ServerError(
            ErrorCode.INTERNAL_ERROR,
            "this transaction can't be committed in two phases, because its pairs have joined it in different ways: it is"
                    + " rolled back on every pair; begin it again");

    private Committing() {}

    /**
     * @param ended called once, with the error when not everything is committed; not called when the client has gone
     *     meanwhile. The connections are released by then; the caller changes the session's transaction state
     */
    public static void start(SessionContext session, Consumer<Optional<ServerError>> ended) {
        BackendConnection lost = session.pinned().all().lostParticipant();
        if (lost != null) {
            session.pinned().forget(lost);
            rollBack(session, () -> ended.accept(Optional.of(TransactionParts.lostBefore(lost))));
            return;
        }
        List<Participant> participants = session.state().transaction().participants();
        long plain = participants.stream()
                .filter(participant -> participant.branch() instanceof Branch.Plain)
                .count();
        boolean twoPhases = plain < participants.size();
        if (twoPhases && plain != 1) {
            rollBack(session, () -> ended.accept(Optional.of(WITHOUT_HOME)));
        } else if (twoPhases) {
            XaCommit commit = new XaCommit(session, ended);
            session.current().goesOnBy(commit);
            commit.start();
        } else {
            BestEffortCommit commit = new BestEffortCommit(session, ended);
            session.current().goesOnBy(commit);
            commit.start();
        }
    }

    private static void rollBack(SessionContext session, Runnable then) {
        TransactionParts parts = TransactionParts.toRollBack(session);
        session.current().goesOnBy(parts);
        parts.rollBack(parts.all(), () -> parts.tell(then));
    }
}
