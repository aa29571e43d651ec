package io.pinion.integration.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ProxyProcess;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * Terminals work through two proxies, of which one after the other is killed by {@code kill -9}; then all that was
 * acknowledged is there and the tables are consistent, as seen through Pinion and on the servers. {@code
 * -Dpinion.tpcc.seconds=600} makes it longer than a build can wait for.
 */
@OnEachServer
class TpccIT {
    private static final int SECONDS = Integer.getInteger("pinion.tpcc.seconds", 12);
    private static final int TERMINALS = Integer.getInteger("pinion.tpcc.terminals", 6);
    private static final long SEED = Long.getLong("pinion.tpcc.seed", System.nanoTime());
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** For starting servers, loading rows, and comparing them in the end. */
    private static final Duration BEFORE_AND_AFTER = Duration.ofMinutes(5);

    private final Sizes sizes = Sizes.ofThisRun();
    private final SplittableRandom dice = new SplittableRandom(SEED);

    @Parameter
    ServerProduct product;

    @Test
    void tablesStayConsistentWhileProxiesAreKilled(@TempDir Path directory) {
        assertTimeoutPreemptively(
                Duration.ofSeconds(SECONDS).plus(BEFORE_AND_AFTER), () -> workWhileProxiesAreKilled(directory));
    }

    private void workWhileProxiesAreKilled(Path directory) throws Exception {
        try (TpccCluster cluster = TpccCluster.start(product, directory);
                ProxyProcess one = cluster.proxy("one");
                ProxyProcess other = cluster.proxy("other")) {
            one.start();
            other.start();
            try (Connection client = TpccCluster.connect(one.port(), "&rewriteBatchedStatements=true")) {
                try (Statement statement = client.createStatement()) {
                    for (String definition : Texts.schema()) {
                        statement.execute(definition);
                    }
                }
                new Population(client, sizes, SEED).load();
            }

            Terminals terminals = new Terminals(sizes, List.of(one.port(), other.port()));
            terminals.start(TERMINALS, SEED);
            int kills;
            try {
                kills = kill(List.of(one, other), terminals);
            } finally {
                terminals.stop();
            }
            System.out.printf(
                    "%d transactions, %d kills, failures by code %s, seed %d%n",
                    terminals.committed(), kills, terminals.failures(), SEED);

            awaitNoBranches(cluster);
            Unsharded.copy(cluster);
            try (Connection sharded = TpccCluster.connect(other.port(), "");
                    Connection plain = cluster.root(0)) {
                plain.setCatalog(Unsharded.DATABASE);
                check(terminals, sharded, plain);
            }
        }
    }

    /** @return how often a proxy was killed */
    private int kill(List<ProxyProcess> proxies, Terminals terminals) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
        int kills = 0;
        CompletableFuture<Void> restart = CompletableFuture.completedFuture(null);
        while (System.nanoTime() < end) {
            // Something must have worked since the last time, or nothing is tested.
            long wanted = terminals.committed() + 50;
            Conditions.await(
                    "50 transactions before kill %d, seed %d,".formatted(kills, SEED),
                    TIMEOUT,
                    () -> terminals.committed() >= wanted);
            // Then any moment will do.
            Thread.sleep(dice.nextInt(500));
            restart.join();
            ProxyProcess victim = proxies.get(kills++ % proxies.size());
            victim.kill9();
            restart = CompletableFuture.runAsync(() -> start(victim));
        }
        restart.join();
        return kills;
    }

    private static void start(ProxyProcess proxy) {
        try {
            proxy.start();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitNoBranches(TpccCluster cluster) throws Exception {
        for (int server = 0; server < cluster.servers(); server++) {
            try (Connection root = cluster.root(server)) {
                Conditions.await("the end of the last branch, seed %d,".formatted(SEED), TIMEOUT, () -> Jdbc.rows(
                                root, "XA RECOVER")
                        .isEmpty());
            }
        }
    }

    private void check(Terminals terminals, Connection sharded, Connection plain) throws SQLException {
        SoftAssertions all = new SoftAssertions();
        all.assertThat(terminals.surprises())
                .as("errors that no application expects")
                .isEmpty();
        all.assertThat(terminals.committed()).as("transactions").isPositive();
        for (Map.Entry<String, String> condition :
                Texts.titled("consistency.sql").entrySet()) {
            all.assertThat(Jdbc.lines(plain, condition.getValue()))
                    .as("on the servers, %s, seed %d", condition.getKey(), SEED)
                    .isEmpty();
            all.assertThatCode(() -> assertThat(Jdbc.lines(sharded, condition.getValue()))
                            .isEmpty())
                    .as("through Pinion, %s, seed %d", condition.getKey(), SEED)
                    .doesNotThrowAnyException();
        }
        for (Map.Entry<String, String> report : Texts.titled("reports.sql").entrySet()) {
            List<String> expected = Jdbc.lines(plain, report.getValue());
            all.assertThatCode(() ->
                            assertThat(Jdbc.lines(sharded, report.getValue())).isEqualTo(expected))
                    .as("%s, seed %d", report.getKey(), SEED)
                    .doesNotThrowAnyException();
        }
        checkAcknowledged(terminals, plain, all);
        all.assertAll();
    }

    private void checkAcknowledged(Terminals terminals, Connection plain, SoftAssertions all) throws SQLException {
        Set<String> orders = new HashSet<>(Jdbc.lines(plain, "SELECT o_w_id, o_d_id, o_id FROM orders"));
        List<String> lost = terminals.orders().stream()
                .map(order -> order.warehouse() + " | " + order.district() + " | " + order.number())
                .filter(order -> !orders.contains(order))
                .toList();
        all.assertThat(lost)
                .as("orders that were acknowledged and are lost, seed %d", SEED)
                .isEmpty();
        long loaded = (long) sizes.warehouses() * Sizes.DISTRICTS * sizes.customers();
        all.assertThat(Long.parseLong(Jdbc.lines(plain, "SELECT COUNT(*) FROM history")
                                .getFirst())
                        - loaded)
                .as("payments, seed %d", SEED)
                .isBetween(terminals.payments(), terminals.payments() + terminals.paymentsInDoubt());
    }
}
