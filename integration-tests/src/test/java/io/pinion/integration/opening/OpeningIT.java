package io.pinion.integration.opening;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.cli.Cli;
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
import io.pinion.routing.catalog.GlobalId;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code OPEN SHARDS} and {@code SET WEIGHT} with two proxies, real pairs and a real ZooKeeper. */
@OnEachServer
class OpeningIT {
    private static final Duration THINK = Duration.ofMillis(2);

    private PairCluster cluster;

    /** The primary of the pair that gets the shards; as root. */
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
        target = servers.size() > 2 ? servers.get(2) : servers.get(0);
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

    private static List<String> ranges(Connection client) throws SQLException {
        return Jdbc.rows(client, "SHOW SHARDS FROM pinterest").stream()
                .map(row -> row.get(1) + " " + row.get(2) + " " + row.get(5))
                .toList();
    }

    @Test
    void newObjectsComeToThemByWeightAndNobodyNotices() throws Exception {
        ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<Long> ids = new ConcurrentLinkedQueue<>();
        AtomicBoolean end = new AtomicBoolean();
        List<Thread> writers = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            int proxy = writer % 2;
            writers.add(Thread.ofVirtual().start(() -> writeAndReadElsewhere(proxy, ids, errors, end)));
        }
        try (Connection operator = cluster.connect(0)) {
            Conditions.await(() -> ids.size() > 100 || !errors.isEmpty());

            assertThat(Jdbc.rows(operator, open("2-9") + " WEIGHT 6").getFirst())
                    .contains("pinterest", "2-9", pair(), "6");

            int before = ids.size();
            Conditions.await(() -> ids.size() > before + 400 || !errors.isEmpty());
            end.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
            assertThat(errors).isEmpty();
            List<Integer> shards = ids.stream()
                    .skip(before)
                    .map(id -> new GlobalId(id).shard().number())
                    .toList();
            double share = shards.stream().filter(shard -> shard >= 2).count() / (double) shards.size();
            // Three of four: 2 shards have weight 2, and 8 have 6.
            assertThat(share).isBetween(0.6, 0.9);
            assertThat(shards).contains(2, 9);
            assertThat(Jdbc.value(operator, "SELECT COUNT(*) FROM pinterest.pins"))
                    .isEqualTo(Integer.toString(ids.size()));
            assertThat(Jdbc.rows(operator, "SHOW SCHEMA DRIFT FROM pinterest")).isEmpty();
            assertThat(PairCluster.lastOperation(operator))
                    .contains("done", "OPEN SHARDS 2-9 ON PAIR " + pair() + " IN pinterest WEIGHT 6", "8");
        }
    }

    private void writeAndReadElsewhere(
            int proxy, ConcurrentLinkedQueue<Long> ids, ConcurrentLinkedQueue<String> errors, AtomicBoolean end) {
        try (Connection writer = cluster.connect(proxy);
                Connection reader = cluster.connect(1 - proxy)) {
            while (!end.get()) {
                Jdbc.execute(writer, "INSERT INTO pinterest.pins (data) VALUES ('x')");
                String id = String.valueOf(Jdbc.value(writer, "SELECT LAST_INSERT_ID()"));
                String read = Jdbc.value(reader, "SELECT data FROM pinterest.pins WHERE id = " + id);
                if (!"x".equals(read)) {
                    errors.add(id + " was " + read);
                }
                ids.add(Long.parseLong(id));
                Thread.sleep(THINK);
            }
        } catch (SQLException | InterruptedException e) {
            errors.add(String.valueOf(e.getMessage()));
        }
    }

    @Test
    void changesOfTablesMissNoneOfThem() throws Exception {
        ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
        AtomicBoolean end = new AtomicBoolean();
        Thread changes = Thread.ofVirtual().start(() -> {
            try (Connection client = cluster.connect(1)) {
                Jdbc.execute(client, "USE pinterest");
                for (int i = 0; !end.get() || i < 4; i++) {
                    Jdbc.execute(client, "ALTER TABLE pins ADD COLUMN c" + i + " INT");
                    Jdbc.execute(
                            client,
                            "CREATE TABLE t" + i + " (pin_id BIGINT PRIMARY KEY)"
                                    + " COMMENT 'pinion: mapping from=pin_id'");
                }
            } catch (SQLException e) {
                errors.add(String.valueOf(e.getMessage()));
            }
        });
        try (Connection operator = cluster.connect(0)) {
            for (int first = 2; first < 14; first += 3) {
                Jdbc.rows(operator, open(first + "-" + (first + 2)));
            }
            end.set(true);
            changes.join();

            assertThat(errors).isEmpty();
            assertThat(ranges(operator)).hasSizeLessThanOrEqualTo(2);
            assertThat(Jdbc.rows(operator, "SHOW SCHEMA DRIFT FROM pinterest")).isEmpty();
            assertThat(Jdbc.rows(operator, "SHOW OPERATIONS WHERE state = 'failed'"))
                    .isEmpty();
        }
    }

    private Operation breakOff(int first, int last, String done, String begun, String step) throws Exception {
        Operation entered = cluster.journal()
                .create(
                        new Task.Opening("pinterest", pair(), first, last, last - first + 1, ShardSet.NONE),
                        new Origin("app", "data", List.of(), Instant.now()),
                        Progress.beginning(last - first + 1, "dead", Instant.now()));
        return cluster.journal()
                .write(
                        entered,
                        entered.progress()
                                .withShards(ShardSet.parse(done), ShardSet.parse(begun), Map.of())
                                .in(step));
    }

    /** As when its proxy died while it made the third database. */
    @Test
    void oneThatBrokeOffGoesOnElsewhere() throws Exception {
        Operation left = breakOff(2, 9, "2-3", "4-9", "making the databases");
        target.execute(List.of(
                "CREATE DATABASE db00002",
                "CREATE TABLE db00002.pins (local_id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, data LONGTEXT)",
                "CREATE DATABASE db00003",
                "CREATE TABLE db00003.pins (local_id INT PRIMARY KEY)",
                "CREATE DATABASE db00004"));
        try (Connection operator = cluster.connect(1)) {
            assertThat(PairCluster.lastOperation(operator)).contains("interrupted", "dead");
            assertThat(Failure.of(() -> Jdbc.rows(operator, open("20-21"))).message())
                    .contains("is unfinished", "RESUME OPERATION " + left.number());

            Jdbc.execute(operator, "RESUME OPERATION " + left.number());

            assertThat(PairCluster.lastOperation(operator)).contains("done", "8");
            assertThat(Jdbc.rows(operator, "SHOW SCHEMA DRIFT FROM pinterest")).isEmpty();
            Jdbc.execute(operator, "INSERT INTO db00009.pins (data) VALUES ('by its name')");
        }
    }

    /** As when its proxy died, or stands still, right before it wrote the topology. */
    @Test
    void aChangeOfTablesWaitsForOneThatIsPublishing() throws Exception {
        Operation left = breakOff(2, 3, "2-3", "", Task.Opening.PUBLISHING);
        ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
        try (Connection operator = cluster.connect(1);
                Connection client = cluster.connect(0)) {
            long before = cluster.editor().current().generation();
            Thread change = Thread.ofVirtual().start(() -> {
                try {
                    Jdbc.execute(client, "ALTER TABLE pinterest.pins ADD COLUMN later INT");
                } catch (SQLException e) {
                    errors.add(String.valueOf(e.getMessage()));
                }
            });
            Conditions.await(() -> PairCluster.lastOperation(operator).contains("running"));

            assertThat(Jdbc.rows(operator, open("2-3")).getFirst()).contains("2-3");

            change.join();
            assertThat(errors).isEmpty();
            assertThat(Jdbc.rows(operator, "SHOW SCHEMA DRIFT FROM pinterest")).isEmpty();
            assertThat(Jdbc.rows(operator, "SHOW OPERATIONS WHERE operation = '" + left.number() + "'")
                            .getFirst())
                    .contains("done");
            // The shards, their weight and the change of the tables, and one more: what had been seen before can't be
            // published any more.
            assertThat(cluster.editor().current().generation()).isEqualTo(before + 4);
        }
    }

    /** Those of an import's objects lead to the shards that it had. */
    @Test
    void newShardsCountFromBehindOldIntegers() throws Exception {
        try (Connection operator = cluster.connect(1);
                Connection root = target.connection()) {
            Jdbc.execute(
                    operator,
                    "ALTER TOPOLOGY SET 'keyspaces.pinterest.tables.pins.hashed' = '{\"shards\": 2, \"through\": 5000}'");
            assertThat(Jdbc.rows(operator, open("2-3")).getFirst()).contains("2-3");
            assertThat(Jdbc.rows(root, "SHOW CREATE TABLE db00002.pins")
                            .getFirst()
                            .get(1))
                    .contains("AUTO_INCREMENT=5001");
        }
    }

    @Test
    void oneThatIsGivenUpLeavesWhatItDidNotMake() throws Exception {
        Operation left = breakOff(2, 9, "2-3", "4-9", "making the databases");
        target.execute(List.of(
                "CREATE DATABASE db00002",
                "CREATE TABLE db00002.pins (local_id INT PRIMARY KEY)",
                "CREATE DATABASE db00003",
                "CREATE TABLE db00003.pins (local_id INT PRIMARY KEY)",
                "INSERT INTO db00003.pins VALUES (1)",
                "CREATE DATABASE db00020"));
        try (Connection operator = cluster.connect(1);
                Connection root = target.connection()) {
            Jdbc.execute(operator, "CANCEL OPERATION " + left.number());

            assertThat(PairCluster.lastOperation(operator))
                    .contains("cancelled", "given up; kept: db00003 (it has rows)");
            List<String> databases = Jdbc.rows(root, "SHOW DATABASES").stream()
                    .map(row -> row.getFirst())
                    .toList();
            assertThat(databases).contains("db00003", "db00020").doesNotContain("db00002", "db00004");
            assertThat(Failure.of(() -> Jdbc.rows(operator, open("2-9"))).message())
                    .contains("leftovers", "db00003", "pins has rows");
        }
    }

    @Test
    void emptyDatabasesThatAreThereAlreadyAreUsed() throws Exception {
        target.execute(List.of("CREATE DATABASE db00002 CHARACTER SET latin1", "CREATE DATABASE db00003"));
        try (Connection operator = cluster.connect(0);
                Connection root = target.connection()) {
            assertThat(Failure.of(() -> Jdbc.rows(operator, open("2-3"))).message())
                    .contains("leftovers", "db00002: has character set latin1");
            Jdbc.execute(root, "DROP DATABASE db00002");

            Jdbc.rows(operator, open("2-3"));

            Jdbc.execute(operator, "INSERT INTO db00003.pins (data) VALUES ('x')");
        }
    }

    @Test
    void whatCantBeIsRefusedWithTheReason() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            refused(operator, open("1-4"), "open already: shard 1 on pair p");
            refused(operator, open("65530-65536"), "65536 is beyond 65535");
            refused(operator, open("9-2"), "2-9 may be meant");
            refused(operator, open("x"), "expected shards, such as 4096-8191, found 'x'");
            refused(operator, "OPEN SHARDS 2-9 IN pinterest", "expected ON, found 'IN'");
            refused(operator, open("2-9") + " WEIGHT many", "a whole number, found 'many'");
            refused(operator, open("2-9") + " WEIGHT 2000000", "not between 0 and 1000000");
            refused(operator, "OPEN SHARDS 2-9 ON PAIR pp IN pinterest", "no pair pp");
            refused(operator, "OPEN SHARDS 2-9 ON PAIR p IN pinterst", "did you mean pinterest?");
            refused(operator, "OPEN SHARDS 2-9 ON PAIR p IN shop", "shop is a single keyspace");
            target.fence(PairCluster.TIMEOUT);
            refused(operator, open("2-9"), "is fenced: OPEN PAIR " + pair());
            target.unfence();
            Operation promotion = cluster.journal()
                    .create(
                            new Task.Promotion(pair(), "C", "D", Task.Promotion.Manner.PLANNED),
                            new Origin("app", "operator", List.of(), Instant.now()),
                            Progress.beginning(0, "dead", Instant.now()));
            refused(operator, open("2-9"), "PROMOTE PAIR", "RESUME OPERATION " + promotion.number());
            cluster.journal().remove(promotion);
            assertThat(ranges(operator)).containsExactly("0-1 p open");
        }
    }

    private static void refused(Connection operator, String sql, String... why) {
        assertThat(Failure.of(() -> Jdbc.execute(operator, sql)).message())
                .as(sql)
                .contains(why);
        assertThat(Failure.of(() -> Jdbc.execute(operator, "EXPLAIN " + sql)).message())
                .as("EXPLAIN " + sql)
                .contains(why);
    }

    @Test
    void whatItWouldDoIsExplainedAndNothingIsDone() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection root = target.connection()) {
            List<List<String>> steps = Jdbc.rows(operator, "EXPLAIN " + open("2-4096"));

            assertThat(steps.stream().map(step -> step.get(2)))
                    .anyMatch(statement -> statement.startsWith("CREATE DATABASE IF NOT EXISTS `db00002`"))
                    .anyMatch(statement -> statement.startsWith("CREATE TABLE `db00002`.`pins` ("))
                    .contains("insert_weight: 4095");
            assertThat(steps.getFirst().getLast()).contains("and 4094 more, db00003 to db04096");
            assertThat(Jdbc.rows(root, "SHOW DATABASES LIKE 'db00002'")).isEmpty();
            assertThat(Jdbc.rows(operator, "SHOW OPERATIONS")).isEmpty();
        }
    }

    @Test
    void whatIsNoTableIsAskedFor() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            Jdbc.execute(operator, "CREATE VIEW db00000.all_pins AS SELECT data FROM db00000.pins");

            assertThat(Failure.of(() -> Jdbc.rows(operator, open("2-3"))).message())
                    .contains("db00002", "lacks the view all_pins", "RESUME OPERATION");

            for (String database : List.of("db00002", "db00003")) {
                target.execute(
                        List.of("CREATE VIEW " + database + ".all_pins AS SELECT data FROM " + database + ".pins"));
            }
            Jdbc.rows(operator, open("2-3"));
            assertThat(PairCluster.lastOperation(operator)).contains("done");
        }
    }

    private Cli.Outcome pinion(String... words) {
        List<String> arguments = new ArrayList<>(List.of(words));
        arguments.addAll(List.of("--format", "json"));
        return Cli.at(cluster.port(0), "app", PairCluster.PASSWORD).run(arguments.toArray(String[]::new));
    }

    @Test
    void theCommandLineSaysTheSameAndTellsScriptsHowItEnded() throws Exception {
        String[] open = {"open", "shards", "2-3", "on", "pair", pair(), "in", "pinterest"};
        try (Connection operator = cluster.connect(1)) {
            Cli.Outcome refused = pinion("open", "shards", "1-3", "on", "pair", pair(), "in", "pinterest");
            assertThat(refused.exitStatus()).isEqualTo(1);
            assertThat(refused.err())
                    .contains("open already: shard 1 on pair p")
                    .hasLineCount(1);
            assertThat(pinion("open", "shards", "2-3", "on", "pair", pair(), "in", "pinterest", "--dry-run")
                            .out())
                    .contains("\"statement\": \"CREATE DATABASE IF NOT EXISTS `db00002`");

            Jdbc.execute(operator, "CREATE VIEW db00000.all_pins AS SELECT data FROM db00000.pins");
            Cli.Outcome stopped = pinion(open);
            assertThat(stopped.exitStatus()).isEqualTo(5);
            assertThat(stopped.err()).contains("lacks the view all_pins");
            String number = PairCluster.lastOperation(operator).getFirst();
            assertThat(pinion("show", "operations", "like", number, "--wait"))
                    .satisfies(shown -> assertThat(shown.exitStatus()).isEqualTo(5))
                    .satisfies(shown -> assertThat(shown.out()).contains("\"state\": \"failed\""));
            Jdbc.execute(operator, "DROP VIEW db00000.all_pins");

            Cli.Outcome resumed = pinion("resume", "operation", number);

            assertThat(resumed.err()).isEmpty();
            assertThat(resumed.exitStatus()).isEqualTo(0);
            assertThat(resumed.out()).contains("\"state\": \"done\"", "\"shards\": 2");
            assertThat(pinion("set", "weight", "7", "for", "shards", "2-3", "in", "pinterest")
                            .out())
                    .contains("\"weight\": 7");
            assertThat(pinion("show", "operations", "where", "state = 'done'").out())
                    .contains("OPEN SHARDS 2-3");
            assertThat(pinion("cancel", "operation", number).err()).contains("has ended: it is done");
            assertThat(pinion("resume", "operation", "99").err()).contains("there is no operation 99");
            assertThat(pinion("promote", "pair", "p", "--dry-run").out()).contains("XA RECOVER");
        }
    }

    @Test
    void theShareOfNewObjectsIsChanged() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            assertThat(Jdbc.rows(operator, "SET WEIGHT 0 FOR SHARD 1 IN pinterest"))
                    .satisfiesExactly(row -> assertThat(row).contains("1", "p", "1", "0", "0.0 %"));
            Conditions.await(() -> ranges(operator).equals(List.of("0 p open", "1 p open, no new objects")));
            for (int i = 0; i < 20; i++) {
                Jdbc.execute(operator, "INSERT INTO pinterest.pins (data) VALUES ('x')");
            }
            assertThat(Jdbc.value(operator, "SELECT COUNT(*) FROM db00001.pins"))
                    .isEqualTo("0");
            assertThat(Jdbc.rows(operator, "SET WEIGHT 0 FOR SHARDS 0-1 IN pinterest")
                            .getFirst())
                    .anyMatch(cell -> cell.contains("no shard takes any now"));
            Conditions.await(() -> !ranges(operator).contains("0 p open"));
            Jdbc.rows(operator, "SET WEIGHT 2 FOR SHARDS 0-1 IN pinterest");
            Conditions.await(() -> ranges(operator).equals(List.of("0-1 p open")));
            for (String[] bad : new String[][] {
                {"SET WEIGHT 1 FOR SHARDS 1-4 IN pinterest", "shards 2-4 of pinterest are not open"},
                {"SET WEIGHT -1 FOR SHARDS 0-1 IN pinterest", "expected a weight, a whole number, found '-1'"},
                {"SET WEIGHT 1000001 FOR SHARDS 0-1 IN pinterest", "not between 0 and 1000000"},
                {"SET WEIGHT 1 FOR SHARDS 0-1 IN shop", "shop is a single keyspace"},
                {"SET WEIGHT 1 SHARDS 0-1 IN pinterest", "expected FOR, found 'SHARDS'"}
            }) {
                assertThat(Failure.of(() -> Jdbc.execute(operator, bad[0])).message())
                        .as(bad[0])
                        .contains(bad[1]);
            }
        }
    }
}
