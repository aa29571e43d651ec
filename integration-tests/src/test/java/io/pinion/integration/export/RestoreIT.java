package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.pinion.integration.testing.DyingJournal;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.engine.RequestKinds;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.restore.Restores;
import io.pinion.operations.restore.ShardsRestore;
import io.pinion.server.testing.Conditions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code RESTORE SHARDS}: what was deleted by mistake comes back from an export. */
@OnEachServer
class RestoreIT {
    private static final String RESTORE = "RESTORE SHARDS 1-2 IN pinterest FROM 'night'";

    /** The databases of restored and of replaced rows. */
    private static final String BESIDE =
            "SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name LIKE 'db%\\_re%'";

    private ExportStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ExportStage.start(product, directory);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    private String run(String statement) throws SQLException {
        String number = Jdbc.rows(stage.operator(), statement).getFirst().getFirst();
        assertThat(MoveCluster.awaitEnd(stage.operator(), number)).startsWith("waiting");
        return number;
    }

    private String value(String sql) throws SQLException {
        try (Connection root = stage.primary(1).connection()) {
            return String.valueOf(Jdbc.value(root, sql));
        }
    }

    private String sum(String database) throws SQLException {
        return value("SELECT CONCAT(COUNT(*), ' ', SUM(CRC32(CONCAT_WS(',', local_id, data, ts)))) FROM " + database
                + ".pins");
    }

    private void mistake() throws SQLException {
        Jdbc.execute(stage.operator(), "INSERT INTO db00001.pins (data) VALUES ('{}')");
        for (int shard = 1; shard <= 2; shard++) {
            Jdbc.execute(stage.operator(), "DELETE FROM db0000" + shard + ".pins WHERE local_id <= 200");
        }
    }

    @Test
    void whatWasDeletedByMistakeComesBack() throws Exception {
        String before = sum("db00001");
        stage.export("EXPORT KEYSPACE pinterest TO 'night' AS SQL");
        mistake();
        String after = sum("db00001");
        assertThat(Jdbc.lines(stage.operator(), "EXPLAIN " + RESTORE).toString())
                .contains("1200 rows in 4 files", "db00001_restored");

        String number = run(RESTORE);
        assertThat(sum("db00001_restored")).isEqualTo(before);
        assertThat(sum("db00001")).isEqualTo(after);
        assertThat(compared(number))
                .containsExactly(
                        "1 | db00001 | board_has_pins | 300 | 0 | 0 | 0",
                        "1 | db00001 | pins | 300 | 200 | 0 | 1",
                        "2 | db00002 | board_has_pins | 300 | 0 | 0 | 0",
                        "2 | db00002 | pins | 300 | 200 | 0 | 0");
        assertThatThrownBy(() -> run("RESTORE SHARD 2 IN pinterest FROM 'night'"))
                .hasMessageContaining("operation " + number);
        if (product == ServerProduct.MARIADB) {
            assertThatThrownBy(() -> Jdbc.execute(stage.operator(), "MOVE SHARD 1 TO PAIR B IN pinterest"))
                    .hasMessageContaining("operation " + number);
        }

        assertThat(Jdbc.rows(stage.operator(), "FINISH OPERATION " + number))
                .singleElement()
                .asString()
                .contains("those that were there before are in db00001_replaced")
                .doesNotContain("_restored");
        assertThatThrownBy(() -> compared(number)).hasMessageContaining("before they take the place of others");
        assertThat(sum("db00001")).isEqualTo(before);
        assertThat(sum("db00001_replaced")).isEqualTo(after);
        assertThat(value(BESIDE)).isEqualTo("2");
        Jdbc.execute(stage.operator(), "INSERT INTO db00001.pins (data) VALUES ('{}')");
        // 301 was that of a row which isn't there any more, and clients might have got more in the meantime.
        assertThat(value("SELECT MAX(local_id) FROM db00001.pins")).isEqualTo("2000302");
        assertThat(value("SELECT COUNT(*) FROM db00002.pins")).isEqualTo("300");
    }

    @Test
    void whatIsntWantedGoes() throws Exception {
        stage.export("EXPORT KEYSPACE pinterest TO 'night' AS SQL COMPRESSED BY GZIP");
        mistake();
        String now = sum("db00001");
        String number = run(RESTORE);
        assertThat(Jdbc.rows(stage.operator(), "REVERT OPERATION " + number))
                .singleElement()
                .asString()
                .contains("the restored rows are dropped");
        assertThat(value(BESIDE)).isEqualTo("0");
        assertThat(sum("db00001")).isEqualTo(now);

        Jdbc.execute(stage.operator(), "ALTER TABLE pinterest.pins ADD COLUMN note INT");
        String again = run(RESTORE);
        assertThatThrownBy(() -> Jdbc.execute(stage.operator(), "ALTER TABLE pinterest.pins DROP COLUMN note"))
                .hasMessageContaining("operation " + again);
        stage.primary(2).execute(List.of("ALTER TABLE db00002.pins ADD INDEX (ts)"));
        assertThatThrownBy(() -> Jdbc.execute(stage.operator(), "FINISH OPERATION " + again))
                .hasMessageContaining("has another definition than the restored one");
        stage.primary(2).execute(List.of("ALTER TABLE db00002.pins DROP INDEX ts, DROP COLUMN note"));
        assertThatThrownBy(() -> Jdbc.execute(stage.operator(), "FINISH OPERATION " + again))
                .hasMessageContaining("has another definition than the restored one");
        stage.primary(2).execute(List.of("ALTER TABLE db00002.pins ADD COLUMN note INT"));
        Jdbc.execute(stage.operator(), "FINISH OPERATION " + again);
        assertThat(value("SELECT COUNT(*) FROM db00001.pins WHERE note IS NULL"))
                .as("with the columns of now")
                .isEqualTo("300");
    }

    private List<String> compared(String number) throws SQLException {
        return Jdbc.lines(stage.operator(), "SHOW RESTORED ROWS OF OPERATION " + number);
    }

    @Test
    void whatIsOtherNowIsTold() throws Exception {
        stage.export("EXPORT KEYSPACE pinterest TO 'night' AS SQL");
        stage.primary(1)
                .execute(List.of(
                        "SET SESSION sql_mode = ''",
                        "ALTER TABLE db00001.pins MODIFY data VARCHAR(200) NOT NULL",
                        "UPDATE db00001.pins SET data = UPPER(data) WHERE local_id = 7",
                        "DROP TABLE db00001.board_has_pins",
                        "ALTER TABLE db00001.pins ADD COLUMN note INT DEFAULT 7",
                        "UPDATE db00001.pins SET note = 8",
                        "ALTER TABLE db00002.board_has_pins DROP PRIMARY KEY"));
        String number = Jdbc.rows(stage.operator(), RESTORE).getFirst().getFirst();
        assertThat(MoveCluster.awaitEnd(stage.operator(), number))
                .startsWith("waiting")
                .contains("the export has no pins.note: restored rows have the default there")
                .contains("values don't fit the columns of now and were changed")
                .contains("of `db00001_restored`.`pins`: Data truncated for column 'data' at row ");
        assertThat(compared(number))
                .containsExactly(
                        "1 | db00001 | board_has_pins | 300 | 300 | 0 | 0",
                        "1 | db00001 | pins | 300 | 0 | 1 | 0",
                        "2 | db00002 | board_has_pins | 300 | null | null | null",
                        "2 | db00002 | pins | 300 | 0 | 0 | 0");
        String exported = "" + (Long.parseLong(number) - 1);
        assertThatThrownBy(() -> compared(exported))
                .hasMessageContaining("operation " + exported + " restores no shards");
    }

    @Test
    void aColumnThatIsGoneIsBesideTheTableOfNow() throws Exception {
        stage.export("EXPORT KEYSPACE pinterest TO 'night' AS SQL");
        String before = sum("db00001");
        Jdbc.execute(stage.operator(), "ALTER TABLE pinterest.pins DROP COLUMN ts");
        String number = Jdbc.rows(stage.operator(), RESTORE).getFirst().getFirst();
        assertThat(MoveCluster.awaitEnd(stage.operator(), number))
                .startsWith("waiting")
                .contains("the tables of now have no pins.ts");
        assertThat(sum("db00001_restored")).isEqualTo(before);
        assertThat(compared(number)).contains("1 | db00001 | pins | 300 | 0 | 0 | 0");
        assertThatThrownBy(() -> Jdbc.execute(stage.operator(), "FINISH OPERATION " + number))
                .hasMessageContaining("has another definition than the restored one");
        Jdbc.execute(stage.operator(), "REVERT OPERATION " + number);
        assertThat(value(BESIDE)).isEqualTo("0");
    }

    @Test
    void tablesThatArentNamedStayAndTriggersAreInTheWayOfTheEndAlone() throws Exception {
        stage.export("EXPORT KEYSPACE pinterest TO 'night' AS SQL");
        String before = sum("db00001");
        mistake();
        Jdbc.execute(stage.operator(), "DELETE FROM db00001.board_has_pins");
        stage.primary(1)
                .execute(List.of(
                        "CREATE TRIGGER db00001.seen BEFORE DELETE ON db00001.pins FOR EACH ROW SET @seen = 1"));
        refused("RESTORE SHARD 1 TABLES pinz IN pinterest FROM 'night'", "has no table pinz");
        String number = run("RESTORE SHARD 1 TABLES pins IN pinterest FROM 'night'");
        assertThat(compared(number)).containsExactly("1 | db00001 | pins | 300 | 200 | 0 | 1");
        assertThatThrownBy(() -> Jdbc.execute(stage.operator(), "FINISH OPERATION " + number))
                .hasMessageContaining("trigger seen");
        stage.primary(1).execute(List.of("DROP TRIGGER db00001.seen"));
        Jdbc.execute(stage.operator(), "FINISH OPERATION " + number);
        assertThat(sum("db00001")).isEqualTo(before);
        assertThat(value("SELECT COUNT(*) FROM db00001.board_has_pins")).isEqualTo("0");
    }

    @Test
    void rowsThatAreGoneMeanwhileArentTakenForThoseThatCameBack() throws Exception {
        stage.export("EXPORT KEYSPACE pinterest TO 'night' AS SQL");
        String before = sum("db00001");
        for (String lost : List.of("DROP DATABASE db00002_restored", "DROP TABLE db00002_restored.`pinion restored`")) {
            String number = run(RESTORE);
            stage.primary(2).execute(List.of(lost));
            assertThatThrownBy(() -> Jdbc.execute(stage.operator(), "FINISH OPERATION " + number))
                    .hasMessageContaining("db00002_restored")
                    .hasMessageContaining("lacks what was loaded");
            assertThat(value(BESIDE)).doesNotStartWith("0");
            assertThat(value("SELECT COUNT(*) FROM information_schema.schemata WHERE schema_name LIKE '%\\_replaced'"))
                    .isEqualTo("0");
            Jdbc.execute(stage.operator(), "REVERT OPERATION " + number);
        }
        assertThat(sum("db00001")).isEqualTo(before);
        assertThat(value(BESIDE)).isEqualTo("0");
    }

    /** As behind a promotion by force, whose new primary hadn't got the RENAME. */
    @Test
    void rowsThatWereInPlaceOnALostPrimaryGetThereAgain() throws Exception {
        String before = sum("db00001");
        stage.export("EXPORT KEYSPACE pinterest TO 'night' AS SQL");
        mistake();
        String number = run(RESTORE);
        stage.primary(2)
                .execute(List.of("CREATE DATABASE db00002_replaced", "CREATE TABLE db00002_replaced.pins (n INT)"));
        assertThatThrownBy(() -> Jdbc.execute(stage.operator(), "FINISH OPERATION " + number))
                .hasMessageContaining("pins");
        assertThat(sum("db00001")).isEqualTo(before);
        stage.primary(2).execute(List.of("DROP DATABASE db00002_replaced"));
        stage.primary(1)
                .execute(List.of(
                        "CREATE DATABASE db00001_restored",
                        "RENAME TABLE db00001.pins TO db00001_restored.pins, db00001.board_has_pins TO"
                                + " db00001_restored.board_has_pins, db00001_replaced.pins TO db00001.pins,"
                                + " db00001_replaced.board_has_pins TO db00001.board_has_pins",
                        "CREATE TABLE db00001_restored.`pinion restored` (nothing INT NOT NULL PRIMARY KEY)",
                        "DROP DATABASE db00001_replaced"));
        assertThat(sum("db00001")).isNotEqualTo(before);

        Jdbc.execute(stage.operator(), "FINISH OPERATION " + number);

        assertThat(sum("db00001")).isEqualTo(before);
        assertThat(value(BESIDE)).isEqualTo("2");
    }

    @Test
    void idsThatClientsGetMeanwhileArentGivenAgain() throws Exception {
        stage.export("EXPORT KEYSPACE pinterest TO 'night' AS SQL");
        String number = run("RESTORE SHARD 1 IN pinterest FROM 'night'");
        String given;
        try (Connection holder = stage.primary(1).connection();
                Connection operator = stage.cluster().connect(0)) {
            Jdbc.execute(holder, "BEGIN");
            Jdbc.value(holder, "SELECT COUNT(*) FROM db00001.pins");
            CompletableFuture<Void> finish =
                    CompletableFuture.runAsync(() -> execute(operator, "FINISH OPERATION " + number));
            Conditions.await(
                    () -> value("SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'RENAME TABLE %'")
                            .equals("1"));
            Jdbc.execute(stage.operator(), "INSERT INTO db00001.pins (data) VALUES ('{}')");
            given = value("SELECT MAX(local_id) FROM db00001.pins");
            Jdbc.execute(holder, "COMMIT");
            finish.join();
        }
        Jdbc.execute(stage.operator(), "INSERT INTO db00001.pins (data) VALUES ('{}')");
        assertThat(Long.parseLong(value("SELECT MAX(local_id) FROM db00001.pins")))
                .isGreaterThan(Long.parseLong(given));
    }

    @Test
    void aTableThatIsGoneComesBack() throws Exception {
        stage.export("EXPORT KEYSPACE pinterest TO 'night' AS SQL");
        stage.primary(1).execute(List.of("DROP TABLE db00001.board_has_pins"));
        String number = run("RESTORE SHARD 1 IN pinterest FROM 'night'");
        Jdbc.execute(stage.operator(), "FINISH OPERATION " + number);
        assertThat(value("SELECT COUNT(*) FROM db00001.board_has_pins")).isEqualTo("300");
        assertThat(value("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'db00001_replaced'"))
                .isEqualTo("1");
    }

    @Test
    void givenUpWhileItLoadsItLeavesNothing() throws Exception {
        stage.export("EXPORT KEYSPACE pinterest TO 'night' AS SQL");
        String number;
        try (Connection holder = stage.primary(1).connection();
                Connection operator = stage.cluster().connect(0)) {
            // A table isn't made like one that somebody has locked.
            Jdbc.execute(holder, "LOCK TABLES db00001.pins WRITE");
            number = Jdbc.rows(stage.operator(), RESTORE).getFirst().getFirst();
            Conditions.await(() -> value("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema ="
                            + " 'db00001_restored' AND table_name = 'board_has_pins'")
                    .equals("1"));
            CompletableFuture<Void> cancel =
                    CompletableFuture.runAsync(() -> execute(operator, "CANCEL OPERATION " + number));
            Conditions.await(() -> progress(Long.parseLong(number)).cancelAsked());
            Jdbc.execute(holder, "UNLOCK TABLES");
            cancel.join();
        }
        assertThat(MoveCluster.awaitEnd(stage.operator(), number)).startsWith("cancelled");
        assertThat(value(BESIDE)).isEqualTo("0");
    }

    private static void execute(Connection operator, String statement) {
        try {
            Jdbc.execute(operator, statement);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatCantComeBackIsRefused() throws Exception {
        refused("RESTORE SHARD 1 IN pinterest FROM 'nothing'", "there is no manifest.json");
        stage.export("EXPORT KEYSPACE pinterest TO 'night'");
        refused(RESTORE, "has rows as parquet");
        stage.export("EXPORT TABLE pins IN pinterest TO 'newer' AS SQL SINCE '2026-11-10 00:00:00'");
        refused("RESTORE SHARD 1 IN pinterest FROM 'newer'", "and not all");
        stage.export("EXPORT KEYSPACE pinterest TO 'sql' AS SQL COMPRESSED BY NONE");
        Path manifest = stage.place("sql").resolve("manifest.json");
        String written = Files.readString(manifest);
        Files.writeString(manifest, written.replace("rows by ids", "rows by md5 of utf8mb4 modulo 8"));
        refused("RESTORE SHARD 1 IN pinterest FROM 'sql'", "has rows of other shards than keyspace pinterest has now");
        Files.writeString(manifest, written);
        refused("RESTORE SHARDS 1-99 IN pinterest FROM 'sql'", "are open");
        stage.primary(1).execute(List.of("CREATE DATABASE db00001_restored"));
        refused("RESTORE SHARD 1 IN pinterest FROM 'sql'", "drop it if nobody needs it");
        stage.primary(1).execute(List.of("DROP DATABASE db00001_restored"));

        Path file = stage.place("sql").resolve("pins/shard=0001/part-0.sql");
        Files.writeString(file, Files.readString(file).replaceFirst("xx", "xy"));
        String number = Jdbc.rows(stage.operator(), "RESTORE SHARD 1 IN pinterest FROM 'sql'")
                .getFirst()
                .getFirst();
        assertThat(MoveCluster.awaitEnd(stage.operator(), number)).contains("its SHA-256 isn't that of the manifest");
        Jdbc.execute(stage.operator(), "CANCEL OPERATION " + number);
        assertThat(value(BESIDE)).isEqualTo("0");
    }

    private void refused(String statement, String words) {
        for (String explain : List.of("EXPLAIN ", "")) {
            assertThatThrownBy(() -> Jdbc.rows(stage.operator(), explain + statement))
                    .hasMessageContaining(words);
        }
    }

    @Test
    void anotherProxyGoesOn() throws Exception {
        String before = sum("db00001");
        stage.export("EXPORT KEYSPACE pinterest TO 'night' AS SQL");
        mistake();
        boolean over = false;
        for (int writes = 1; !over; writes++) {
            long number = leftBehind(writes);
            over = state(number) == State.WAITING;
            Conditions.await("that another proxy ends it", MoveCluster.TIMEOUT, () -> state(number) == State.WAITING);
            assertThat(sum("db00001_restored")).isEqualTo(before);
            Jdbc.execute(stage.operator(), "REVERT OPERATION " + number);
        }
    }

    private long leftBehind(int writes) throws Exception {
        DyingJournal journal = new DyingJournal(stage.cluster().journal(), writes);
        try (Restores dying =
                new Restores(stage.cluster().services(journal), stage.cluster().exportSettings())) {
            long number = new RequestKinds(List.of(dying))
                    .run(ShardsRestore.asked("pinterest", 1, 2, "night", List.of()), "app")
                    .toCompletableFuture()
                    .join()
                    .number();
            Conditions.await(
                    "its death or its end",
                    Duration.ofMinutes(2),
                    () -> journal.isDead() || state(number) == State.WAITING);
            return number;
        }
    }

    private State state(long number) throws Exception {
        return progress(number).state();
    }

    private Progress progress(long number) throws Exception {
        OperationJournal journal = stage.cluster().journal();
        journal.learn(ShardsRestore.class);
        return journal.read(number).orElseThrow().progress();
    }

    /** The commands of the page, up to the moment before the mistake. */
    @Test
    void theLogBringsBackWhatCameAfterTheExport() throws Exception {
        LogPrograms programs = LogPrograms.of(product);
        assumeTrue(programs.areInstalled(), "the programs that read the log of " + product + " aren't installed");
        stage.export("EXPORT KEYSPACE pinterest TO 'night' AS SQL");
        Jdbc.execute(stage.operator(), "INSERT INTO db00001.pins (data) VALUES ('{\"day\": true}')");
        Jdbc.execute(stage.operator(), "UPDATE db00002.pins SET data = '{}' WHERE local_id = 7");
        stage.awaitCaughtUp();
        String wanted = sum("db00001");
        String before = position();
        mistake();
        stage.awaitCaughtUp();
        String number = run(RESTORE);
        for (int shard = 1; shard <= 2; shard++) {
            rollForward(programs, shard, before);
        }
        Jdbc.execute(stage.operator(), "FINISH OPERATION " + number);
        assertThat(sum("db00001")).isEqualTo(wanted);
        assertThat(value("SELECT data FROM db00002.pins WHERE local_id = 7")).isEqualTo("{}");
    }

    /** Of the standby's log, now. */
    private String position() throws SQLException {
        try (Connection root = stage.standby(1).connection()) {
            boolean mariaDb = product == ServerProduct.MARIADB;
            return Jdbc.rows(root, mariaDb ? "SHOW MASTER STATUS" : "SHOW BINARY LOG STATUS")
                    .getFirst()
                    .get(1);
        }
    }

    private String logBase() throws SQLException {
        try (Connection root = stage.standby(1).connection()) {
            return String.valueOf(Jdbc.value(root, "SELECT @@log_bin_basename"));
        }
    }

    /** Programs of an older release read files of a newer server, and not from it. */
    private void rollForward(LogPrograms programs, int shard, String before) throws Exception {
        JsonNode position = stage.manifest("night").get("positions").get(0);
        Path file = Path.of(logBase()).resolveSibling(position.get("log_file").asText());
        assertThat(programs.play(
                        "--start-position=" + position.get("log_offset").asLong() + " --stop-position=" + before,
                        MoveCluster.database(shard),
                        file,
                        stage.primary(1).port()))
                .isZero();
    }
}
