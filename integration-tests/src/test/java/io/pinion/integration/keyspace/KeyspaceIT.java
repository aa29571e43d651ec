package io.pinion.integration.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.keyspace.NewKeyspace;
import io.pinion.operations.server.ManagedServer;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code CREATE KEYSPACE} and {@code DROP KEYSPACE} with two proxies, real pairs and a real ZooKeeper. */
@OnEachServer
class KeyspaceIT {
    /** By hand thousands. A busy machine takes a minute for 2,048, and no client waits for longer. */
    private static final int MANY = Integer.getInteger("pinion.shards", 512);

    private PairCluster cluster;

    /** The primary of pair p; as root. */
    private ManagedServer primary;

    @Parameter
    ServerProduct product;

    /** The clause with the pairs that there are. */
    private String pairs() {
        return switch (product) {
            case MARIADB -> " ON PAIRS p, q";
            case MYSQL97 -> " ON PAIR p";
        };
    }

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        cluster = PairCluster.start(product, directory);
        primary = cluster.servers().getFirst();
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (cluster != null) {
            cluster.stop();
        }
    }

    private List<String> databases() throws SQLException {
        try (Connection root = primary.connection()) {
            return Jdbc.rows(root, "SHOW DATABASES").stream()
                    .map(List::getFirst)
                    .toList();
        }
    }

    private static String refusal(Connection client, String statement) {
        return Failure.of(() -> Jdbc.rows(client, statement)).message();
    }

    @Test
    void tablesAndRowsComeToAKeyspaceOfEachKind() throws Exception {
        try (Connection one = cluster.connect(0);
                Connection two = cluster.connect(1)) {
            assertThat(Jdbc.rows(one, "CREATE KEYSPACE depot ID SHARDS 7" + pairs())
                            .getFirst())
                    .contains("depot", "7");
            Jdbc.execute(
                    one,
                    "CREATE TABLE depot.orders (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,"
                            + " what VARCHAR(20)) COMMENT 'pinion: object'");
            for (int order = 0; order < 20; order++) {
                Jdbc.execute(one, "INSERT INTO depot.orders (what) VALUES ('order " + order + "')");
            }
            assertThat(Jdbc.value(one, "SELECT COUNT(*) FROM depot.orders")).isEqualTo("20");

            Jdbc.rows(
                    one,
                    "CREATE KEYSPACE names MOD SHARDS 5 HASH crc32" + pairs()
                            + " DATABASE 'n%d' CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
            Jdbc.execute(
                    one,
                    "CREATE TABLE names.user_by_name (name VARCHAR(40) PRIMARY KEY, user_id BIGINT)"
                            + " COMMENT 'pinion: hashed key=name'");
            Jdbc.execute(one, "INSERT INTO names.user_by_name VALUES ('ben', 1), ('eva', 2), ('ada', 3)");
            assertThat(Jdbc.value(one, "SELECT user_id FROM names.user_by_name WHERE name = 'ada'"))
                    .isEqualTo("3");
            assertThat(Jdbc.value(
                            one,
                            "SELECT default_collation_name FROM information_schema.schemata"
                                    + " WHERE schema_name = 'n0'"))
                    .isEqualTo("utf8mb4_bin");

            Jdbc.rows(one, "CREATE KEYSPACE plain SINGLE ON PAIR p");
            Jdbc.execute(one, "CREATE TABLE plain.t (id INT PRIMARY KEY)");
            Conditions.await(() -> Jdbc.rows(two, "SHOW DATABASES").toString().contains("plain"));
            assertThat(Jdbc.rows(two, "SHOW KEYSPACES").toString()).contains("depot", "names", "plain");
        }
    }

    @Test
    void whatCanNotWorkIsRefusedAndLeavesNothing() throws Exception {
        primary.execute(List.of("CREATE DATABASE taken00003"));
        try (Connection operator = cluster.connect(0)) {
            assertThat(Failure.of(() -> Jdbc.rows(operator, "CREATE KEYSPACE pinterest ID SHARDS 4 ON PAIR p"))
                            .code())
                    .isEqualTo(1007);
            assertThat(refusal(operator, "CREATE KEYSPACE depot ID SHARDS 4 ON PAIR pp"))
                    .contains("there is no pair pp", "known are p");
            assertThat(refusal(operator, "CREATE KEYSPACE depot ID SHARDS 70000 ON PAIR p"))
                    .contains("not between 1 and 65536");
            assertThat(refusal(operator, "CREATE KEYSPACE depot MOD SHARDS 4 HASH md4 ON PAIR p"))
                    .contains("there is no hash called md4");
            assertThat(refusal(operator, "CREATE KEYSPACE depot ID SHARDS 4 ON PAIR p DATABASE 'db%05d'"))
                    .contains("pinterest");
            assertThat(refusal(operator, "CREATE KEYSPACE taken ID SHARDS 9 ON PAIR p"))
                    .contains("has databases of these names: taken00003");
            assertThat(refusal(operator, "CREATE KEYSPACE depot ID SHARDS 4 ON PAIR p CHARACTER SET klingon"))
                    .contains("klingon");
            assertThat(refusal(operator, "CREATE KEYSPACE depot ID ON PAIR p"))
                    .contains("expected SHARDS", "Write: CREATE KEYSPACE");
            assertThat(Jdbc.rows(operator, "SHOW OPERATIONS")).isEmpty();
            assertThat(databases()).doesNotContain("depot00000", "taken00000");
        }
    }

    @Test
    void anEmptyOneIsDroppedAndNoOther() throws Exception {
        try (Connection one = cluster.connect(0);
                Connection two = cluster.connect(1)) {
            Jdbc.rows(one, "CREATE KEYSPACE depot ID SHARDS 8" + pairs());
            Jdbc.execute(
                    one,
                    "CREATE TABLE depot.t (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY)"
                            + " COMMENT 'pinion: object'");
            assertThat(refusal(one, "DROP KEYSPACE depot")).contains("has tables, such as t", "DROP TABLE");
            assertThat(refusal(one, "EXPLAIN DROP KEYSPACE depot")).contains("has tables, such as t");
            Jdbc.execute(one, "DROP TABLE depot.t");
            primary.execute(List.of("CREATE TABLE depot00001.by_hand (id INT)"));
            assertThat(refusal(one, "DROP KEYSPACE depot")).contains("has tables, such as those of depot00001");
            primary.execute(List.of("DROP TABLE depot00001.by_hand"));
            Jdbc.rows(one, "CREATE TOPOLOGY USER clerk IDENTIFIED BY 'x' KEYSPACES depot, pinterest");
            for (String statement : List.of("DROP KEYSPACE depot", "EXPLAIN DROP KEYSPACE depot")) {
                assertThat(refusal(one, statement))
                        .contains(
                                "user clerk names it: ALTER TOPOLOGY USER clerk KEYSPACES pinterest or DROP TOPOLOGY");
            }
            Jdbc.rows(one, "DROP TOPOLOGY USER clerk");

            assertThat(Jdbc.rows(one, "EXPLAIN DROP KEYSPACE depot").toString())
                    .contains("no keyspaces.depot", "DROP DATABASE depot00000");
            assertThat(Jdbc.rows(one, "DROP KEYSPACE depot").getFirst()).contains("depot");

            assertThat(databases()).doesNotContain("depot00000", "depot00007");
            Conditions.await(() -> !Jdbc.rows(two, "SHOW KEYSPACES").toString().contains("depot"));
            assertThat(refusal(one, "DROP KEYSPACE depot")).contains("there is no keyspace depot");
            Jdbc.rows(one, "CREATE KEYSPACE depot ID SHARDS 8" + pairs());
        }
    }

    private long breakOff(String step) throws Exception {
        KeyspaceShape shape = new KeyspaceShape(
                "depot", Kind.ID, 6, Optional.of(DatabasePattern.parse("depot%05d")), List.of("p"), "", "utf8mb4", "");
        Progress progress = Progress.beginning(6, "dead", Instant.now())
                .withShards(ShardSet.parse("0-2"), ShardSet.parse("3-5"), Map.of())
                .in(step)
                .withState(State.FAILED, "its proxy died");
        primary.execute(List.of(
                "CREATE DATABASE depot00000",
                "CREATE DATABASE depot00001",
                "CREATE DATABASE depot00002",
                "CREATE DATABASE depot00004"));
        return cluster.journal()
                .create(new NewKeyspace(shape), new Origin("app", "operator", List.of(), Instant.now()), progress)
                .number();
    }

    @Test
    void oneThatBrokeOffIsFinished() throws Exception {
        long left = breakOff("making the databases");
        try (Connection operator = cluster.connect(1)) {
            assertThat(refusal(operator, "CREATE KEYSPACE depot ID SHARDS 3 ON PAIR p"))
                    .contains("is unfinished", "RESUME OPERATION " + left);

            Jdbc.rows(operator, "CREATE KEYSPACE depot ID SHARDS 6 ON PAIR p");

            assertThat(databases()).contains("depot00003", "depot00005");
            assertThat(PairCluster.lastOperation(operator)).contains("done");
            assertThat(Jdbc.rows(operator, "SHOW SHARDS FROM depot").toString()).contains("p");
        }
    }

    @Test
    void oneThatBrokeOffIsGivenUp() throws Exception {
        long left = breakOff("publishing");
        primary.execute(List.of("CREATE TABLE depot00004.mine (id INT)"));
        try (Connection operator = cluster.connect(1)) {
            Jdbc.execute(operator, "CANCEL OPERATION " + left);

            assertThat(databases()).contains("depot00004").doesNotContain("depot00000", "depot00002");
            assertThat(PairCluster.lastOperation(operator).toString())
                    .contains("cancelled", "not dropped, since they have tables: depot00004");
        }
    }

    @Test
    void manyShardsAreMade() throws SQLException {
        try (Connection operator = cluster.connect(0)) {
            long begun = System.nanoTime();
            Jdbc.rows(operator, "CREATE KEYSPACE big ID SHARDS " + MANY + pairs());
            long made = System.nanoTime();
            Jdbc.rows(operator, "DROP KEYSPACE big");
            System.out.printf(
                    "%d shards made in %d ms, dropped in %d ms%n",
                    MANY, (made - begun) / 1_000_000, (System.nanoTime() - made) / 1_000_000);
        }
    }
}
