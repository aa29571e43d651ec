package io.pinion.server.session;

import io.pinion.server.session.TransactionState.Doom;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The changes of a session's transaction that can't wait for the end of a statement, each with its reason. All others
 * are a {@link TransactionChange}. Lives on the session's event loop.
 */
public final class TransactionEvents {
    private final SessionState session;
    private final TransactionState transaction;

    TransactionEvents(SessionState session, TransactionState transaction) {
        this.session = session;
        this.transaction = transaction;
    }

    /**
     * The statements of {@link TransactionState#opening} have been sent to the primary of {@code pair}: another
     * connection of the same statement must not send them again.
     */
    public void openingSent(String pair) {
        transaction.opened(pair);
    }

    /**
     * The connection that received them was given up before any statement ran: the next connection must receive them
     * again.
     */
    public void openingUnsent(String pair) {
        transaction.untold(pair);
    }

    /** A pair joins for the statement that comes now; see {@link TransactionState#enlist}. */
    public void pairJoins(String pair, Branch branch) {
        transaction.enlist(pair, branch, session.variables().transactionsAreReadOnly());
    }

    /** Rows go from other pairs to this one: until it has committed, they must be found where they were. */
    public void rowsArrive(String pair, Set<String> from) {
        transaction.commitBefore(pair, from);
    }

    /** The statement that comes now runs on another pair, where a transaction that has seen nothing begins anew. */
    public void beginsAnew() {
        transaction.beginAnew();
    }

    /** Pinion puts a transaction of its own around the statement that comes now. */
    public void ownTransactionBegins() {
        transaction.defer(OwnTransactionWords.BEGIN);
    }

    /** The statement's own transaction ended, or a transaction that the statement must not run in: it goes on. */
    public void endedBeforeStatement() {
        transaction.ended();
    }

    /**
     * A statement begins to run on several pairs at once. If it ends the transaction on one of them, this is only noted
     * until all have answered, because the others can't be rolled back earlier.
     *
     * @param work on each shard
     */
    public void statementSpreads(List<TransactionChange.Work> work) {
        transaction.runTogether(true);
        work.forEach(transaction::touched);
    }

    /**
     * As {@link #statementSpreads}, for a statement that changes rows of several shards: a savepoint is set on each of
     * their pairs before it, so that it can be undone as a whole.
     *
     * @param step the statement is a further step, and the savepoints of earlier ones stay
     */
    public void guardedStatementSpreads(List<TransactionChange.Work> work, boolean step) {
        Set<String> pairs = work.stream().map(TransactionChange.Work::pair).collect(Collectors.toSet());
        if (step) {
            transaction.guardMore(pairs);
        } else {
            transaction.guard(pairs);
        }
        statementSpreads(work);
    }

    /** The transaction has ended on one of the pairs that run a statement together, while others still run it. */
    public void partEnded(Doom how) {
        transaction.doom(how);
    }

    /** All pairs have answered; {@link TransactionState#doom} was asked before. */
    public void allAnswered() {
        transaction.runTogether(false);
    }

    /** A lost connection took the transaction along, which has ended on every pair. */
    public void abandoned() {
        transaction.ended();
    }
}
