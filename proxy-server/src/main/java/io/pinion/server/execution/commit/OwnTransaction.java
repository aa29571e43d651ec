package io.pinion.server.execution.commit;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.OwnTransactionWords;
import io.pinion.server.session.TransactionPhase.Broken;
import io.pinion.server.session.TransactionPhase.None;
import io.pinion.server.session.TransactionState;
import java.util.Optional;
import java.util.function.Consumer;

/** A transaction of Pinion's own around a statement that a client sends in autocommit. Used once. */
public final class OwnTransaction {
    private final SessionContext session;
    private boolean own;

    public OwnTransaction(SessionContext session) {
        this.session = session;
    }

    /** Begins a transaction, unless the client has one, or will have one by its first statement. */
    public void begin() {
        TransactionState transaction = session.state().transaction();
        own = transaction.phase() instanceof None && transaction.autocommit();
        if (own) {
            transaction.defer(OwnTransactionWords.BEGIN);
        }
    }

    /** An own transaction that other code has begun. */
    public static OwnTransaction begun(SessionContext session) {
        OwnTransaction transaction = new OwnTransaction(session);
        transaction.own = true;
        return transaction;
    }

    /**
     * Commits or rolls back the transaction.
     *
     * @param failed whether the client gets an error
     * @param then called once, perhaps before this returns: with the error that replaces a success, because the changes
     *     could not be committed; empty when the answer stays
     */
    public void end(boolean failed, Consumer<Optional<ServerError>> then) {
        TransactionState transaction = session.state().transaction();
        if (!own || transaction.phase() instanceof None) {
            then.accept(Optional.empty());
            return;
        }
        if (!failed && transaction.phase() instanceof Broken(ServerError reason)) {
            transaction.ended();
            then.accept(Optional.of(reason));
            return;
        }
        // Parts that are lost are the commit's to tell.
        if (failed || transaction.participants().isEmpty()) {
            TransactionParts parts = TransactionParts.toRollBack(session);
            session.current().goesOnBy(parts);
            parts.rollBack(
                    parts.all(),
                    () -> parts.tell(() -> {
                        transaction.ended();
                        then.accept(Optional.empty());
                    }));
            return;
        }
        Committing.start(session, failure -> {
            transaction.ended();
            then.accept(failure);
        });
    }
}
