package io.pinion.server.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.testing.ProxyProcess;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Terminals work through two proxies, of which one after the other is killed by {@code kill -9}; then all that was
 * acknowledged is there and the tables are consistent, as seen through Pinion and on the servers. {@code
 * -Dpinion.tpcc.seconds=600} makes it longer than a build can wait for.
 */
abstract class TpccScenario {
    private static final int SECONDS = Integer.getInteger("pinion.tpcc.seconds", 20);
    private static final int TERMINALS = Integer.getInteger("pinion.tpcc.terminals", 6);
    private static final long SEED = Long.getLong("pinion.tpcc.seed", System.nanoTime());
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Sizes sizes = Sizes.ofThisRun();
    private final SplittableRandom dice = new SplittableRandom(SEED);

    abstract TpccCluster open(Path directory) throws Exception;

    @Test
    void tablesStayConsistentWhileProxiesAreKilled(@TempDir Path directory) throws Exception {
        try (TpccCluster cluster = open(directory);
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
            long before = terminals.committed();
            long patience = System.nanoTime() + PATIENCE.toNanos();
            while (terminals.committed() < before + 50 && System.nanoTime() < patience) {
                Thread.sleep(5);
            }
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
            long end = System.nanoTime() + PATIENCE.toNanos();
            try (Connection root = cluster.root(server)) {
                while (!ask(root, "XA RECOVER").isEmpty()) {
                    assertThat(System.nanoTime())
                            .as("branches are left, seed %d", SEED)
                            .isLessThan(end);
                    Thread.sleep(100);
                }
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
            all.assertThat(ask(plain, condition.getValue()))
                    .as("on the servers, %s, seed %d", condition.getKey(), SEED)
                    .isEmpty();
            all.assertThatCode(
                            () -> assertThat(ask(sharded, condition.getValue())).isEmpty())
                    .as("through Pinion, %s, seed %d", condition.getKey(), SEED)
                    .doesNotThrowAnyException();
        }
        for (Map.Entry<String, String> report : Texts.titled("reports.sql").entrySet()) {
            List<String> expected = ask(plain, report.getValue());
            all.assertThatCode(() -> assertThat(ask(sharded, report.getValue())).isEqualTo(expected))
                    .as("%s, seed %d", report.getKey(), SEED)
                    .doesNotThrowAnyException();
        }
        checkAcknowledged(terminals, plain, all);
        all.assertAll();
    }

    private void checkAcknowledged(Terminals terminals, Connection plain, SoftAssertions all) throws SQLException {
        List<String> orders = ask(plain, "SELECT o_w_id, o_d_id, o_id FROM orders");
        List<String> acknowledged = terminals.orders().stream()
                .map(order -> order.warehouse() + " | " + order.district() + " | " + order.number())
                .toList();
        all.assertThat(orders)
                .as("orders that were acknowledged, seed %d", SEED)
                .containsAll(acknowledged);
        long loaded = (long) sizes.warehouses() * Sizes.DISTRICTS * sizes.customers();
        all.assertThat(Long.parseLong(ask(plain, "SELECT COUNT(*) FROM history").getFirst()) - loaded)
                .as("payments, seed %d", SEED)
                .isBetween(terminals.payments(), terminals.payments() + terminals.paymentsInDoubt());
    }

    /** Rows as text. */
    private static List<String> ask(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            int columns = found.getMetaData().getColumnCount();
            List<String> rows = new ArrayList<>();
            while (found.next()) {
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    values.add(String.valueOf(found.getString(column)));
                }
                rows.add(String.join(" | ", values));
            }
            return rows;
        }
    }
}
