package io.pinion.integration.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.config.settings.PairSettings;
import io.pinion.config.topology.Topology;
import io.pinion.integration.testing.BusyServer;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.OperatorConnections;
import io.pinion.integration.testing.PlantedViews;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.integration.testing.StillProxy;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.MySql;
import io.pinion.operations.server.fence.DatabaseFence;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code MOVE SHARDS} with two proxies, two real pairs and a real ZooKeeper, while clients write. */
@OnEachServer
class MoveIT {
    private static final int WRITERS = Integer.getInteger("pinion.move.writers", 16);
    private static final Duration THINK = Duration.ofMillis(Integer.getInteger("pinion.move.think", 50));
    private static final int TURNS = Integer.getInteger("pinion.move.turns", 2);
    private static final int ROWS_AT_LEAST = 300;
    private static final Pattern PAUSE = Pattern.compile("after a pause of (\\d+) ms");

    /** So long a hand-over waits for transactions that don't end, of which there are none. */
    private static final Duration DRAIN = Duration.ofSeconds(2);

    private MoveCluster cluster;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPairs(directory);
        cluster = new MoveCluster(directory, started.pairs(), started.end());
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (cluster != null) {
            cluster.stop();
        }
    }

    private static String begin(Connection operator, String statement) throws SQLException {
        return Jdbc.rows(operator, statement).getFirst().getFirst();
    }

    /** @return the number of the operation, which has moved them */
    private static String move(Connection operator, String statement) throws SQLException {
        String number = begin(operator, statement);
        String end = MoveCluster.awaitEnd(operator, number);
        System.out.println(statement + ": " + end);
        assertThat(end).startsWith("waiting: moved, after a pause of");
        return number;
    }

    @Test
    void clientsSeeAPauseAndNothingElse() throws Exception {
        BoardWriters writers = new BoardWriters(cluster, WRITERS, THINK, Set.of(1, 2));
        try (writers;
                Connection operator = cluster.connect(0)) {
            List<Duration> ways = new ArrayList<>();
            for (int turn = 0; turn < TURNS; turn++) {
                writers.awaitMore(ROWS_AT_LEAST);
                writers.pauses.begin();
                String number = move(operator, "MOVE SHARDS 1-2 TO PAIR B IN pinterest");
                assertThat(MoveCluster.pairOf(operator, 1)).isEqualTo("B");
                assertThat(MoveCluster.pairOf(operator, 3)).isEqualTo("A");
                writers.awaitMore(ROWS_AT_LEAST);
                writers.pauses.end();

                String reverted = told(operator, "REVERT OPERATION " + number);
                System.out.println(reverted);
                ways.add(pause(reverted));
                assertThat(MoveCluster.pairOf(operator, 1)).isEqualTo("A");
                writers.awaitMore(ROWS_AT_LEAST);
            }
            // Of a busy machine the best tells.
            assertThat(Collections.min(ways)).isLessThan(DRAIN);
            String number = move(operator, "MOVE SHARDS 1-2 TO PAIR B IN pinterest");
            writers.awaitMore(ROWS_AT_LEAST);
            assertThat(planned(operator, "REVERT OPERATION " + number))
                    .contains("keyspaces.pinterest.ranges[1-2] = {pair: A}", "DROP DATABASE `db00001`");
            assertThat(planned(operator, "FINISH OPERATION " + number))
                    .contains("DROP DATABASE `db00001`", "DROP DATABASE `db00002`");
            System.out.println(Jdbc.rows(operator, "FINISH OPERATION " + number));
            writers.awaitMore(ROWS_AT_LEAST);
            writers.close();

            assertThat(writers.errors).isEmpty();
            assertThat(writers.differences(operator)).isEmpty();
            System.out.println("MOVE SHARDS, " + writers.pauses);
        }
        for (int pair : List.of(0, 1)) {
            cluster.awaitCaughtUp(pair);
            for (ManagedServer server : cluster.servers(pair)) {
                assertThat(databases(server)).doesNotContain(pair == 0 ? "db00001" : "db00003");
                assertThat(databases(server)).contains(pair == 0 ? "db00003" : "db00001");
            }
        }
        assertSameRows(1, "db00001");
        // Each pair is as it was: its servers can change places.
        try (Connection operator = cluster.connect(1)) {
            for (int pair : List.of(0, 1)) {
                if (cluster.servers(pair).size() > 1) {
                    assertThat(Jdbc.rows(operator, "PROMOTE PAIR " + (pair == 0 ? "A" : "B")))
                            .isNotEmpty();
                }
            }
        }
    }

    @Test
    void aServerThatWouldWriteToAnOldCopyDoesntBecomeThePrimary() throws Exception {
        assumeTrue(cluster.servers(0).size() > 1, "each pair has one server");
        try (Connection operator = cluster.connect(0)) {
            String number = move(operator, "MOVE SHARD 0 TO PAIR B IN pinterest");
            ManagedServer standby = cluster.servers(0).getLast();
            // As one that was made anew from the primary's log.
            try (Connection connection = standby.connection()) {
                standby.dialect().databaseFence().remove(connection, Long.parseLong(number), List.of("db00000"));
            }

            assertThatThrownBy(() -> Jdbc.rows(operator, "PROMOTE PAIR A"))
                    .hasMessageContaining("what is left of SHARD 0, moved to pair B")
                    .hasMessageContaining("FINISH OPERATION " + number);

            Jdbc.rows(operator, "FINISH OPERATION " + number);
            assertThat(Jdbc.rows(operator, "PROMOTE PAIR A")).isNotEmpty();
        }
    }

    @Test
    void whatIsLeftIsVerifiedToo() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            Jdbc.execute(operator, "INSERT INTO db00001.pins (data) VALUES ('before')");
            String number = move(operator, "MOVE SHARDS 0-1 TO PAIR B IN pinterest");
            Jdbc.execute(operator, "INSERT INTO db00001.pins (data) VALUES ('behind')");
            assertEqual(verified(operator, 0));
            assertEqual(verified(operator, 1));

            cluster.primary(1).executeUnreplicated(List.of("UPDATE db00001.pins SET data = 'changed'"));
            assertEqual(verified(operator, 0));
            assertThat(verified(operator, 1))
                    .anyMatch(difference -> difference.contains(
                            "the old copy on pair A (operation " + number + ") differs: table pins differs"));

            Jdbc.rows(operator, "FINISH OPERATION " + number);
            assertThat(String.join(" ", verified(operator, 1))).doesNotContain("old copy");
        }
    }

    /** Where the pair has a standby; with what is left, in any case. */
    private void assertEqual(List<String> verdict) {
        assertThat(verdict)
                .contains(cluster.servers(1).size() > 1 ? "equal" : "not verified")
                .noneMatch(difference -> difference.contains("old copy"));
    }

    private static List<String> verified(Connection operator, int shard) throws SQLException {
        return Jdbc.rows(operator, "VERIFY SHARDS " + shard + " IN pinterest").getFirst();
    }

    /** As one whose proxy died as soon as the topology had the shards where they were. */
    @Test
    void oneThatWasTurnedBackAndNotOpenedGoesOn() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1)) {
            String number = move(operator, "MOVE SHARD 1 TO PAIR B IN pinterest");
            Jdbc.execute(client, "INSERT INTO db00001.pins (data) VALUES ('on the new pair')");
            Conditions.await(() -> hasOneRow(cluster.primary(0), "db00001"));
            Operation moved = cluster.journal().read(Long.parseLong(number)).orElseThrow();
            cluster.journal()
                    .write(moved, moved.progress().in("taking back").withState(Progress.State.FAILED, "cut off"));
            cluster.editor()
                    .change(now -> ranges(now, range -> range.withPair("A").withHeld(true)), 0);
            Conditions.await(() -> MoveCluster.pairOf(client, 1).equals("A"));
            CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> insertInto(client, "on the old pair"));

            Jdbc.execute(operator, "RESUME OPERATION " + number);

            waiting.join();
            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("reverted");
            assertThat(Jdbc.value(operator, "SELECT COUNT(*) FROM db00001.pins"))
                    .isEqualTo("2");
            assertThat(databases(cluster.primary(1))).doesNotContain("db00001");
        }
    }

    private static Topology ranges(Topology now, UnaryOperator<ShardRange> change) {
        Keyspace.Sharded keyspace = (Keyspace.Sharded) now.keyspace("pinterest").orElseThrow();
        return now.withKeyspace(keyspace.withRanges(keyspace.ranges().changed(1, 1, change)));
    }

    private static boolean hasOneRow(ManagedServer server, String database) throws SQLException {
        try (Connection root = server.connection()) {
            return "1".equals(Jdbc.value(root, "SELECT COUNT(*) FROM " + database + ".pins"));
        }
    }

    private static void insertInto(Connection client, String data) {
        try {
            Jdbc.execute(client, "INSERT INTO db00001.pins (data) VALUES ('" + data + "')");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** As one whose proxy died before the hand-over, and then the primary. */
    @Test
    void aPromotionByForceNamesAMoveThatBrokeOff() throws Exception {
        assumeTrue(cluster.servers(0).size() > 1, "each pair has one server");
        ManagedServer standby = cluster.servers(0).getLast();
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1)) {
            long number = cluster.journal()
                    .create(
                            new Task.Move("pinterest", 1, 1, "A", "B"),
                            new Origin("app", "operator", List.of(), Instant.now()),
                            Progress.beginning(1, "dead", Instant.now()).in("preparing"))
                    .number();
            try (Connection connection = standby.connection();
                    Connection other = standby.connection()) {
                DatabaseFence fence = standby.dialect().databaseFence();
                fence.prepare(connection, number, List.of("db00001"), Duration.ofSeconds(1), (ready, tables) -> {});
                fence.raise(connection, other, number, List.of("db00001"), DRAIN);
            }

            assertThat(told(operator, "PROMOTE PAIR A FORCE"))
                    .contains("operation " + number + " (MOVE SHARD 1 TO PAIR B IN pinterest) is unfinished")
                    .contains("CANCEL OPERATION " + number);

            String insert = "INSERT INTO db00001.pins (data) VALUES ('{}')";
            assertThat(Failure.of(() -> Jdbc.execute(client, insert)).code()).isIn(1290, 3989);
            Jdbc.execute(operator, "CANCEL OPERATION " + number);
            Jdbc.execute(client, insert);
        }
    }

    /** As one whose proxy died while it fenced the databases there; only MySQL has such a state. */
    @Test
    void aStandbyThatWasLeftOpenForAdministratorsIsFencedAgain() throws Exception {
        assumeTrue(cluster.servers(0).size() > 1, "each pair has one server");
        try (Connection operator = cluster.connect(0)) {
            String number = move(operator, "MOVE SHARD 0 TO PAIR B IN pinterest");
            ManagedServer standby = cluster.servers(0).getLast();
            standby.execute(standby.dialect().openForOperator());

            Jdbc.rows(operator, "FINISH OPERATION " + number);

            assertThat(standby.isFenced()).isTrue();
        }
    }

    /** What the operator is told at once. */
    private static List<String> planned(Connection operator, String statement) throws SQLException {
        return Jdbc.rows(operator, "EXPLAIN " + statement).stream()
                .map(step -> step.get(2))
                .toList();
    }

    private static String told(Connection operator, String statement) throws SQLException {
        return Jdbc.rows(operator, statement).getFirst().getLast();
    }

    private static Duration pause(String answer) {
        Matcher pause = PAUSE.matcher(answer);
        assertThat(pause.find()).as(answer).isTrue();
        return Duration.ofMillis(Long.parseLong(pause.group(1)));
    }

    private static List<String> databases(ManagedServer server) throws SQLException {
        try (Connection root = server.connection()) {
            return Jdbc.rows(root, "SHOW DATABASES").stream()
                    .map(List::getFirst)
                    .toList();
        }
    }

    private void assertSameRows(int pair, String database) throws SQLException {
        String question = "SELECT COUNT(*), SUM(CRC32(CONCAT_WS('#', board_id, pin_id, sequence))) FROM " + database
                + ".board_has_pins";
        try (Connection primary = cluster.servers(pair).getFirst().connection();
                Connection standby = cluster.servers(pair).getLast().connection()) {
            assertThat(Jdbc.rows(standby, question)).isEqualTo(Jdbc.rows(primary, question));
        }
    }

    /** As a proxy logs in there. */
    private static Connection clientOf(ManagedServer server) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + server.port() + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                "pinion_data",
                "data-secret");
    }

    /** As a proxy that is cut off from ZooKeeper would. */
    @Test
    void whoDoesntKnowOfItIsRefusedByTheOldServers() throws Exception {
        ManagedServer old = cluster.primary(0);
        try (Connection operator = cluster.connect(0);
                Connection late = clientOf(old)) {
            String insert = "INSERT INTO db00001.pins (data) VALUES ('late')";
            Jdbc.execute(late, insert);
            move(operator, "MOVE SHARD 1 TO PAIR B IN pinterest");

            assertThat(Failure.of(() -> Jdbc.execute(late, insert)).code()).isIn(1290, 3989);
            Jdbc.execute(late, "INSERT INTO db00003.pins (data) VALUES ('of a shard that stays')");
            assertThat(Jdbc.value(operator, "SELECT COUNT(*) FROM db00001.pins"))
                    .isEqualTo("1");
        }
    }

    @Test
    void theCopyWaitsForABusyServerAndSaysSo() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            BusyServer busy =
                    new BusyServer(() -> clientOf(cluster.primary(0)), PairSettings.DEFAULT.copyMaxRunning() + 1);
            String number = begin(operator, "MOVE SHARD 1 TO PAIR B IN pinterest");
            Conditions.await(() -> MoveCluster.told(operator, number).contains("; waits: A1 is busy, with "));
            busy.close();

            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("waiting: moved");
        }
    }

    /** A standby that is behind a server which isn't reached any more would be waited for in vain. */
    @Test
    void aCopyThatWaitsForAStandbyBreaksOffWithTheConnectionsToItsPrimary() throws Exception {
        assumeTrue(cluster.servers(1).size() > 1, "each pair has one server");
        try (Connection operator = cluster.connect(0)) {
            String number;
            try (Connection standby = cluster.servers(1).getLast().connection()) {
                Jdbc.execute(standby, "FLUSH TABLES WITH READ LOCK");
                number = begin(operator, "MOVE SHARD 1 TO PAIR B IN pinterest");
                Conditions.await(
                        () -> MoveCluster.told(operator, number).contains("; waits: the standby of pair B is behind"));
                OperatorConnections.end(cluster.primary(1));

                assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("failed");
                Jdbc.execute(standby, "UNLOCK TABLES");
            }
            Jdbc.execute(operator, "RESUME OPERATION " + number);

            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("waiting: moved");
        }
    }

    /** Nobody waits for it, until it has ended by itself. */
    @Test
    void anOpenTransactionHoldsItUpAndIsNamed() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection idle = cluster.connect(1);
                Connection other = cluster.connect(1)) {
            Jdbc.execute(idle, "BEGIN");
            Jdbc.execute(idle, "INSERT INTO db00001.pins (data) VALUES ('committed late')");
            String number = begin(operator, "MOVE SHARD 1 TO PAIR B IN pinterest");

            String held = cluster.awaitHeldUp(operator, number);
            assertThat(held).contains("connection ", "pinion_data");
            Jdbc.execute(other, "INSERT INTO db00001.pins (data) VALUES ('beside')");
            Jdbc.execute(idle, "COMMIT");
            if (held.startsWith("failed")) {
                Jdbc.execute(operator, "RESUME OPERATION " + number);
            }

            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("waiting");
            assertThat(Jdbc.value(operator, "SELECT COUNT(*) FROM db00001.pins"))
                    .isEqualTo("2");
        }
    }

    /** Nobody waits for a proxy that can't be told to hold statements; and nothing is left of a hand-over whose connections broke. */
    @Test
    void aHandOverThatIsHeldUpAndBreaksOffIsUndone() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1)) {
            String insert = "INSERT INTO db00001.pins (data) VALUES ('beside')";
            String number;
            try (StillProxy still = StillProxy.in(cluster.registry())) {
                number = begin(operator, "MOVE SHARD 1 TO PAIR B IN pinterest");
                Conditions.await(() -> MoveCluster.told(operator, number)
                        .contains("waiting for proxies that can't be told to hold statements: " + still.name()));
                Jdbc.execute(client, insert);
                OperatorConnections.end(cluster.primary(0));
            }
            assertThat(MoveCluster.awaitEnd(operator, number))
                    .startsWith("failed")
                    .contains("RESUME OPERATION");
            Jdbc.execute(client, insert);
            assertThat(Jdbc.rows(operator, "SHOW SHARDS").toString()).doesNotContain("held");

            Jdbc.execute(operator, "RESUME OPERATION " + number);

            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("waiting");
            assertThat(Jdbc.value(operator, "SELECT COUNT(*) FROM db00001.pins"))
                    .isEqualTo("2");
        }
    }

    @Test
    void oneThatIsHeldUpIsGivenUp() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection idle = cluster.connect(1)) {
            Jdbc.execute(idle, "BEGIN");
            Jdbc.execute(idle, "INSERT INTO db00001.pins (data) VALUES ('committed late')");
            String number = begin(operator, "MOVE SHARD 1 TO PAIR B IN pinterest");
            cluster.awaitHeldUp(operator, number);

            Jdbc.execute(operator, "CANCEL OPERATION " + number);

            assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("cancelled");
            Jdbc.execute(idle, "COMMIT");
            assertThat(databases(cluster.primary(1))).doesNotContain("db00001");
            move(operator, "MOVE SHARD 1 TO PAIR B IN pinterest");
        }
    }

    @Test
    void whatCantBeMovedIsRefusedAndNothingIsDone() throws Exception {
        cluster.primary(1).execute(List.of("CREATE DATABASE db00002"));
        try (Connection operator = cluster.connect(0)) {
            assertRefused(operator, "MOVE SHARD 1 TO PAIR A IN pinterest", "on pair A already");
            assertRefused(operator, "MOVE SHARDS 1-9 TO PAIR B IN pinterest", "shards 8-9 of pinterest are not open");
            assertRefused(operator, "MOVE SHARDS 1-5 TO PAIR B IN pinterest", "1-3 on A", "4-5 on B");
            assertRefused(operator, "MOVE SHARD 1 TO PAIR C IN pinterest", "no pair C", "A, B");
            assertRefused(operator, "MOVE SHARD 1 TO PAIR B IN nowhere", "no keyspace nowhere");
            assertRefused(operator, "MOVE SHARDS 2-1 TO PAIR B IN pinterest", "before it begins");
            assertRefused(operator, "MOVE SHARD 2 TO PAIR B IN pinterest", "has a database db00002 already");
            assertRefused(operator, "MOVE SHARDS one TO PAIR B IN pinterest", "such as 4096-8191");
            assertThat(Jdbc.rows(operator, "SHOW OPERATIONS")).isEmpty();
            assertThat(databases(cluster.primary(1))).doesNotContain("db00001");
        }
    }

    /** MariaDB's information_schema and replication know no case, servers on Linux do. */
    @Test
    void aDatabaseOfAnotherCaseIsAnother() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            cluster.primary(0).execute(List.of("CREATE DATABASE DB00001"));
            assertRefused(operator, "MOVE SHARD 1 TO PAIR B IN pinterest", "a database DB00001", "in case alone");
            cluster.primary(0).execute(List.of("DROP DATABASE DB00001"));
            String number = move(operator, "MOVE SHARD 1 TO PAIR B IN pinterest");
            cluster.primary(0)
                    .execute(List.of("CREATE DATABASE DB00001", "CREATE TABLE DB00001.precious (id INT PRIMARY KEY)"));
            Jdbc.execute(operator, "FINISH OPERATION " + number);
            assertThat(databases(cluster.primary(0))).contains("DB00001").doesNotContain("db00001");
        }
    }

    /** A user who may make views makes those; an administrator works as on any day. */
    @Test
    void noFunctionOfAViewRunsWithTheRightsOfPinion() throws Exception {
        PlantedViews views = PlantedViews.plant(
                cluster.primary(0),
                List.of(
                        "planted.pins",
                        "planted.board_has_pins",
                        "db00001.looks",
                        "db00001.PINS",
                        "db00000.looks",
                        "db00000.swapped"));
        assertThat(views.runWhenOpened("planted.pins"))
                .as("MariaDB does what this test is about")
                .isEqualTo(!(cluster.primary(0).dialect() instanceof MySql));
        try (Connection root = cluster.primary(0).connection()) {
            Jdbc.execute(root, "SET SESSION sql_log_bin = 0");
            Jdbc.execute(root, "CREATE TABLE db00000.aside (id INT PRIMARY KEY)");
        }
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Integer> swaps = CompletableFuture.supplyAsync(() -> swap(done));
        try (Connection operator = cluster.connect(0)) {
            for (int round = 0; round < 20; round++) {
                answerOrError(operator, "RELOAD SCHEMA");
                answerOrError(operator, "SHOW SCHEMA DRIFT");
                answerOrError(operator, "EXPLAIN MOVE SHARDS 0-1 TO PAIR B IN pinterest");
                answerOrError(operator, "VERIFY SHARDS 0-1 IN pinterest");
            }
            assertRefused(operator, "MOVE SHARD 1 TO PAIR B IN pinterest", "db00001: looks (view) is no plain table");
            answerOrError(operator, "CREATE TABLE more_of (board_id BIGINT UNSIGNED PRIMARY KEY)");
            done.set(true);
            assertThat(swaps.get()).isGreaterThan(20);
            answerOrError(operator, "PROMOTE PAIR A");
        }
        assertThat(views.taken()).isEmpty();
        views.drop();
    }

    /** Lets a name be now a table's, now a view's. */
    private int swap(AtomicBoolean done) {
        int swaps = 0;
        try (Connection root = cluster.primary(0).connection()) {
            Jdbc.execute(root, "SET SESSION sql_log_bin = 0");
            for (; !done.get(); swaps++) {
                Jdbc.execute(
                        root,
                        "RENAME TABLE db00000.swapped TO db00000.away, db00000.aside TO db00000.swapped,"
                                + " db00000.away TO db00000.aside");
            }
            return swaps;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A table that is now one and now none may be an error; but the connection lives. */
    private static void answerOrError(Connection operator, String statement) throws SQLException {
        try {
            Jdbc.execute(operator, statement);
        } catch (SQLException e) {
            assertThat(e.getSQLState()).as(e.getMessage()).doesNotStartWith("08");
        }
    }

    @Test
    void aTwoPhaseKeyspaceIsMovedWhereItsTransactionsAreCarried() throws Exception {
        cluster.promise("xa");
        try (Connection operator = cluster.connect(0)) {
            if (cluster.primary(0).dialect() instanceof MySql) {
                assertRefused(
                        operator, "MOVE SHARD 1 TO PAIR B IN pinterest", "\"transactions\": \"xa\"", "best_effort");
                assertThat(Jdbc.rows(operator, "SHOW OPERATIONS")).isEmpty();
                return;
            }
            for (int pair : List.of(0, 1)) {
                Conditions.await(
                        "the table of decisions",
                        Duration.ofSeconds(30),
                        () -> hasTableOfDecisions(cluster.primary(pair)));
            }
            AtomicBoolean moved = new AtomicBoolean();
            CompletableFuture<Integer> writing = CompletableFuture.supplyAsync(() -> writeOnBothPairsUntil(moved));
            try {
                String number = move(operator, "MOVE SHARD 1 TO PAIR B IN pinterest");
                Jdbc.rows(operator, "REVERT OPERATION " + number);
            } finally {
                moved.set(true);
            }
            String rows = String.valueOf(writing.join());
            for (String database : List.of("db00001", "db00004")) {
                assertThat(Jdbc.value(operator, "SELECT COUNT(*) FROM " + database + ".pins"))
                        .as(database)
                        .isEqualTo(rows);
            }
        }
    }

    /** @return how many transactions, each of a row on shard 1 and one on shard 4 */
    private int writeOnBothPairsUntil(AtomicBoolean end) {
        try (Connection client = cluster.connect(1)) {
            int count = 0;
            while (!end.get()) {
                writeOnBothPairs(client);
                count++;
            }
            return count;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static void writeOnBothPairs(Connection client) throws SQLException {
        Jdbc.execute(client, "BEGIN");
        Jdbc.execute(client, "INSERT INTO db00001.pins (data) VALUES ('{}')");
        Jdbc.execute(client, "INSERT INTO db00004.pins (data) VALUES ('{}')");
        Jdbc.execute(client, "COMMIT");
    }

    /** Proxies make it within seconds. */
    private static boolean hasTableOfDecisions(ManagedServer server) throws SQLException {
        try (Connection root = server.connection()) {
            return !Jdbc.rows(
                            root,
                            "SELECT 1 FROM information_schema.tables WHERE table_schema = 'pinion'"
                                    + " AND table_name = 'xa_decision'")
                    .isEmpty();
        }
    }

    private static void assertRefused(Connection operator, String statement, String... why) {
        assertThat(Failure.of(() -> Jdbc.rows(operator, statement)).message()).contains(why);
    }
}
