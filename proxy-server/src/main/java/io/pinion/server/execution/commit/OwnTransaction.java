package io.pinion.server.execution.commit;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.single.CurrentExecution;
import io.pinion.server.session.OwnTransactionWords;
import io.pinion.server.session.TransactionPhase.None;
import io.pinion.server.session.TransactionState;
import java.util.Optional;
import java.util.function.Consumer;

/** A transaction that only Pinion knows of, around what is one statement to a client in autocommit. Used once. */
public final class OwnTransaction {
    private final SessionContext session;
    private final CurrentExecution current;
    private boolean own;

    public OwnTransaction(SessionContext session, CurrentExecution current) {
        this.session = session;
        this.current = current;
    }

    /** Begins one unless the client's is open, or will be by its first statement. */
    public void begin() {
        TransactionState transaction = session.state().transaction();
        own = transaction.phase() instanceof None && transaction.autocommit();
        if (own) {
            transaction.defer(OwnTransactionWords.BEGIN);
        }
    }

    /** What {@link #begin} would, begun by another. */
    public static OwnTransaction begun(SessionContext session, CurrentExecution current) {
        OwnTransaction transaction = new OwnTransaction(session, current);
        transaction.own = true;
        return transaction;
    }

    /**
     * Commits it, or undoes it.
     *
     * @param failed the client will be told an error
     * @param then is told once, perhaps before this returns: the error that takes the place of a success, because what was
     *     done could not be committed; empty when nothing changes the answer
     */
    public void end(boolean failed, Consumer<Optional<ServerError>> then) {
        TransactionState transaction = session.state().transaction();
        if (!own || transaction.phase() instanceof None) {
            then.accept(Optional.empty());
            return;
        }
        Parts parts = Parts.of(session);
        if (failed || parts.all().isEmpty()) {
            current.is(parts);
            parts.rollBack(
                    parts.all(),
                    () -> parts.tell(() -> {
                        transaction.ended();
                        then.accept(Optional.empty());
                    }));
            return;
        }
        Committing.start(session, current, failure -> {
            transaction.ended();
            then.accept(failure);
        });
    }
}
