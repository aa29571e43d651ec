package io.pinion.integration.opening;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Topology;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ManagedServer;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code OPEN SHARDS} in a keyspace that has reference tables, with two proxies, real pairs and a real ZooKeeper. */
@OnEachServer
class ReferenceOpeningIT {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final String ROWS = "SELECT id, CONCAT(name, ':', hits) FROM %s.colours ORDER BY id";
    private static final int ROWS_AT_FIRST = 3_000;
    private static final int TABLE_CHANGES = 3;

    private PairCluster cluster;

    /** The primaries of the pair that has shards, and of the one that gets more; as root. */
    private ManagedServer source;

    private ManagedServer target;

    @Parameter
    ServerProduct product;

    /** The pair that gets the shards. */
    private String pair() {
        return switch (product) {
            case MARIADB -> "q";
            case MYSQL97 -> "p";
        };
    }

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        cluster = PairCluster.start(product, directory);
        List<ManagedServer> servers = cluster.servers();
        source = servers.getFirst();
        target = servers.size() > 2 ? servers.get(2) : source;
        try (Connection client = cluster.connect(0)) {
            Jdbc.execute(client, "USE pinterest");
            Jdbc.execute(
                    client,
                    "CREATE TABLE colours (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40) NOT NULL,"
                            + " hits INT NOT NULL DEFAULT 0, UNIQUE KEY (name)) COMMENT 'pinion: reference'");
            Jdbc.execute(
                    client,
                    "CREATE TABLE pin_colours (pin_id BIGINT UNSIGNED PRIMARY KEY, colour_id BIGINT,"
                            + " FOREIGN KEY (colour_id) REFERENCES colours (id))"
                            + " COMMENT 'pinion: mapping from=pin_id'");
        }
        insertColours();
    }

    /** Through the proxy that didn't make the table, once it knows the columns. */
    private void insertColours() throws SQLException {
        try (Connection client = cluster.connect(1)) {
            Jdbc.execute(client, "USE pinterest");
            Conditions.await(
                    "that the other proxy knows the table",
                    TIMEOUT,
                    () -> takes(client, "INSERT INTO colours (name) VALUES ('c0')"));
            for (int from = 1; from < ROWS_AT_FIRST; from += 1_000) {
                Jdbc.execute(
                        client,
                        IntStream.range(from, Math.min(from + 1_000, ROWS_AT_FIRST))
                                .mapToObj(i -> "('c" + i + "')")
                                .collect(Collectors.joining(", ", "INSERT INTO colours (name) VALUES ", "")));
            }
        }
    }

    private static boolean takes(Connection client, String statement) {
        try {
            Jdbc.execute(client, statement);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (cluster != null) {
            cluster.stop();
        }
    }

    private String open(String shards) {
        return "OPEN SHARDS " + shards + " ON PAIR " + pair() + " IN pinterest";
    }

    private static Map<Long, String> rows(Connection root, String database) throws SQLException {
        Map<Long, String> rows = new TreeMap<>();
        for (List<String> row : Jdbc.rows(root, ROWS.formatted(database))) {
            rows.put(Long.parseLong(row.getFirst()), row.getLast());
        }
        return rows;
    }

    /** @return the rows of all copies */
    private Map<Long, String> assertCopiesAreEqual(int last) throws SQLException {
        try (Connection from = source.connection();
                Connection to = target.connection()) {
            Map<Long, String> wanted = rows(from, "db00000");
            assertThat(rows(from, "db00001")).isEqualTo(wanted);
            for (int shard = 2; shard <= last; shard++) {
                String database = "db%05d".formatted(shard);
                assertThat(rows(to, database)).as(database).isEqualTo(wanted);
            }
            return wanted;
        }
    }

    private static void assertNothingIsHeld(Topology now) {
        assertThat(((Keyspace.Sharded) now.keyspace("pinterest").orElseThrow())
                        .ranges()
                        .held())
                .isNull();
    }

    @Test
    void theirRowsComeAlongAndNobodyNotices() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            Jdbc.execute(operator, "INSERT INTO pinterest.pins (data) VALUES ('x')");
            String pin = String.valueOf(Jdbc.value(operator, "SELECT LAST_INSERT_ID()"));
            ColourWriters writers = new ColourWriters(cluster, 4, pin);
            try (writers) {
                writers.awaitMore(50);

                assertThat(Jdbc.rows(operator, open("2-9")).getFirst()).contains("2-9", pair());

                writers.awaitMore(100);
                Jdbc.rows(operator, open("10-11"));
                writers.awaitMore(100);
            }
            assertThat(writers.errors).isEmpty();
            Map<Long, String> rows = assertCopiesAreEqual(11);
            assertThat(rows).hasSize(ROWS_AT_FIRST + writers.rows.size()).containsAllEntriesOf(writers.rows);
            assertThat(Jdbc.rows(operator, "SHOW SCHEMA DRIFT FROM pinterest")).isEmpty();
            assertThat(PairCluster.lastOperation(operator)).contains("done");
            assertNothingIsHeld(cluster.editor().current());
            Jdbc.execute(
                    operator,
                    "INSERT INTO db00009.pin_colours VALUES (1, "
                            + rows.keySet().iterator().next() + ")");
        }
    }

    @Test
    void tablesThatChangeMeanwhileAreCopiedAsTheyAre() throws Exception {
        CompletableFuture<Void> changing = CompletableFuture.runAsync(() -> {
            try (Connection client = cluster.connect(1)) {
                Jdbc.execute(client, "USE pinterest");
                for (int i = 0; i < TABLE_CHANGES; i++) {
                    Jdbc.execute(client, "ALTER TABLE colours ADD COLUMN c" + i + " INT NOT NULL DEFAULT " + i);
                    Jdbc.execute(client, "INSERT INTO colours (name) VALUES ('added" + i + "')");
                    Jdbc.execute(
                            client, "CREATE TABLE sizes" + i + " (id INT PRIMARY KEY) COMMENT 'pinion: reference'");
                    Jdbc.execute(client, "INSERT INTO sizes" + i + " VALUES (1), (2)");
                }
            } catch (SQLException e) {
                throw new CompletionException(e);
            }
        });
        try (Connection operator = cluster.connect(0);
                Connection root = target.connection()) {
            Jdbc.rows(operator, open("2-4"));
            Jdbc.rows(operator, open("5-6"));
            changing.get(1, TimeUnit.MINUTES);

            assertCopiesAreEqual(6);
            assertThat(Jdbc.rows(operator, "SHOW SCHEMA DRIFT FROM pinterest")).isEmpty();
            for (int shard = 2; shard <= 6; shard++) {
                assertThat(Jdbc.value(root, "SELECT COUNT(*) FROM db%05d.sizes0".formatted(shard)))
                        .isEqualTo("2");
            }
        }
    }

    /** Its rows were changed under the topology in which the new shards are not. */
    @Test
    void aTransactionThatIsOpenIsWaitedFor() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1)) {
            Jdbc.execute(client, "USE pinterest");
            Jdbc.execute(client, "BEGIN");
            Jdbc.execute(client, "UPDATE colours SET hits = 7 WHERE name = 'c5'");
            CompletableFuture<List<List<String>>> opening = opening("2-3");
            awaitTold(operator, "trying again, since statements or transactions that had begun before");

            Jdbc.execute(client, "UPDATE colours SET hits = 8 WHERE name = 'c6'");
            Jdbc.execute(client, "COMMIT");

            assertThat(opening.get(1, TimeUnit.MINUTES)).isNotEmpty();
            assertThat(assertCopiesAreEqual(3)).containsValues("c5:7", "c6:8");
        }
    }

    @Test
    void oneThatIsGivenUpLeavesNothingHeldAndNothingMade() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1);
                Connection root = target.connection()) {
            Jdbc.execute(root, "CREATE DATABASE db00003");
            Jdbc.execute(client, "USE pinterest");
            Jdbc.execute(client, "BEGIN");
            Jdbc.execute(client, "UPDATE colours SET hits = 7 WHERE name = 'c5'");
            CompletableFuture<List<List<String>>> opening = opening("2-3");
            awaitTold(operator, "trying again, since ");

            Jdbc.execute(
                    operator,
                    "CANCEL OPERATION " + PairCluster.lastOperation(operator).getFirst());

            Conditions.await("the end", TIMEOUT, () -> PairCluster.lastOperation(operator)
                    .contains("cancelled"));
            assertThat(opening).failsWithin(TIMEOUT);
            Jdbc.execute(client, "COMMIT");
            assertNothingIsHeld(cluster.editor().current());
            assertThat(Jdbc.column(root, "SHOW DATABASES"))
                    .doesNotContain("db00002")
                    .contains("db00003");
            assertThat(Jdbc.value(root, "SELECT COUNT(*) FROM db00003.colours")).isEqualTo("0");
            Jdbc.rows(operator, open("2-3"));
            assertCopiesAreEqual(3);
        }
    }

    private CompletableFuture<List<List<String>>> opening(String shards) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (Connection operator = cluster.connect(0)) {
                        return Jdbc.rows(operator, open(shards));
                    } catch (SQLException e) {
                        throw new CompletionException(e);
                    }
                },
                Thread.ofVirtual()::start);
    }

    private static void awaitTold(Connection operator, String step) {
        Conditions.await("that " + step, TIMEOUT, () -> Jdbc.rows(operator, "SHOW OPERATIONS").stream()
                .anyMatch(row -> String.join(" ", row).contains(step)));
    }

    /** As when its proxy died while statements were held, and before the copies were equal. */
    private Operation breakOffHolding() throws Exception {
        target.execute(List.of("CREATE DATABASE db00002", "CREATE DATABASE db00003"));
        for (String table : List.of("pins", "colours")) {
            try (Connection from = source.connection()) {
                String definition = Jdbc.rows(from, "SHOW CREATE TABLE db00000." + table)
                        .getFirst()
                        .getLast();
                target.execute(List.of("USE db00002", definition));
            }
        }
        target.execute(List.of("INSERT INTO db00002.colours (id, name, hits) VALUES (1, 'c7', 3), (99999, 'gone', 1)"));
        Operation entered = cluster.journal()
                .create(
                        new Task.Opening("pinterest", pair(), 2, 3, 2, ShardSet.NONE),
                        new Origin("app", "data", List.of(), Instant.now()),
                        Progress.beginning(2, "dead", Instant.now()));
        Operation left = cluster.journal()
                .write(
                        entered,
                        entered.progress()
                                .withShards(ShardSet.parse("2-3"), ShardSet.NONE, Map.of())
                                .withFact("holds", "true")
                                .in(Task.Opening.PUBLISHING)
                                .withDetail("holding statements for shard 0"));
        cluster.editor()
                .change(
                        now -> {
                            Keyspace.Sharded keyspace =
                                    (Keyspace.Sharded) now.keyspace("pinterest").orElseThrow();
                            return now.withKeyspace(keyspace.withRanges(
                                    keyspace.ranges().changed(0, 0, range -> range.withHeld(true))));
                        },
                        0);
        return left;
    }

    private void awaitHeld(Connection client) throws Exception {
        String held = String.valueOf(cluster.editor().current().generation());
        Conditions.await(() -> Jdbc.rows(client, "SHOW TOPOLOGY STATUS LIKE 'generation'")
                .getFirst()
                .getLast()
                .equals(held));
    }

    @Test
    void oneThatBrokeOffWhileStatementsWereHeldGoesOnElsewhere() throws Exception {
        Operation left = breakOffHolding();
        try (Connection operator = cluster.connect(1);
                Connection client = cluster.connect(0)) {
            assertThat(String.join(" ", PairCluster.lastOperation(operator)))
                    .contains("interrupted", "holding statements for shard 0");
            awaitHeld(client);
            assertThat(Failure.of(() -> Jdbc.execute(client, "UPDATE pinterest.colours SET hits = 1 WHERE name = 'c1'"))
                            .message())
                    .contains("statements for shard 0 of pinterest are held", "SHOW OPERATIONS");

            Jdbc.execute(operator, "RESUME OPERATION " + left.number());

            assertThat(PairCluster.lastOperation(operator)).contains("done");
            Jdbc.execute(client, "UPDATE pinterest.colours SET hits = 1 WHERE name = 'c1'");
            assertNothingIsHeld(cluster.editor().current());
            assertThat(assertCopiesAreEqual(3)).containsValue("c1:1").doesNotContainValue("gone:1");
        }
    }

    @Test
    void oneThatBrokeOffWhileStatementsWereHeldIsGivenUp() throws Exception {
        Operation left = breakOffHolding();
        try (Connection operator = cluster.connect(1);
                Connection client = cluster.connect(0);
                Connection beside = cluster.connect(0);
                Connection root = target.connection()) {
            awaitHeld(client);
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
                try {
                    Jdbc.execute(client, "UPDATE pinterest.colours SET hits = 1 WHERE name = 'c1'");
                } catch (SQLException e) {
                    throw new CompletionException(e);
                }
            });
            Conditions.await(() -> !Jdbc.rows(beside, "SHOW SESSIONS WHERE waits_for LIKE '%shard 0 of pinterest%'")
                    .isEmpty());

            Jdbc.execute(operator, "CANCEL OPERATION " + left.number());

            waiting.get(1, TimeUnit.MINUTES);
            assertThat(PairCluster.lastOperation(operator)).contains("cancelled", "given up");
            assertNothingIsHeld(cluster.editor().current());
            assertThat(Jdbc.column(root, "SHOW DATABASES")).doesNotContain("db00002", "db00003");
        }
    }

    @Test
    void aTableWithoutAPrimaryKeyIsRefusedBeforeAnythingIsMade() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection root = target.connection()) {
            Jdbc.execute(operator, "USE pinterest");
            Jdbc.execute(operator, "CREATE TABLE bare (a INT NOT NULL) COMMENT 'pinion: reference'");

            for (String statement : List.of("EXPLAIN " + open("2-3"), open("2-3"))) {
                assertThat(Failure.of(() -> Jdbc.rows(operator, statement)).message())
                        .contains("table bare has no primary key", "ALTER TABLE bare ADD PRIMARY KEY (…)");
            }

            assertThat(String.join(" ", PairCluster.lastOperation(operator))).doesNotContain("OPEN SHARDS");
            assertThat(Jdbc.column(root, "SHOW DATABASES")).doesNotContain("db00002", "db00003");
            Jdbc.execute(operator, "ALTER TABLE bare ADD PRIMARY KEY (a)");
            Jdbc.rows(operator, open("2-3"));
            assertCopiesAreEqual(3);
        }
    }

    @Test
    void whatItWouldDoIsExplained() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            List<List<String>> steps = Jdbc.rows(operator, "EXPLAIN " + open("2-4"));

            assertThat(steps.stream().map(step -> step.get(2)))
                    .contains(
                            "TRUNCATE TABLE … and REPLACE INTO … of colours",
                            "shard 0: held",
                            "LOCK TABLES colours READ");
            assertNothingIsHeld(cluster.editor().current());
        }
    }
}
