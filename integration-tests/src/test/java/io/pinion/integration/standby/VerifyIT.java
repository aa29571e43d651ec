package io.pinion.integration.standby;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.verify.SnapshotComparison;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** {@code VERIFY SHARDS} on a real pair, with what may have gone wrong on its standby. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachServer
class VerifyIT {
    private static final int ROWS = 3_000;
    private static final int ROUNDS = 4;

    private PairCluster cluster;
    private ManagedServer primary;
    private ManagedServer standby;
    private Connection operator;

    @Parameter
    ServerProduct product;

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPair(directory);
        List<ManagedServer> servers = started.all();
        primary = servers.get(0);
        standby = servers.get(1);
        cluster = new PairCluster(directory, primary, standby, started.end());
        operator = cluster.connect(0);
        try (Connection root = primary.connection()) {
            StringBuilder rows = new StringBuilder("INSERT INTO db00000.pins (data) VALUES ('0')");
            for (int i = 1; i < ROWS; i++) {
                rows.append(", ('").append(i).append("')");
            }
            Jdbc.execute(root, rows.toString());
            for (String shard : List.of("db00000", "db00001")) {
                Jdbc.execute(
                        root,
                        "CREATE TABLE " + shard + ".links (a VARCHAR(20) CHARACTER SET latin1, b DATETIME(3), c"
                                + " DECIMAL(20,4), d FLOAT, e ENUM('x', 'y'), f BIT(3), g POINT, h"
                                + " JSON, PRIMARY KEY (a, b, c))");
                Jdbc.execute(root, "CREATE TABLE " + shard + ".keyless (a INT, b TEXT)");
                Jdbc.execute(
                        root,
                        "INSERT INTO " + shard + ".links VALUES ('\u00e4', '2026-01-01 00:00:00.5', -1.5, 0.1,"
                                + " 'y', 5, POINT(1, 2), '{}'), ('b', '2026-01-01', 1, NULL, NULL, NULL, NULL, NULL)");
                Jdbc.execute(root, "INSERT INTO " + shard + ".keyless VALUES (1, 'x'), (1, 'x'), (NULL, NULL)");
            }
        }
        cluster.replication().awaitCaughtUp(PairCluster.TIMEOUT);
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (cluster != null) {
            operator.close();
            cluster.stop();
        }
    }

    /** Whatever a verification came to, the standby goes on. */
    @AfterEach
    void followsStill() throws Exception {
        cluster.replication().awaitCaughtUp(PairCluster.TIMEOUT);
        assertThat(standby.replication().isRunning()).isTrue();
        assertThat(standby.isFenced()).isTrue();
    }

    /** As a new standby's are, of which there may be thousands. */
    @Test
    void wholeDatabasesAreCountedWhileTheyAreCompared() throws Exception {
        List<Integer> counted = new ArrayList<>();
        assertThat(differences(() -> false, counted::add)).isEmpty();
        assertThat(counted).containsExactly(1, 2, 3);
    }

    @Test
    void aComparisonThatIsStoppedFindsNoDifference() {
        assertThatThrownBy(() -> differences(() -> true, done -> {}))
                .isInstanceOf(OperationRefused.class)
                .hasMessageContaining("it was stopped");
    }

    private List<String> differences(BooleanSupplier stopped, IntConsumer compared) throws Exception {
        Topology topology = cluster.topologyNow();
        Pair pair = topology.pair("p").orElseThrow();
        Account operator = OperationServices.operator(topology);
        SnapshotComparison comparison = SnapshotComparison.ofStandby(
                new ServerLogin(PairCluster.access(), pair.primary(), operator),
                new ServerLogin(PairCluster.access(), pair.standby().orElseThrow(), operator),
                List.of("db00000", "db00001", "shop"),
                Duration.ofMinutes(1),
                stopped);
        comparison.run(compared);
        return comparison.differences();
    }

    /** Rows are keyspace, shard, pair, tables, rows, outcome, difference. */
    private List<List<String>> verify(String shards) throws SQLException {
        return Jdbc.rows(operator, "VERIFY SHARDS " + shards + "IN pinterest");
    }

    /** On the standby alone. */
    private void onStandby(String... statements) throws SQLException {
        standby.unfence();
        standby.executeUnreplicated(List.of(statements));
        standby.fence(PairCluster.TIMEOUT);
    }

    /** Writers may keep it from beginning for a moment. */
    private List<List<String>> verifiedAtLast() {
        List<List<String>> verdicts = new ArrayList<>();
        Conditions.await(() -> {
            verdicts.clear();
            verdicts.addAll(verify(""));
            return verdicts.stream().noneMatch(row -> row.get(5).equals("not verified"));
        });
        return verdicts;
    }

    @Test
    void whatIsEqualIsFoundEqualWhileClientsWrite() throws Exception {
        AtomicBoolean end = new AtomicBoolean();
        AtomicInteger written = new AtomicInteger();
        List<String> errors = new CopyOnWriteArrayList<>();
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int number = i;
            writers.add(Thread.ofVirtual().start(() -> {
                try (Connection client = cluster.connect(number % 2)) {
                    while (!end.get()) {
                        Jdbc.execute(client, "INSERT INTO db00001.pins (data) VALUES ('" + number + "')");
                        Jdbc.execute(
                                client,
                                "UPDATE db00000.pins SET data = CONCAT(data, '.') WHERE local_id = "
                                        + (1 + written.incrementAndGet() % ROWS));
                        LockSupport.parkNanos(10_000_000);
                    }
                } catch (SQLException e) {
                    errors.add(e.getErrorCode() + " " + e.getMessage());
                }
            }));
        }
        try {
            for (int round = 0; round < ROUNDS; round++) {
                int before = written.get();
                Conditions.await(() -> written.get() > before + 50 || !errors.isEmpty());
                List<List<String>> verdicts = verifiedAtLast();
                assertThat(verdicts).hasSize(2).allSatisfy(row -> assertThat(row.subList(5, 7))
                        .containsExactly("equal", ""));
                assertThat(verdicts.getFirst())
                        .containsExactly("pinterest", "0", "p", "3", String.valueOf(ROWS + 5), "equal", "");
            }
        } finally {
            end.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
        }
        assertThat(errors).isEmpty();
    }

    @Test
    void aRowThatDiffersIsFoundAmongTheOthers() throws Exception {
        onStandby("UPDATE db00000.pins SET data = 'something else' WHERE local_id = 2500");
        try {
            List<List<String>> verdicts = verify("0-1 ");
            assertThat(verdicts.get(0).get(5)).isEqualTo("differs");
            assertThat(verdicts.get(0).get(6))
                    .contains("table pins differs, `local_id` behind (", "rows on the primary", "of which some differ");
            assertThat(verdicts.get(1).get(5)).isEqualTo("equal");
        } finally {
            try (Connection root = primary.connection()) {
                String was = Jdbc.value(root, "SELECT data FROM db00000.pins WHERE local_id = 2500");
                onStandby("UPDATE db00000.pins SET data = '" + was + "' WHERE local_id = 2500");
            }
        }
        assertThat(verify("0 ").getFirst().get(5)).isEqualTo("equal");
    }

    @Test
    void rowsThatAreTooManyOrTooFewAreCounted() throws Exception {
        onStandby(
                "INSERT INTO db00001.links (a, b, c) VALUES ('z', '2030-01-01', 9)",
                "DELETE FROM db00001.keyless WHERE a IS NULL");
        try {
            List<String> verdict = verify("1 ").getFirst();
            assertThat(verdict.get(5)).isEqualTo("differs");
            assertThat(verdict.get(6))
                    .contains(
                            "table links differs, all rows: 2 rows on the primary, 3 on the standby",
                            "table keyless differs, all rows: 3 rows on the primary, 2 on the standby");
        } finally {
            onStandby("DELETE FROM db00001.links WHERE a = 'z'", "INSERT INTO db00001.keyless VALUES (NULL, NULL)");
        }
    }

    @Test
    void aTableThatIsMissingIsNamed() throws Exception {
        String table = Jdbc.rows(primary.connection(), "SHOW CREATE TABLE db00001.keyless")
                .getFirst()
                .get(1);
        onStandby("DROP TABLE db00001.keyless", "CREATE TABLE db00001.spare (id INT PRIMARY KEY)");
        try {
            assertThat(verify("1 ").getFirst().get(6))
                    .contains("table keyless is missing on the standby", "table spare is on the standby only");
        } finally {
            onStandby(
                    "DROP TABLE db00001.spare",
                    "USE db00001",
                    table,
                    "INSERT INTO db00001.keyless VALUES (1, 'x'), (1, 'x'), (NULL, NULL)");
        }
    }

    @Test
    void anIndexThatTheStandbyLacksIsNamed() throws Exception {
        onStandby("ALTER TABLE db00001.keyless ADD KEY mine (a)");
        try {
            assertThat(verify("1 ").getFirst().get(6))
                    .contains("table keyless is another on the standby", "the standby index mine");
        } finally {
            onStandby("ALTER TABLE db00001.keyless DROP KEY mine");
        }
    }

    @Test
    void aShardWithAnotherTableThanTheFirstIsNamed() throws Exception {
        primary.execute(List.of("ALTER TABLE db00001.keyless ADD KEY more (a)"));
        try {
            assertThat(Jdbc.rows(operator, "VERIFY PAIR p").get(1).subList(5, 7))
                    .containsExactly("differs", "not as the keyspace's first shard: keyless has index more more");
        } finally {
            primary.execute(List.of("ALTER TABLE db00001.keyless DROP KEY more"));
        }
    }

    @Test
    void aStandbyThatDoesntFollowIsNotVerified() throws Exception {
        standby.execute(standby.dialect().stopFollowing());
        try {
            List<String> verdict = verify("0 ").getFirst();
            assertThat(verdict.get(5)).isEqualTo("not verified");
            assertThat(verdict.get(6)).contains("doesn't follow its primary", "try again");
        } finally {
            standby.execute(standby.dialect().resumeFollowing());
            cluster.replication().awaitRunning(PairCluster.TIMEOUT);
        }
        assertThat(verify("0 ").getFirst().get(5)).isEqualTo("equal");
    }

    /** Found out only while the standby already stands still. */
    @Test
    void aPrimaryThatCantBeReadLeavesTheStandbyAtWork() throws Exception {
        try (Connection other = primary.connection()) {
            Jdbc.execute(other, "LOCK TABLES db00000.pins WRITE");
            try {
                assertThat(Failure.of(() -> verify("0 ")).message())
                        .contains("shard 0 (p), the reference", "db00000.pins is locked");
            } finally {
                Jdbc.execute(other, "UNLOCK TABLES");
            }
            Jdbc.execute(other, "LOCK TABLES db00001.pins WRITE");
            try {
                assertThat(verify("1 ").getFirst().get(6)).contains("in use by open transactions");
            } finally {
                Jdbc.execute(other, "UNLOCK TABLES");
            }
        }
    }

    @Test
    void whatIsNotThereIsSaid() {
        assertThat(Failure.of(() -> verify("7-9 ")).message())
                .contains("shards 7-9 of pinterest are not open", "SHOW SHARDS");
        assertThat(Failure.of(() -> verify("0-9 ")).message()).contains("not open (SHOW SHARDS FROM pinterest)");
        assertThat(Failure.of(() -> Jdbc.execute(operator, "VERIFY SHARDS IN shop"))
                        .message())
                .contains("keyspace shop isn't sharded");
        assertThat(Failure.of(() -> Jdbc.execute(operator, "VERIFY PAIR q")).message())
                .contains("no pair q");
    }
}
