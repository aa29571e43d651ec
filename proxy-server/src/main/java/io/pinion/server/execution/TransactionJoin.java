package io.pinion.server.execution;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.server.execution.ServerRun.Reach;
import io.pinion.server.session.Beginning;
import io.pinion.server.session.Branch;
import io.pinion.server.session.Participant;
import io.pinion.server.session.TransactionPhase.Open;
import io.pinion.server.session.TransactionState;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Whether a statement may take part in the session's open transaction, and how its pair joins that: one connection for each
 * pair, on which the transaction begins as it did on the first.
 */
final class TransactionJoin {
    private TransactionJoin() {}

    /** Enlists the pair of {@code run} if the transaction isn't open there yet; else says why that can't be. */
    static @Nullable ServerError enlist(SessionContext session, ServerRun run) {
        TransactionState transaction = session.state().transaction();
        if (run.reach() != Reach.PAIR || !(transaction.phase() instanceof Open open)) {
            return null;
        }
        TransactionMode mode = run.database()
                .map(database -> session.cluster().promiseOf(database))
                .orElse(TransactionMode.DEFAULT)
                .strictest(transaction.mode());
        boolean takesPart = open.on(run.pair()).isPresent();
        if (!takesPart && transaction.isMovable()) {
            beginElsewhere(session, open);
            return null;
        }
        if (mode == TransactionMode.SINGLE) {
            return refusalOfSecondPlace(session, run, open);
        }
        if (takesPart) {
            return null;
        }
        String obstacle = obstacle(transaction, open, mode);
        if (obstacle != null) {
            return new ServerError(
                    ErrorCode.NOT_SUPPORTED_YET,
                    "pair " + run.pair() + " can't join this transaction, which works on " + words(open) + ": "
                            + obstacle);
        }
        transaction.enlist(run.pair(), Branch.PLAIN);
        return null;
    }

    /** The transaction has seen no data where it is, so nobody can tell when it begins anew on another pair. */
    private static void beginElsewhere(SessionContext session, Open open) {
        Participant only = open.participants().getFirst();
        session.held().endTransaction(only.pair(), only.branch().rollback());
        session.state().transaction().beginAnew();
    }

    /** The keyspace's promise is that a transaction stays on one shard. */
    private static @Nullable ServerError refusalOfSecondPlace(SessionContext session, ServerRun run, Open open) {
        String place = run.database()
                .map(database -> session.cluster().placeOf(run.pair(), database))
                .orElse("pair " + run.pair());
        boolean same = open.participants().stream()
                .allMatch(participant -> participant.pair().equals(run.pair())
                        && participant.places().stream().allMatch(place::equals));
        return same
                ? null
                : new ServerError(
                        ErrorCode.NOT_SUPPORTED_YET,
                        "this transaction works on " + words(open) + " and the statement on " + place
                                + ", which \"transactions\": \"single\" of a keyspace forbids: end it with COMMIT or"
                                + " ROLLBACK before you turn to another shard");
    }

    /** Why no further pair can join, and the way out; null when it can. */
    private static @Nullable String obstacle(TransactionState transaction, Open open, TransactionMode mode) {
        if (!(open.beginning() instanceof Beginning.Said said)) {
            return "a procedure or an XA statement began it, so Pinion can't begin it elsewhere; end it with COMMIT or"
                    + " ROLLBACK first, and begin the next with BEGIN";
        }
        if (said.takesSnapshot()) {
            return "its snapshot is of one server, and no second one can have the same; end it with COMMIT or ROLLBACK"
                    + " first, or begin it without WITH CONSISTENT SNAPSHOT";
        }
        if (transaction.savepoints().isIncomplete()) {
            return "it has savepoints that Pinion doesn't know, so it can't set them elsewhere; write SAVEPOINT without"
                    + " comments inside, and no more than 256 of them";
        }
        if (mode == TransactionMode.XA) {
            return "two-phase commit isn't there yet; end it with COMMIT or ROLLBACK first";
        }
        return null;
    }

    static String words(Open open) {
        return open.participants().stream().map(Participant::words).collect(Collectors.joining(" and "));
    }
}
