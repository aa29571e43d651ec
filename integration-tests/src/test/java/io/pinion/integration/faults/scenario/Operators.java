package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultProxy;
import io.pinion.integration.faults.history.Losses;
import io.pinion.integration.testing.Jdbc;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task.Opening;
import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** People who say to any proxy what the runbooks say. */
public final class Operators {
    /** Longer than a promotion waits for anything. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);

    /** Longer than a proxy lets a server alone that it couldn't log in on. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(20);

    private static final Duration CONNECT_AGAIN = Duration.ofMillis(100);

    private static final int IMPATIENT_ONE_IN = 4;

    /** Longer than three proxies take for one operation after the other. */
    private static final Duration SETTLE_TIMEOUT = Duration.ofMinutes(3);

    /** Locks what all openings lock. */
    private static final Opening ANY_OPENING = new Opening("pinterest", "p", 0, 0, 0, ShardSet.NONE);

    private final FaultCluster cluster;
    private final SplittableRandom dice;

    /**
     * A driver asks for settings when it connects, which a server answers. Not when it knows them from before, so that operators
     * get in while statements for the only pair are held. It forgets them when a connection fails.
     */
    private static final String ONCE = "&cacheServerConfiguration=true";

    private final PairAftercare pairs;
    private final OperationAftercare operations;

    /** What was said last, and what was answered. */
    private final List<String> said = new ArrayList<>();

    /** @param losses what automatic promotions have given up, which nobody tells, is added to them */
    public Operators(FaultCluster cluster, SplittableRandom dice, Losses losses, Tally tally) {
        this.cluster = cluster;
        this.dice = dice;
        this.pairs = new PairAftercare(cluster, this, losses, tally);
        this.operations = new OperationAftercare(cluster, this, pairs, dice, tally);
    }

    /**
     * While everything runs: later, they get in although a server is gone. A proxy that has just stood still says first that it is
     * back: what is begun there before breaks off. One that was cut off for long answers when it has asked ZooKeeper again.
     */
    public void lookAround() {
        for (FaultProxy proxy : cluster.proxies()) {
            Conditions.await("an answer of " + proxy, ANSWER_TIMEOUT, () -> say(proxy, "SHOW PAIRS")
                    .isEmpty());
            Conditions.await("ZooKeeper at " + proxy, ANSWER_TIMEOUT, () -> isConnected(proxy));
        }
        // Operations wait for those that are listed, and one that has lost its session is back a moment later only.
        Conditions.await("all proxies are listed", ANSWER_TIMEOUT, cluster::areAllListed);
        transcript();
    }

    private static boolean isConnected(FaultProxy proxy) {
        try (Connection operator = connected(proxy)) {
            return Jdbc.rows(operator, "SHOW TOPOLOGY STATUS LIKE 'state'")
                    .toString()
                    .contains("connected");
        } catch (SQLException refused) {
            return false;
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

    /** The proxy is gone, or stands still: others end what it has begun, and nobody has to tell them. */
    void settleWithout(FaultProxy absent) {
        settle(
                cluster.proxies().stream()
                        .filter(proxy -> !proxy.equals(absent))
                        .toList(),
                Patience.LEAVES_IT_TO_PROXIES);
    }

    /** Everything runs; returns when all pairs take writes, follow both ways, and all operations are over. */
    public void settle() {
        settle(cluster.proxies(), dice.nextInt(IMPATIENT_ONE_IN) == 0 ? Patience.NONE : Patience.SOME);
    }

    private void settle(List<FaultProxy> asked, Patience patience) {
        Map<String, String> missing = new TreeMap<>();
        pairs.forgetGivenUp();
        try {
            Conditions.await("the end of what was begun", SETTLE_TIMEOUT, () -> {
                missing.clear();
                for (Operation operation : cluster.journal().list()) {
                    if (!operation.progress().state().isOver()) {
                        missing.put(operation.name(), operations.end(operation, one(asked), patience));
                    }
                }
                if (cluster.journal().isLocked(ANY_OPENING)) {
                    missing.put("shards", "they are locked");
                }
                for (FaultPair pair : cluster.pairs()) {
                    pairs.step(pair, one(asked)).ifPresent(why -> missing.put(pair.name(), why));
                }
                return missing.isEmpty();
            });
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + missing, e);
        }
    }

    private FaultProxy one(List<FaultProxy> of) {
        return of.get(dice.nextInt(of.size()));
    }
}
