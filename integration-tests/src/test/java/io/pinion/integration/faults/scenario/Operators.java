package io.pinion.integration.faults.scenario;

import io.pinion.config.topology.Pair;
import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultProxy;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.integration.testing.Jdbc;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.journal.Task.Opening;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** People who say to any proxy what the runbooks say. */
public final class Operators {
    /** Longer than a promotion waits for anything. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

    /** Longer than a proxy lets a server alone that it couldn't log in on. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(20);

    private static final Duration CONNECT_AGAIN = Duration.ofMillis(100);

    private static final int IMPATIENT_ONE_IN = 4;

    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(2);

    /** Locks what all openings lock. */
    private static final Opening ANY_OPENING = new Opening("pinterest", "p", 0, 0, 0, ShardSet.NONE);

    private final FaultCluster cluster;
    private final SplittableRandom dice;

    /**
     * A driver asks for settings when it connects, which a server answers. Not when it knows them from before, so that operators
     * get in while statements for the only pair are held. It forgets them when a connection fails.
     */
    private static final String ONCE = "&cacheServerConfiguration=true";

    /** Pairs of which a promotion by force was given up: the answer says that the standby may follow nobody any more. */
    private final Set<String> givenUp = new HashSet<>();

    /** What was said last, and what was answered. */
    private final List<String> said = new ArrayList<>();

    public Operators(FaultCluster cluster, SplittableRandom dice) {
        this.cluster = cluster;
        this.dice = dice;
    }

    /**
     * While everything runs: later, they get in although a server is gone. A proxy that has just stood still says first that it is
     * back: what is begun there before breaks off.
     */
    public void lookAround() {
        for (FaultProxy proxy : cluster.proxies()) {
            mustSay(proxy, "SHOW PAIRS");
            Conditions.await("ZooKeeper at " + proxy, ANSWER_TIMEOUT, () -> isConnected(proxy));
        }
        // Operations wait for those that are listed, and one that has lost its session is back a moment later only.
        Conditions.await("all proxies are listed", ANSWER_TIMEOUT, cluster::areAllListed);
        transcript();
    }

    private static boolean isConnected(FaultProxy proxy) throws SQLException {
        try (Connection operator = connected(proxy)) {
            return Jdbc.rows(operator, "SHOW TOPOLOGY STATUS LIKE 'state'")
                    .toString()
                    .contains("connected");
        }
    }

    /** The error that a statement has; empty when it has none. */
    public Optional<String> say(FaultProxy proxy, String sql) {
        return say(proxy, sql, () -> {});
    }

    /** What happens to a cluster. */
    interface Happening {
        void happen();
    }

    /**
     * The same, on a connection from before something happens: a driver asks for settings when it connects, which a server
     * answers.
     */
    Optional<String> say(FaultProxy proxy, String sql, Happening before) {
        String answer = "done";
        try (Connection operator = connected(proxy)) {
            before.happen();
            Jdbc.execute(operator, sql);
            return Optional.empty();
        } catch (SQLException e) {
            answer = String.valueOf(e.getMessage());
            return Optional.of(answer);
        } finally {
            synchronized (said) {
                said.add(sql + " at " + proxy + ": " + answer);
            }
        }
    }

    /** What the driver asks first may meet a server that was killed a moment ago. */
    private static Connection connected(FaultProxy proxy) throws SQLException {
        long end = System.nanoTime() + CONNECT_TIMEOUT.toNanos();
        while (true) {
            try {
                return proxy.connect(ANSWER_TIMEOUT, ONCE);
            } catch (SQLException e) {
                String why = String.valueOf(e.getMessage());
                boolean over = System.nanoTime() - end >= 0;
                if (over || !(why.contains("was lost") || why.contains("can't log in"))) {
                    throw e;
                }
            }
            LockSupport.parkNanos(CONNECT_AGAIN.toNanos());
        }
    }

    /** Fails when it is refused. */
    void mustSay(FaultProxy proxy, String sql) {
        Optional<String> refused = say(proxy, sql);
        if (refused.isPresent()) {
            throw new AssertionError(sql + " at " + proxy + " was refused: " + refused.get());
        }
    }

    /** As {@link #say}, on another thread. */
    CompletableFuture<Optional<String>> begin(FaultProxy proxy, String sql) {
        return CompletableFuture.supplyAsync(
                () -> say(proxy, sql), task -> Thread.ofVirtual().start(task));
    }

    /** What was said since this was asked last. */
    public String transcript() {
        synchronized (said) {
            String all = String.join("\n  ", said);
            said.clear();
            return all;
        }
    }

    /** As if the proxy weren't there: others end what it has begun. */
    void settleWithout(FaultProxy absent) {
        settle(cluster.proxies().stream().filter(proxy -> !proxy.equals(absent)).toList());
    }

    /** Everything runs; returns when all pairs take writes, follow both ways, and all operations are over. */
    public void settle() {
        settle(cluster.proxies());
    }

    private void settle(List<FaultProxy> asked) {
        Map<String, String> missing = new TreeMap<>();
        givenUp.clear();
        boolean impatient = dice.nextInt(IMPATIENT_ONE_IN) == 0;
        try {
            Conditions.await("the end of what was begun", SETTLE_TIMEOUT, () -> {
                missing.clear();
                for (Operation operation : cluster.journal().list()) {
                    if (!operation.progress().state().isOver()) {
                        missing.put(operation.name(), end(operation, asked.get(dice.nextInt(asked.size())), impatient));
                    }
                }
                if (cluster.journal().isLocked(ANY_OPENING)) {
                    missing.put("shards", "they are locked");
                }
                for (FaultPair pair : cluster.pairs()) {
                    step(pair, asked.get(dice.nextInt(asked.size()))).ifPresent(why -> missing.put(pair.name(), why));
                }
                return missing.isEmpty();
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + missing, e);
        }
    }

    /**
     * Says one thing, or nothing if it runs.
     *
     * @return how it is
     */
    private String end(Operation operation, FaultProxy proxy, boolean impatient) throws Exception {
        String which = " OPERATION " + operation.number();
        boolean alive = cluster.journal().isLocked(operation.task());
        State state = operation.progress().state();
        OldTransactions.kill(cluster, operation.progress());
        if (operation.task() instanceof Move move && state == State.WAITING) {
            ShardsOnTheWay.requireFenced(cluster, move);
            say(proxy, (dice.nextBoolean() ? "FINISH" : "REVERT") + which);
        } else if (!alive || operation.task() instanceof Promotion) {
            // Refused as long as ZooKeeper takes the one that began it for alive, and CANCEL when it is too late for
            // that.
            if (dice.nextInt(3) > 0) {
                say(proxy, "RESUME" + which);
            } else if (say(proxy, "CANCEL" + which).isEmpty()
                    && operation.task() instanceof Promotion promotion
                    && promotion.manner() != Manner.PLANNED) {
                givenUp.add(promotion.pair());
            }
        } else if (impatient && !operation.progress().cancelAsked()) {
            say(proxy, "CANCEL" + which);
        }
        return state + (alive ? ", at " : ", left at ") + operation.progress().step();
    }

    /**
     * Says one thing, or nothing if the pair is well.
     *
     * @return what is missing; empty when the pair is well
     */
    private Optional<String> step(FaultPair pair, FaultProxy proxy) throws Exception {
        Promotion promotion = anyPromotion(cluster.stored(pair));
        Optional<Operation> unfinished = cluster.journal().list().stream()
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
            say(proxy, "PROMOTE PAIR " + pair.name());
            return Optional.of("statements are held");
        }
        try (ManagedServer primary = pair.server(now.primary().name()).manage();
                ManagedServer standby =
                        pair.server(now.standby().orElseThrow().name()).manage()) {
            if (primary.isFenced()) {
                say(proxy, "OPEN PAIR " + pair.name());
                return Optional.of("the primary is fenced");
            }
            if (!standby.isFenced()) {
                throw new AssertionError("both servers of pair " + pair.name() + " take writes");
            }
            if (unfinished.isPresent()) {
                return Optional.of("an operation is unfinished");
            }
            boolean parted = !primary.replication().configured()
                    || (givenUp.contains(pair.name()) && !standby.replication().configured());
            if (parted) {
                // As behind a promotion by force.
                pair.join();
            }
            if (standby.replication().lastError().contains("out-of-order") && DdlRecovery.wroteOn(standby)) {
                FaultServer gone = pair.server(now.standby().orElseThrow().name());
                gone.empty();
                pair.fill(gone);
            }
            return Stream.of(primary, standby)
                    .map(Operators::notFollowing)
                    .flatMap(Optional::stream)
                    .findFirst();
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
