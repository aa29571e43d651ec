package io.pinion.integration.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pinion.demo.LocalServer;
import io.pinion.integration.faults.Transfers.Told;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.ProxyProcess;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.integration.testing.Standstill;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.server.testing.Conditions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two proxies and two servers, of which one after the other is killed by {@code kill -9} while transfers run. {@code
 * -Dpinion.kills=200} makes it longer than a build can wait for; {@code -Dpinion.kills.seed} repeats its dice.
 */
@ExtendWith(SharedDemo.Provider.class)
class TransfersUnderKillsIT {
    private static final int KILLS = Integer.getInteger("pinion.kills", 5);
    private static final long SEED = Long.getLong("pinion.kills.seed", System.nanoTime());
    private static final int CLIENTS = 8;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static final String FIRST = "db01001";
    private static final String SECOND = "db03429";

    private static SharedDemo demo;

    private final SplittableRandom dice = new SplittableRandom(SEED);

    @BeforeAll
    static void prepare(SharedDemo shared) throws SQLException {
        demo = shared;
        fill(demo.first(), FIRST);
        fill(demo.second(), SECOND);
    }

    private static void fill(LocalServer server, String database) throws SQLException {
        server.execute(
                "CREATE TABLE " + database + ".account (id INT PRIMARY KEY, balance INT NOT NULL) ENGINE=InnoDB",
                "INSERT INTO " + database + ".account SELECT seq, 100 FROM " + database + ".seq_1_to_"
                        + Transfers.ACCOUNTS,
                "CREATE TABLE " + database + ".transfer (id BIGINT PRIMARY KEY) ENGINE=InnoDB");
    }

    @AfterAll
    static void cleanUp() throws Exception {
        demo.restore();
        for (LocalServer server : List.of(demo.first(), demo.second())) {
            server.start();
            server.fence(false);
        }
        demo.first().execute("DROP TABLE " + FIRST + ".account, " + FIRST + ".transfer");
        demo.second().execute("DROP TABLE " + SECOND + ".account, " + SECOND + ".transfer");
    }

    @Test
    void inTwoPhasesNothingIsThereByHalf() throws Exception {
        Outcome outcome = transferUnderKills(TransactionMode.XA);

        assertThat(outcome.balances).as("seed %d", SEED).isEqualTo(2 * 100 * Transfers.ACCOUNTS);
        outcome.ledger.forEach((id, told) -> {
            boolean here = outcome.first.contains(id);
            assertThat(outcome.second.contains(id))
                    .as("transfer %d, told %s, seed %d", id, told, SEED)
                    .isEqualTo(here);
            if (told == Told.COMMITTED) {
                assertThat(here).as("transfer %d is lost, seed %d", id, SEED).isTrue();
            } else if (told == Told.NOT_COMMITTED) {
                assertThat(here)
                        .as("transfer %d was told to have failed, seed %d", id, SEED)
                        .isFalse();
            }
        });
    }

    @Test
    void withBestEffortNothingIsLostAndOnlyWhatWasToldIsThereByHalf() throws Exception {
        Outcome outcome = transferUnderKills(TransactionMode.BEST_EFFORT);

        outcome.ledger.forEach((id, told) -> {
            boolean here = outcome.first.contains(id);
            boolean there = outcome.second.contains(id);
            switch (told) {
                case COMMITTED ->
                    assertThat(here && there)
                            .as("transfer %d is lost, seed %d", id, SEED)
                            .isTrue();
                case NOT_COMMITTED ->
                    assertThat(here || there)
                            .as("transfer %d was told to have failed, seed %d", id, SEED)
                            .isFalse();
                // The error has said so, or the client's connection broke.
                case PARTLY, NOTHING -> {}
            }
        });
    }

    private record Outcome(Map<Long, Told> ledger, Set<Long> first, Set<Long> second, int balances) {}

    private Outcome transferUnderKills(TransactionMode mode) throws Exception {
        demo.first().execute("DELETE FROM " + FIRST + ".transfer", "UPDATE " + FIRST + ".account SET balance = 100");
        demo.second().execute("DELETE FROM " + SECOND + ".transfer", "UPDATE " + SECOND + ".account SET balance = 100");
        demo.publish(document ->
                ((ObjectNode) document.path("keyspaces").path("pinterest")).put("transactions", mode.word()));
        try (ProxyProcess one = proxy("one-" + mode.word());
                ProxyProcess other = proxy("other-" + mode.word())) {
            one.start();
            other.start();
            Transfers transfers = new Transfers(List.of(one.port(), other.port()), FIRST, SECOND);
            transfers.start(CLIENTS, SEED);
            try {
                kill(List.of(one, other), transfers);
            } finally {
                transfers.stop();
            }
            awaitNoBranches();
            Outcome outcome = new Outcome(
                    transfers.ledger(),
                    transfers(demo.first(), FIRST),
                    transfers(demo.second(), SECOND),
                    sum(demo.first(), FIRST) + sum(demo.second(), SECOND));
            Map<Told, Integer> counts = new TreeMap<>();
            outcome.ledger.values().forEach(told -> counts.merge(told, 1, Integer::sum));
            System.out.printf("%d kills, %s: %s, seed %d%n", KILLS, mode.word(), counts, SEED);
            assertThat(counts.get(Told.COMMITTED)).isPositive();
            return outcome;
        }
    }

    private static ProxyProcess proxy(String name) throws IOException {
        return new ProxyProcess(demo.directory("killed-" + name), demo.zookeeperConnect(), demo.cluster());
    }

    private void kill(List<ProxyProcess> proxies, Transfers transfers) throws Exception {
        List<CompletableFuture<Void>> restarts = new ArrayList<>();
        for (int kill = 0; kill < KILLS; kill++) {
            // Something must have worked since the last time, or nothing is tested.
            long wanted = transfers.committed() + 5;
            Conditions.await(
                    "5 transfers before kill %d, seed %d,".formatted(kill, SEED),
                    TIMEOUT,
                    () -> transfers.committed() >= wanted);
            // Then any moment will do.
            Thread.sleep(dice.nextInt(50));
            if (dice.nextInt(5) < 3) {
                ProxyProcess victim = proxies.get(kill % 2);
                CompletableFuture.allOf(restarts.toArray(new CompletableFuture<?>[0]))
                        .join();
                restarts.clear();
                if (dice.nextBoolean()) {
                    killWhileOneStandsStill(victim);
                } else {
                    victim.kill9();
                }
                restarts.add(later(victim::start));
            } else {
                LocalServer victim = dice.nextBoolean() ? demo.first() : demo.second();
                victim.kill9();
                victim.start();
                victim.fence(false);
            }
        }
        CompletableFuture.allOf(restarts.toArray(new CompletableFuture<?>[0])).join();
    }

    /**
     * Some of its clients wait then for the server to commit: if it is the transaction's home, it does so when nobody is there
     * any more to tell the other, and only the log knows of it. Otherwise a kill seldom hits that moment.
     */
    private void killWhileOneStandsStill(ProxyProcess victim) throws Exception {
        Standstill.of(dice.nextBoolean() ? demo.first() : demo.second(), () -> {
            Thread.sleep(dice.nextInt(10, 40));
            victim.kill9();
        });
    }

    /** What may fail. */
    private interface Work {
        void run() throws Exception;
    }

    private static CompletableFuture<Void> later(Work work) {
        return CompletableFuture.runAsync(() -> {
            try {
                work.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void awaitNoBranches() {
        Conditions.await(
                "the end of the last branch, seed %d,".formatted(SEED),
                TIMEOUT,
                () -> branches(demo.first()) + branches(demo.second()) == 0);
    }

    private static int branches(LocalServer server) throws SQLException {
        return ask(server, "XA RECOVER").size();
    }

    private static Set<Long> transfers(LocalServer server, String database) throws SQLException {
        return new HashSet<>(ask(server, "SELECT id FROM " + database + ".transfer"));
    }

    private static int sum(LocalServer server, String database) throws SQLException {
        return Math.toIntExact(
                ask(server, "SELECT SUM(balance) FROM " + database + ".account").getFirst());
    }

    /** The first column. */
    private static List<Long> ask(LocalServer server, String sql) throws SQLException {
        try (Connection root = server.connect()) {
            return Jdbc.column(root, sql).stream().map(Long::valueOf).toList();
        }
    }
}
