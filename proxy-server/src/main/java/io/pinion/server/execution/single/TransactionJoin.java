package io.pinion.server.execution.single;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.routing.plan.Target;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.BackendRequest.Affinity;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.Beginning;
import io.pinion.server.session.Branch;
import io.pinion.server.session.Participant;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.TransactionPhase.Open;
import io.pinion.server.session.TransactionState;
import io.pinion.server.session.XaNames;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a statement's pair may join the session's open transaction, and lets it join: the transaction begins
 * on one connection of each pair, as it did on the first.
 */
public final class TransactionJoin {
    private TransactionJoin() {}

    /**
     * Lets a transaction that {@link SessionContext#mayBeginLater} begin anew if its connection is lost, or if no
     * transaction may begin on that server: while its pair is held, and once it has another primary.
     */
    static void beginAnewWhereItMust(SessionContext session) {
        BackendConnection kept = session.connectionOfIdleTransaction();
        if (kept != null
                && session.state().transaction().phase() instanceof Open open
                && (kept.isClosed() || kept.pool().isHeld() || kept.pool().isRetired())) {
            beginElsewhere(session, open);
        }
    }

    /** Enlists the pair of {@code run} if the transaction isn't open there yet; returns the error if it can't join. */
    static @Nullable ServerError enlist(SessionContext session, BackendRequest run) {
        TransactionState transaction = session.state().transaction();
        if (run.affinity() != Affinity.PAIR || !(transaction.phase() instanceof Open open)) {
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
        String obstacle = obstacle(session, open, mode);
        if (obstacle != null) {
            return cantJoin(run.pair(), open, obstacle);
        }
        enlist(session, mode, run.pair());
        return null;
    }

    /**
     * Enlists every pair of a statement that goes to several shards at once, within a transaction.
     *
     * @return the error if a pair can't join, or null
     */
    public static @Nullable ServerError enlistAll(SessionContext session, List<Target> targets) {
        beginAnewWhereItMust(session);
        TransactionState transaction = session.state().transaction();
        if (transaction.phase() instanceof Open open
                && transaction.isMovable()
                && targets.stream().noneMatch(target -> target.pair().equals(open.pair()))) {
            beginElsewhere(session, open);
        }
        TransactionMode mode = transaction.mode();
        Map<String, String> pairs = new LinkedHashMap<>();
        for (Target target : targets) {
            mode = mode.strictest(session.cluster().promiseOf(target.database()));
            pairs.putIfAbsent(target.pair(), target.database());
        }
        if (mode == TransactionMode.SINGLE) {
            return refusalOfSeveral(session, targets);
        }
        if (transaction.phase() instanceof Open open) {
            for (String pair : pairs.keySet()) {
                String obstacle = open.on(pair).isPresent() ? null : obstacle(session, open, mode);
                if (obstacle != null) {
                    return cantJoin(pair, open, obstacle);
                }
            }
        }
        for (String pair : pairs.keySet()) {
            boolean takesPart =
                    transaction.open().filter(open -> open.on(pair).isPresent()).isPresent();
            if (!takesPart) {
                enlist(session, mode, pair);
            }
        }
        return null;
    }

    private static @Nullable ServerError refusalOfSeveral(SessionContext session, List<Target> targets) {
        Set<String> places = new LinkedHashSet<>();
        session.state().transaction().participants().forEach(participant -> places.addAll(participant.places()));
        for (Target target : targets) {
            places.add(session.cluster().placeOf(target.pair(), target.database()));
        }
        return places.size() < 2
                ? null
                : new ServerError(
                        ErrorCode.NOT_SUPPORTED_YET,
                        "this transaction would work on " + places.size() + " shards, "
                                + places.stream().limit(2).collect(Collectors.joining(" and "))
                                + (places.size() > 2 ? " among them" : "")
                                + ", which \"transactions\": \"single\" of a keyspace forbids: send one statement for each"
                                + " shard, with COMMIT between");
    }

    private static void enlist(SessionContext session, TransactionMode mode, String pair) {
        SessionState state = session.state();
        state.transaction()
                .enlist(pair, branch(session, mode, pair), state.variables().transactionsAreReadOnly());
    }

    /**
     * The first pair's branch is always plain: its local transaction also stores the outcome of the XA branches. All
     * others are XA once one is, even if that one has not come to any work.
     */
    private static Branch branch(SessionContext session, TransactionMode mode, String pair) {
        TransactionState transaction = session.state().transaction();
        boolean readOnly = transaction.isReadOnly(session.state().variables().transactionsAreReadOnly());
        if (readOnly || !(transaction.phase() instanceof Open open)) {
            return Branch.PLAIN;
        }
        Optional<String> gtrid = open.participants().stream()
                .map(Participant::branch)
                .filter(Branch.Xa.class::isInstance)
                .map(branch -> ((Branch.Xa) branch).gtrid())
                .findFirst();
        return mode == TransactionMode.XA || gtrid.isPresent()
                ? new Branch.Xa(
                        gtrid.orElseGet(() -> session.cluster().xaNames().next(open.pair())), XaNames.branch(pair))
                : Branch.PLAIN;
    }

    private static ServerError cantJoin(String pair, Open open, String obstacle) {
        return new ServerError(
                ErrorCode.NOT_SUPPORTED_YET,
                "pair " + pair + " can't join this transaction, which works on " + words(open) + ": " + obstacle);
    }

    /** Lets the transaction begin anew on another pair, unnoticed because it has seen no data. */
    private static void beginElsewhere(SessionContext session, Open open) {
        Participant only = open.participants().getFirst();
        session.pinned().endTransaction(only.pair(), only.branch().rollback());
        session.state().transaction().beginAnew();
    }

    /** The error for a second shard, which the transaction mode {@code single} forbids. */
    private static @Nullable ServerError refusalOfSecondPlace(SessionContext session, BackendRequest run, Open open) {
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

    /** The reason why no further pair can join, and the way out; null when it can. */
    private static @Nullable String obstacle(SessionContext session, Open open, TransactionMode mode) {
        TransactionState transaction = session.state().transaction();
        if (!(open.beginning() instanceof Beginning.Said)) {
            return "a procedure or an XA statement began it, so Pinion can't begin it elsewhere; end it with COMMIT or"
                    + " ROLLBACK first, and begin the next with BEGIN";
        }
        if (transaction.savepoints().isIncomplete()) {
            return "it has savepoints that Pinion doesn't know, so it can't set them elsewhere; write SAVEPOINT without"
                    + " comments inside, and no more than 256 of them";
        }
        long plain = open.participants().stream()
                .filter(participant -> participant.branch() instanceof Branch.Plain)
                .count();
        boolean readOnly = transaction.isReadOnly(session.state().variables().transactionsAreReadOnly());
        if (mode == TransactionMode.XA && plain > 1 && !readOnly) {
            return "a keyspace asks for \"transactions\": \"xa\", and pairs have joined before it was known; turn to that"
                    + " keyspace first, or give the other one xa, too";
        }
        return null;
    }

    static String words(Open open) {
        return open.participants().stream().map(Participant::words).collect(Collectors.joining(" and "));
    }
}
