package io.pinion.integration.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.cli.Cli;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.mapping.MappingTask;
import io.pinion.operations.mapping.MappingTask.Repair;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * Faults are planted in mappings of two real pairs (MySQL: one), while clients write: all are found, none is invented, all
 * are repaired. {@code -Dpinion.mapping.shards=4096 -Dpinion.mapping.faults=10000} makes it as large as a cluster.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(1_800)
@OnEachServer
class MappingIT {
    private static final int SHARDS = Integer.getInteger("pinion.mapping.shards", 32);
    private static final int FAULTS = Integer.getInteger("pinion.mapping.faults", 80);
    private static final Duration LONG = Duration.ofMinutes(20);
    private static final int PIN = 1;
    private static final int BOARD = 2;
    private static final String BOTH = "CHECK MAPPING maps.board_has_pins AGAINST pin_in_board, OBJECTS";

    /** Links of each board, all of them to pins of other shards. */
    private static final int LINKS = Math.max(4, 4 * FAULTS / SHARDS + 4);

    private PairCluster cluster;
    private Connection operator;

    @Parameter
    ServerProduct product;

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void start(@TempDir Path directory) throws Exception {
        cluster = PairCluster.start(product, directory);
        operator = cluster.connect(0);
        for (int shard = 0; shard < SHARDS; shard++) {
            String database = database(shard);
            onPrimary(
                    shard,
                    "CREATE DATABASE " + database,
                    "CREATE TABLE " + database
                            + ".pins (local_id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, data LONGTEXT)",
                    "CREATE TABLE " + database + ".boards LIKE " + database + ".pins",
                    "CREATE TABLE " + database
                            + ".board_has_pins (board_id BIGINT NOT NULL, pin_id BIGINT NOT NULL, sequence"
                            + " INT NOT NULL, note VARCHAR(20) CHARACTER SET utf16, PRIMARY KEY (board_id, pin_id))"
                            + " CHARACTER SET utf8mb4",
                    "CREATE TABLE " + database
                            + ".pin_in_board (pin_id BIGINT NOT NULL, board_id BIGINT NOT NULL, sequence"
                            + " INT NOT NULL, note VARCHAR(20), PRIMARY KEY (pin_id, board_id)) CHARACTER SET utf8mb4");
        }
        String half = "{\"range\": [%d, %d], \"pair\": \"%s\"}";
        String ranges = pairs() == 1
                ? half.formatted(0, SHARDS - 1, "p")
                : half.formatted(0, SHARDS / 2 - 1, "p") + ", " + half.formatted(SHARDS / 2, SHARDS - 1, "q");
        Jdbc.execute(
                operator,
                ("ALTER TOPOLOGY SET 'keyspaces.maps' = '{\"kind\": \"id\", \"database\": \"map%%05d\", \"ranges\": [%s],"
                                + " \"tables\": {\"pins\": {\"kind\": \"object\", \"type\": 1}, \"boards\": {\"kind\": \"object\","
                                + " \"type\": 2}, \"board_has_pins\": {\"kind\": \"mapping\", \"from\": \"board_id\", \"to\":"
                                + " \"pin_id\"}, \"pin_in_board\": {\"kind\": \"mapping\", \"from\": \"pin_id\", \"to\":"
                                + " \"board_id\"}}}'")
                        .formatted(ranges));
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        if (cluster != null) {
            operator.close();
            cluster.stop();
        }
    }

    private int pairs() {
        return cluster.servers().size() / 2;
    }

    private static String database(int shard) {
        return "map%05d".formatted(shard);
    }

    private void onPrimary(int shard, String... statements) throws SQLException {
        ManagedServer primary = cluster.servers().get(pairs() == 2 && shard >= SHARDS / 2 ? 2 : 0);
        try (Connection root = primary.connection();
                Statement statement = root.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static long id(int shard, int type, int local) {
        return (long) shard << 46 | (long) type << 36 | local;
    }

    /** One board on each shard, with links to pins of the shards behind it, and both rows of each. */
    @BeforeEach
    void fill() throws SQLException {
        Map<Integer, List<String>> forth = new TreeMap<>();
        Map<Integer, List<String>> back = new TreeMap<>();
        for (int shard = 0; shard < SHARDS; shard++) {
            for (int link = 1; link <= LINKS; link++) {
                int other = (shard + link) % SHARDS;
                long board = id(shard, BOARD, 1);
                long pin = id(other, PIN, link);
                add(forth, shard, board, pin, link);
                add(back, other, pin, board, link);
            }
        }
        for (int shard = 0; shard < SHARDS; shard++) {
            List<String> pins = new ArrayList<>();
            for (int local = 1; local <= LINKS; local++) {
                pins.add("(" + local + ", '')");
            }
            onPrimary(
                    shard,
                    "DELETE FROM " + database(shard) + ".board_has_pins",
                    "DELETE FROM " + database(shard) + ".pin_in_board",
                    "REPLACE INTO " + database(shard) + ".boards VALUES (1, '')",
                    "REPLACE INTO " + database(shard) + ".pins VALUES " + String.join(", ", pins),
                    "INSERT INTO " + database(shard) + ".board_has_pins VALUES " + String.join(", ", forth.get(shard)),
                    "INSERT INTO " + database(shard) + ".pin_in_board VALUES " + String.join(", ", back.get(shard)));
        }
    }

    private static void add(Map<Integer, List<String>> rows, int shard, long from, long to, int sequence) {
        rows.computeIfAbsent(shard, none -> new ArrayList<>())
                .add("(" + from + ", " + to + ", " + sequence + ", 'it''s ☃ " + sequence + "')");
    }

    /** {@code each} makes the row that is planted, of the fault's number. */
    private void plant(Planted each) throws SQLException {
        Map<Integer, List<String>> statements = new TreeMap<>();
        for (int fault = 0; fault < FAULTS; fault++) {
            int shard = fault % SHARDS;
            statements.computeIfAbsent(shard, none -> new ArrayList<>()).add(each.on(shard, fault / SHARDS + 1));
        }
        for (Map.Entry<Integer, List<String>> shard : statements.entrySet()) {
            onPrimary(shard.getKey(), shard.getValue().toArray(String[]::new));
        }
    }

    private interface Planted {
        /** @param number of the fault on its shard, from 1 */
        String on(int shard, int number);
    }

    private static String forth(int shard, long board, long pin) {
        return "INSERT INTO " + database(shard) + ".board_has_pins VALUES (" + board + ", " + pin + ", 0, NULL)";
    }

    private void plantAll() throws SQLException {
        plant((shard, number) -> "DELETE FROM " + database(shard) + ".pin_in_board WHERE pin_id = "
                + id(shard, PIN, number) + " LIMIT 1");
        plant((shard, number) -> forth(shard, id(shard, BOARD, 1), id((shard + 1) % SHARDS, PIN, 1_000_000 + number)));
        plant((shard, number) -> forth(shard, id(shard, BOARD, 1), id(shard, 9, number)));
        plant((shard, number) -> forth(shard, id((shard + 1) % SHARDS, BOARD, 1), id(shard, PIN, 2_000_000 + number)));
        awaitStandbys();
    }

    private void awaitStandbys() throws SQLException {
        for (int pair = 0; pair < pairs(); pair++) {
            ManagedServer standby = cluster.servers().get(2 * pair + 1);
            var position = cluster.servers().get(2 * pair).position();
            Conditions.await("the standby has all", LONG, () -> standby.awaitPosition(position, Duration.ofSeconds(1)));
        }
    }

    private long begin(String statement) throws SQLException {
        return Long.parseLong(Jdbc.rows(operator, statement).getFirst().getFirst());
    }

    private Operation ended(long number) {
        OperationJournal journal = cluster.journal();
        journal.learn(MappingTask.class);
        Conditions.await(
                "the end of operation " + number,
                LONG,
                () -> journal.read(number).orElseThrow().progress().state() != State.RUNNING);
        try {
            return journal.read(number).orElseThrow();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private Map<String, String> faults(String statement) throws SQLException {
        Progress progress = ended(begin(statement)).progress();
        assertThat(progress.state()).as(progress.error()).isEqualTo(State.DONE);
        Map<String, String> found = new TreeMap<>(progress.facts());
        found.keySet().retainAll(List.of("one-way", "dangling", "undeclared", "misplaced", "repaired"));
        found.values().remove("0");
        return found;
    }

    /** What the last check has told. */
    private String report() throws SQLException {
        return Jdbc.rows(operator, "SHOW OPERATIONS").getLast().getLast();
    }

    @Test
    void allFaultsAreFoundAndNoneIsInventedWhileClientsWrite() throws Exception {
        plantAll();
        String all = Integer.toString(FAULTS);
        AtomicBoolean end = new AtomicBoolean();
        AtomicInteger written = new AtomicInteger();
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        List<Thread> writers = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            int mine = writer;
            writers.add(Thread.ofPlatform().start(() -> write(mine, end, written, errors)));
        }
        try {
            Conditions.await("clients write", LONG, () -> written.get() > 20);
            assertThat(faults(BOTH))
                    .isEqualTo(Map.of("one-way", all, "dangling", all, "undeclared", all, "misplaced", all));
            assertThat(report())
                    .contains("one-way " + all + ", dangling " + all + ", undeclared " + all + ", misplaced " + all)
                    .satisfies(report -> assertThat(report.split("; ")).hasSize(2 + 4 * Math.min(10, FAULTS)));
            assertThat(faults("REPAIR MAPPING maps.board_has_pins AGAINST pin_in_board, OBJECTS ADD MISSING"))
                    .containsEntry("repaired", all);
            assertThat(faults("REPAIR MAPPING maps.board_has_pins AGAINST OBJECTS DELETE DANGLING"))
                    .containsEntry("repaired", all);
            assertThat(faults(BOTH)).isEqualTo(Map.of("undeclared", all, "misplaced", all));
        } finally {
            end.set(true);
            for (Thread writer : writers) {
                writer.join();
            }
        }
        assertThat(errors).isEmpty();
    }

    /** Links of clients come and go, one row after the other, as the article's do. */
    private void write(int writer, AtomicBoolean end, AtomicInteger written, List<Throwable> errors) {
        try (Connection client = DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + cluster.port(writer % 2)
                        + "/maps?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                "app",
                PairCluster.PASSWORD)) {
            for (int round = 0; !end.get(); round++) {
                long board = id((writer * 11 + round) % SHARDS, BOARD, 1);
                long pin = id((writer * 7 + round * 3) % SHARDS, PIN, LINKS - writer);
                List<String> statements = List.of(
                        "INSERT IGNORE INTO board_has_pins VALUES (" + board + ", " + pin + ", 0, 'w')",
                        "INSERT IGNORE INTO pin_in_board VALUES (" + pin + ", " + board + ", 0, 'w')",
                        "DELETE FROM pin_in_board WHERE pin_id = " + pin + " AND board_id = " + board
                                + " AND note = 'w'",
                        "DELETE FROM board_has_pins WHERE board_id = " + board + " AND pin_id = " + pin
                                + " AND note = 'w'");
                for (String sql : statements) {
                    Jdbc.execute(client, sql);
                }
                written.incrementAndGet();
            }
        } catch (SQLException e) {
            errors.add(e);
        }
    }

    @Test
    void anAddedRowHasWhatItsOppositeHas() throws SQLException {
        onPrimary(1, "DELETE FROM " + database(1) + ".pin_in_board WHERE pin_id = " + id(1, PIN, 1));
        awaitStandbys();
        assertThat(faults("REPAIR MAPPING maps.board_has_pins AGAINST pin_in_board ADD MISSING"))
                .isEqualTo(Map.of("one-way", "1", "repaired", "1"));
        assertThat(Jdbc.lines(
                        operator, "SELECT * FROM " + database(1) + ".pin_in_board WHERE pin_id = " + id(1, PIN, 1)))
                .containsExactly(id(1, PIN, 1) + " | " + id(0, BOARD, 1) + " | 1 | it's ☃ 1");
    }

    @Test
    void noLinkIsAddedToAnObjectThatGoesMeanwhile() throws Exception {
        onPrimary(1, "DELETE FROM " + database(1) + ".pin_in_board WHERE pin_id = " + id(1, PIN, 1));
        awaitStandbys();
        long number;
        try (Connection root = cluster.servers().getFirst().connection();
                Connection holder = cluster.servers().getFirst().connection()) {
            Jdbc.execute(holder, "BEGIN");
            Jdbc.execute(holder, "DELETE FROM " + database(1) + ".pins WHERE local_id = 1");
            number = begin("REPAIR MAPPING maps.board_has_pins AGAINST pin_in_board, OBJECTS ADD MISSING");
            Conditions.await("the repair waits for the object", LONG, () -> !Jdbc.rows(
                            root,
                            "SELECT 1 FROM information_schema.processlist WHERE info LIKE '%.`pins` WHERE local_id"
                                    + " = 1 LIMIT 1 LOCK IN SHARE MODE'")
                    .isEmpty());
            Jdbc.execute(holder, "COMMIT");
        }
        Progress progress = ended(number).progress();
        assertThat(progress.facts()).containsEntry("one-way", "1").containsEntry("repaired", "0");
        assertThat(Jdbc.lines(
                        operator, "SELECT * FROM " + database(1) + ".pin_in_board WHERE pin_id = " + id(1, PIN, 1)))
                .isEmpty();
    }

    @Test
    void whatAnObjectsJsonSaysIsCheckedBothWays() throws SQLException {
        for (int shard = 0; shard < SHARDS; shard++) {
            List<String> pins = new ArrayList<>();
            for (int link = 1; link <= LINKS; link++) {
                long board = id((shard - link + SHARDS) % SHARDS, BOARD, 1);
                String shown = shard % 2 == 0 ? Long.toString(board) : "\"" + board + "\"";
                pins.add("(" + link + ", '{\"board_id\": " + shown + "}')");
            }
            pins.add("(" + (LINKS + 1) + ", '{\"board_id\": null}'), (" + (LINKS + 2) + ", 'no JSON')");
            onPrimary(shard, "REPLACE INTO " + database(shard) + ".pins VALUES " + String.join(", ", pins));
        }
        long other = id(0, BOARD, 2);
        onPrimary(0, "ALTER TABLE " + database(0) + ".board_has_pins ALTER sequence SET DEFAULT 7");
        onPrimary(
                1,
                "UPDATE " + database(1) + ".pins SET data = '{\"board_id\": " + other + "}' WHERE local_id = 1",
                "UPDATE " + database(1) + ".pins SET data = '{}' WHERE local_id = 2");
        awaitStandbys();

        assertThat(faults("CHECK MAPPING maps.board_has_pins AGAINST pins.data.board_id, OBJECTS"))
                .isEqualTo(Map.of("one-way", "2"));
        assertThat(report()).contains("pins.data.board_id hasn't " + id(1, PIN, 1) + " → " + id(0, BOARD, 1));
        assertThat(faults("CHECK MAPPING maps.pins.data.board_id AGAINST board_has_pins"))
                .isEqualTo(Map.of("one-way", "1"));
        assertThat(faults("CHECK MAPPING maps.pins.data.board_id AGAINST board_has_pins, OBJECTS"))
                .isEqualTo(Map.of("dangling", "1"));
        assertThat(faults("REPAIR MAPPING maps.pins.data.board_id AGAINST board_has_pins ADD MISSING"))
                .isEqualTo(Map.of("one-way", "1", "repaired", "1"));
        assertThat(Jdbc.lines(operator, "SELECT * FROM " + database(0) + ".board_has_pins WHERE board_id = " + other))
                .containsExactly(other + " | " + id(1, PIN, 1) + " | 7 | null");
        assertThat(faults("CHECK MAPPING maps.pins.data.board_id AGAINST board_has_pins"))
                .isEmpty();
        onPrimary(1, "DELETE FROM " + database(1) + ".pins WHERE local_id > " + LINKS);
        onPrimary(0, "ALTER TABLE " + database(0) + ".board_has_pins ALTER sequence DROP DEFAULT");
        awaitStandbys();
    }

    @Test
    void aRowThatAServerRefusesKeepsNoOtherFromItsRepair() throws SQLException {
        String refusing = "ALTER TABLE " + database(1) + ".pin_in_board ";
        onPrimary(1, refusing + "ADD COLUMN needed INT NOT NULL");
        for (String table : List.of("board_has_pins", "pin_in_board")) {
            onPrimary(2, "ALTER TABLE " + database(2) + "." + table + " ADD COLUMN twice BIGINT AS (pin_id * 2)");
        }
        try {
            for (int shard = 1; shard <= 2; shard++) {
                onPrimary(
                        shard, "DELETE FROM " + database(shard) + ".pin_in_board WHERE pin_id = " + id(shard, PIN, 1));
            }
            awaitStandbys();
            assertThat(faults("REPAIR MAPPING maps.board_has_pins AGAINST pin_in_board ADD MISSING"))
                    .isEqualTo(Map.of("one-way", "2", "repaired", "1"));
            assertThat(report()).contains("not repaired: ", "needed");
        } finally {
            onPrimary(1, refusing + "DROP COLUMN needed");
            for (String table : List.of("board_has_pins", "pin_in_board")) {
                onPrimary(2, "ALTER TABLE " + database(2) + "." + table + " DROP COLUMN twice");
            }
            awaitStandbys();
        }
    }

    @Test
    void theExitStatusTellsATimerWhetherLinksAreWrong() throws SQLException {
        awaitStandbys();
        Cli timer = Cli.at(cluster.port(0), "app", PairCluster.PASSWORD);
        String[] check = "check mapping maps.board_has_pins against pin_in_board,objects --wait".split(" ");
        assertThat(timer.run(check).exitStatus()).isZero();

        onPrimary(1, "DELETE FROM " + database(1) + ".pin_in_board WHERE pin_id = " + id(1, PIN, 1));
        awaitStandbys();

        Cli.Outcome wrong = timer.run(check);
        assertThat(wrong.exitStatus()).isOne();
        assertThat(wrong.out()).contains("one-way 1; one-way on shard 0, " + id(0, BOARD, 1) + " → " + id(1, PIN, 1));
    }

    @Test
    void anotherProxyGoesOnWhereTheFirstDied() throws Exception {
        plantAll();
        OperationJournal journal = cluster.journal();
        journal.learn(MappingTask.class);
        Progress half = Progress.beginning(SHARDS, "dead", Instant.now())
                .in("looking at links")
                .withFact("one-way", "1000");
        for (int shard = 0; shard < SHARDS / 2; shard++) {
            half = half.withDone(shard);
        }
        Operation left = journal.create(
                new MappingTask("maps", "board_has_pins", "pin_in_board", true, Repair.NONE),
                Origin.of("app", "operator"),
                half);
        assertThatThrownBy(() -> begin(BOTH)).hasMessageContaining("RESUME OPERATION " + left.number());
        Jdbc.execute(operator, "RESUME OPERATION " + left.number());
        Progress progress = ended(left.number()).progress();
        assertThat(progress.state()).isEqualTo(State.DONE);
        assertThat(Integer.parseInt(progress.facts().get("one-way"))).isBetween(1_001, 1_000 + FAULTS - 1);
        assertThat(progress.done().size()).isEqualTo(SHARDS);
    }

    /** An operation that older versions had, and that went on until it was cancelled. */
    @JsonTypeName("WATCH_MAPPING")
    record Watch(String keyspace) implements Task {
        @Override
        public String statement() {
            return "";
        }

        @Override
        public String subject() {
            return "";
        }

        @Override
        public Set<String> locks() {
            return Set.of("watch:" + keyspace);
        }
    }

    @Test
    void anOperationOfAnotherVersionIsShownUntilItIsCancelled() throws Exception {
        Progress running = Progress.beginning(SHARDS, "dead", Instant.now());
        long watch = cluster.journal()
                .create(new Watch("maps"), Origin.of("app", "operator"), running)
                .number();
        String shown = "SHOW OPERATIONS WHERE operation = '" + watch + "'";
        assertThat(Jdbc.lines(operator, shown).toString())
                .contains("interrupted | maps | WATCH_MAPPING, which this version of Pinion doesn't know");
        assertThatThrownBy(() -> Jdbc.execute(operator, "RESUME OPERATION " + watch))
                .hasMessageContaining("this proxy runs no operations such as");

        Jdbc.execute(operator, "CANCEL OPERATION " + watch);

        assertThat(Jdbc.lines(operator, shown).toString()).contains("cancelled");
    }

    @Test
    void aMappingOfOtherObjectsGetsNoLinks() throws Exception {
        for (int shard = 0; shard < SHARDS; shard++) {
            onPrimary(shard, "CREATE TABLE " + database(shard) + ".liked LIKE " + database(shard) + ".pin_in_board");
        }
        Jdbc.execute(
                operator,
                "ALTER TOPOLOGY SET 'keyspaces.maps.tables.liked' = '{\"kind\": \"mapping\", \"from\": \"pin_id\","
                        + " \"to\": \"board_id\"}'");
        try {
            // From pins to pins.
            onPrimary(
                    1,
                    "INSERT INTO " + database(1) + ".liked VALUES (" + id(1, PIN, 1) + ", " + id(2, PIN, 1)
                            + ", 1, '')");
            awaitStandbys();
            assertThatThrownBy(() -> begin("REPAIR MAPPING maps.board_has_pins AGAINST liked ADD MISSING"))
                    .hasMessageContaining("it is about other objects");
            ended(begin("CHECK MAPPING maps.board_has_pins AGAINST liked"));
        } finally {
            Jdbc.execute(operator, "FORGET TABLE maps.liked");
            for (int shard = 0; shard < SHARDS; shard++) {
                onPrimary(shard, "DROP TABLE " + database(shard) + ".liked");
            }
        }
    }

    @Test
    void whatCantBeLookedAtIsRefused() throws Exception {
        assertThatThrownBy(() -> begin("CHECK MAPPING maps.pins AGAINST OBJECTS"))
                .hasMessageContaining("is no mapping table");
        assertThatThrownBy(() -> begin("CHECK MAPPING shop.rows_of AGAINST OBJECTS"))
                .hasMessageContaining("no keyspace of ids");
        assertThatThrownBy(() -> begin("CHECK MAPPING maps.board_has_pins AGAINST board_has_pins"))
                .hasMessageContaining("its own opposite");
        assertThat(Jdbc.rows(operator, "EXPLAIN " + BOTH)).hasSize(pairs() + 1);
        assertThat(Jdbc.rows(
                        operator,
                        "EXPLAIN CHECK MAPPING `maps`.`board_has_pins` AGAINST `pins`.`data`.`board_id`, OBJECTS"))
                .hasSize(pairs() + 1);
        assertThatThrownBy(() -> begin("CHECK MAPPING maps.pins.data.board_id AGAINST pin_in_board"))
                .hasMessageContaining("name the mapping that is placed by board_id");
        ManagedServer standby = cluster.servers().get(1);
        standby.execute(standby.dialect().stopApplying());
        try {
            assertThatThrownBy(() -> begin(BOTH)).hasMessageContaining("doesn't follow its primary");
        } finally {
            standby.execute(standby.dialect().resumeApplying());
        }
    }
}
