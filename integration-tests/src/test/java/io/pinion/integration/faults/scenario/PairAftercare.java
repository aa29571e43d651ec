package io.pinion.integration.faults.scenario;

import io.pinion.config.topology.Pair;
import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultProxy;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.integration.faults.history.Losses;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.replication.ReplicationHealth;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What people do about servers behind a fault, as the runbooks say. */
final class PairAftercare {
    /** A standby of these tests is less than that behind when its primary is killed. */
    static final Duration MOST_LAG = Duration.ofSeconds(3);

    /**
     * MySQL: a primary that is killed while it takes over a move may know a transaction of the other pair as done that
     * its binary log hasn't got (seen on 9.7). It was one of databases that stay there.
     */
    private static final String PURGED = "purged required binary logs";

    private final FaultCluster cluster;
    private final Operators operators;
    private final Losses losses;
    private final Tally tally;

    /** Pairs of which a promotion by force was given up: the answer says that the standby may follow nobody any more. */
    private final Set<String> givenUp = new HashSet<>();

    /** The automatic promotions whose old primary was made anew. */
    private final Set<Long> madeAnew = new HashSet<>();

    PairAftercare(FaultCluster cluster, Operators operators, Losses losses, Tally tally) {
        this.cluster = cluster;
        this.operators = operators;
        this.losses = losses;
        this.tally = tally;
    }

    void forgetGivenUp() {
        givenUp.clear();
    }

    void givenUp(String pair) {
        givenUp.add(pair);
    }

    /**
     * Says one thing, or nothing if the pair is well.
     *
     * @return what is missing; empty when the pair is well
     */
    Optional<String> step(FaultPair pair, FaultProxy proxy) throws Exception {
        Promotion promotion = anyPromotion(cluster.stored(pair));
        List<Operation> operations = cluster.journal().list();
        Optional<Operation> unfinished = operations.stream()
                .filter(operation -> !operation.progress().state().isOver())
                .filter(operation -> operation.touches(promotion))
                .findFirst();
        Pair now = cluster.stored(pair);
        if (cluster.journal().isLocked(promotion)) {
            // The lock of a proxy that ZooKeeper has lost ends with its session.
            return Optional.of("the pair is locked");
        }
        if (unfinished
                .filter(operation -> operation.task() instanceof Promotion)
                .isPresent()) {
            return Optional.of("its promotion is unfinished");
        }
        if (now.held()) {
            tally.said("PROMOTE for a pair that is held");
            operators.say(proxy, "PROMOTE PAIR " + pair.name());
            return Optional.of("statements are held");
        }
        afterAutomatic(pair, operations);
        return replication(pair, now, proxy, unfinished.isPresent());
    }

    /**
     * An automatic promotion gives up what the old primary had not sent, as its page says: the server that has that is made anew,
     * so that it doesn't come back.
     */
    private void afterAutomatic(FaultPair pair, List<Operation> operations) throws Exception {
        for (Operation operation : operations) {
            if (operation.task() instanceof Promotion promotion
                    && promotion.manner() == Manner.AUTOMATIC
                    && promotion.pair().equals(pair.name())
                    && operation.progress().state() == State.DONE
                    && madeAnew.add(operation.number())) {
                FaultServer old = pair.server(promotion.from());
                long killed = old.killedNanos();
                losses.between(killed - MOST_LAG.toNanos(), killed + MOST_LAG.toNanos());
                pair.makeAnew(old);
            }
        }
    }

    private Optional<String> replication(FaultPair pair, Pair now, FaultProxy proxy, boolean busy) throws Exception {
        try (ManagedServer primary = pair.server(now.primary().name()).manage();
                ManagedServer standby =
                        pair.server(now.standby().orElseThrow().name()).manage()) {
            if (primary.isFenced()) {
                operators.say(proxy, "OPEN PAIR " + pair.name());
                return Optional.of("the primary is fenced");
            }
            if (!standby.isFenced() && !(busy && refusesClients(standby))) {
                throw new AssertionError("both servers of pair " + pair.name() + " take writes");
            }
            if (busy) {
                return Optional.of("an operation is unfinished");
            }
            boolean parted = !primary.replication().configured()
                    || (givenUp.contains(pair.name()) && !standby.replication().configured());
            if (parted) {
                // As behind a promotion by force.
                pair.join();
            }
            String error = standby.replication().lastError();
            if (error.contains(PURGED) || (error.contains("out-of-order") && DdlRecovery.wroteOn(standby))) {
                FaultServer gone = pair.server(now.standby().orElseThrow().name());
                pair.makeAnew(gone);
            }
            return Stream.of(primary, standby)
                    .map(PairAftercare::notFollowing)
                    .flatMap(Optional::stream)
                    .findFirst();
        }
    }

    /** A step that writes to a standby of MySQL opens it for administrators: whoever takes it up closes it again. */
    private static boolean refusesClients(ManagedServer standby) throws SQLException {
        try (Connection root = standby.connection()) {
            return standby.dialect().isOpenForOperator(root);
        }
    }

    private static Optional<String> notFollowing(ManagedServer server) {
        try {
            ReplicationHealth health = server.replication();
            return health.isRunning() ? Optional.empty() : Optional.of(server + " doesn't follow: " + health);
        } catch (SQLException e) {
            return Optional.of(server + " doesn't answer: " + e.getMessage());
        }
    }

    /** Locks what all promotions of the pair lock. */
    private static Promotion anyPromotion(Pair pair) {
        return new Promotion(
                pair.name(), pair.primary().name(), pair.standby().orElseThrow().name(), Manner.PLANNED);
    }
}
