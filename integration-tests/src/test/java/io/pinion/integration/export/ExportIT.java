package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ManagedServer;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code EXPORT KEYSPACE} and {@code EXPORT TABLES}, whose files DuckDB reads. */
@OnEachServer
class ExportIT {
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

    @Test
    void parquetOfAllShardsIsReadAsOneTable() throws Exception {
        stage.export("EXPORT KEYSPACE pinterest TO 'nightly/1'");
        List<String> expected = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        for (int shard = 0; shard < stage.shards(); shard++) {
            expected.add(shard + " | " + ofShard(shard, "COUNT(*), SUM(local_id), SUM(LENGTH(data)), MAX(ts)"));
            ids.add(String.valueOf(GlobalId.compose(new ShardId(shard), 1, ExportStage.PINS)));
        }
        String pins = "read_parquet('" + stage.place("nightly/1") + "/pins/*/*.parquet', hive_types = {shard: INT})";
        assertThat(Jdbc.lines(
                        stage.duckDb(),
                        "SELECT shard, COUNT(*), SUM(local_id), SUM(strlen(data)), strftime(MAX(ts), '%Y-%m-%d %H:%M:%S') FROM "
                                + pins + " GROUP BY shard ORDER BY shard"))
                .isEqualTo(expected);
        assertThat(Jdbc.lines(stage.duckDb(), "SELECT MAX(id) FROM " + pins + " GROUP BY shard ORDER BY 1"))
                .isEqualTo(ids);
        assertThat(stage.files("nightly/1")).isEqualTo(stage.told("nightly/1")).hasSize(2 * stage.shards());
        requirePositions(stage.manifest("nightly/1"));
    }

    private String ofShard(int shard, String what) throws SQLException {
        try (Connection primary = stage.primary(shard).connection()) {
            Jdbc.execute(primary, "SET time_zone='+00:00'");
            return Jdbc.lines(primary, "SELECT " + what + " FROM " + MoveCluster.database(shard) + ".pins")
                    .getFirst();
        }
    }

    private void requirePositions(JsonNode manifest) throws SQLException {
        assertThat(manifest.get("rows").asLong()).isEqualTo(2L * ExportStage.PINS * stage.shards());
        for (JsonNode position : manifest.get("positions")) {
            int first = Integer.parseInt(position.get("shards").asText().split("-", 2)[0]);
            assertThat(position.get("gtids").asText())
                    .isEqualTo(stage.standby(first).position().gtids());
            assertThat(position.get("log_file").asText()).isNotEmpty();
        }
        assertThat(manifest.at("/tables/1/definition").asText())
                .startsWith("CREATE TABLE `pins`")
                .doesNotContain("AUTO_INCREMENT=");
        assertThat(manifest.at("/tables/1/parts/0/auto_increment").asInt()).isEqualTo(ExportStage.PINS + 1);
    }

    /** The deed would wait, and so it isn't refused. */
    @Test
    void explainTellsOfAnOperationThatHasThePair() throws Exception {
        Operation move = stage.cluster()
                .journal()
                .create(
                        new Task.Move("pinterest", 1, 1, "A", "B"),
                        new Origin("app", "operator", List.of(), Instant.now()),
                        Progress.beginning(1, "other", Instant.now()).in("copying"));
        try (TaskLock lock = stage.cluster().journal().lock(move.task()).orElseThrow()) {
            assertThat(lock.isHeld()).isTrue();
            assertThat(Jdbc.lines(stage.operator(), "EXPLAIN EXPORT KEYSPACE pinterest TO 'later'")
                            .toString())
                    .contains(
                            "waits while " + move.name() + " runs on proxy other: SHOW OPERATIONS tells how far it is")
                    .doesNotContain("CANCEL");
        }
    }

    @Test
    void primariesAreAskedForNothing() throws Exception {
        for (int shard = 0; shard < stage.shards(); shard += 4) {
            stage.primary(shard).execute(List.of("SET GLOBAL log_output='TABLE'", "SET GLOBAL general_log=ON"));
        }
        stage.export("EXPORT KEYSPACE pinterest TO 'quiet'");
        for (int shard = 0; shard < stage.shards(); shard += 4) {
            ManagedServer primary = stage.primary(shard);
            primary.execute(List.of("SET GLOBAL general_log=OFF"));
            try (Connection root = primary.connection()) {
                assertThat(
                                Jdbc.rows(
                                        root,
                                        "SELECT argument FROM mysql.general_log WHERE user_host LIKE '%operator%' AND"
                                                + " command_type = 'Query' AND (argument LIKE '%pins%' OR argument LIKE '%SNAPSHOT%')"))
                        .isEmpty();
                Jdbc.execute(root, "TRUNCATE mysql.general_log");
            }
        }
    }

    @Test
    void onlyNamedTablesAndLaterRowsAreRead() throws Exception {
        stage.export("EXPORT TABLES pins IN pinterest TO 'later' SINCE '2026-11-21 00:00:00'");
        assertThat(stage.manifest("later").get("rows").asInt()).isEqualTo(ExportStage.PINS / 3 * stage.shards());
        assertThat(stage.files("later")).hasSize(stage.shards());
        refused("EXPORT KEYSPACE pinterest TO 'never' SINCE '2026-11-21 00:00:00'", "no column ts in board_has_pins");
        refused(
                "EXPORT TABLES pins IN pinterest TO 'never' SINCE '2026-11-21 00:00:00' BY data",
                "column data is no DATE, DATETIME or TIMESTAMP in pins");
        refused("EXPORT TABLES pinz IN pinterest TO 'never'", "no table pinz", "pins");
    }

    @Test
    void whatIsntReadAsOfOnePositionIsRefusedAndPinionsOwnTablesStay() throws Exception {
        stage.primary(0)
                .execute(List.of("CREATE TABLE db00000.pinion_sequences (name VARCHAR(64) PRIMARY KEY, next BIGINT)"));
        stage.awaitCaughtUp();
        stage.export("EXPORT KEYSPACE pinterest TO 'without-own'");
        JsonNode manifest = stage.manifest("without-own");
        assertThat(manifest.get("tables")).hasSize(2);
        assertThat(manifest.get("since_next").asText())
                .isLessThan(manifest.at("/positions/0/taken_at").asText());
        stage.primary(0).execute(List.of("CREATE TABLE db00000.lines (shard INT) ENGINE=MyISAM"));
        stage.awaitCaughtUp();
        refused("EXPORT KEYSPACE pinterest TO 'never'", "lines (MyISAM)", "ENGINE=InnoDB");
        stage.primary(0).execute(List.of("ALTER TABLE db00000.lines ENGINE=InnoDB"));
        stage.awaitCaughtUp();
        refused("EXPORT KEYSPACE pinterest TO 'never'", "the column shard", "lines");
        stage.primary(0).execute(List.of("DROP TABLE db00000.lines"));
        if (product == ServerProduct.MARIADB) {
            stage.primary(0).execute(List.of("CREATE TABLE db00000.prices (p INT) WITH SYSTEM VERSIONING"));
            stage.awaitCaughtUp();
            refused("EXPORT KEYSPACE pinterest TO 'never'", "prices", "SYSTEM VERSIONING");
        }
    }

    /** It failed in the middle, behind an EXPLAIN that planned it. */
    @Test
    void shardsWithOtherColumnsAreRefusedBefore() throws Exception {
        stage.primary(1).execute(List.of("ALTER TABLE db00001.pins ADD COLUMN odd INT"));
        stage.awaitCaughtUp();
        refused("EXPORT TABLES pins IN pinterest TO 'never'", "pins has other columns in db0000", "SHOW SCHEMA DRIFT");
    }

    @Test
    void whatCantBeWrittenIsRefusedBefore() throws Exception {
        stage.export("EXPORT TABLES pins IN pinterest TO 'taken'");
        refused("EXPORT TABLES pins IN pinterest TO 'taken'", "isn't empty");
        refused("EXPORT TABLES pins IN pinterest TO '../elsewhere'", "isn't below exports.directory");
        refused("EXPORT TABLES pins IN pinterest TO '/tmp/elsewhere'", "isn't below exports.directory");
    }

    private void refused(String statement, String... why) throws Exception {
        assertThatThrownBy(() -> Jdbc.rows(stage.operator(), statement))
                .isInstanceOf(SQLException.class)
                .message()
                .contains(why);
        assertThat(stage.files("never")).isEmpty();
    }

    @Test
    void aStandbyThatIsBehindOrStandsStillIsRefused() throws Exception {
        ManagedServer standby = stage.standby(0);
        standby.execute(standby.dialect().stopApplying());
        refused("EXPORT KEYSPACE pinterest TO 'never'", "doesn't follow its primary");
        standby.execute(standby.dialect().resumeApplying());
        try (Connection blocker = standby.connection()) {
            Jdbc.execute(blocker, "LOCK TABLES db00000.pins READ");
            stage.primary(0).execute(List.of("UPDATE db00000.pins SET data = '{}' WHERE local_id = 1"));
            Conditions.await(
                    "that the standby is behind",
                    Conditions.LONG,
                    () -> standby.replication().secondsBehind().orElse(0)
                            > stage.cluster().exportSettings().maxLag().toSeconds());
            refused("EXPORT KEYSPACE pinterest TO 'never'", "s behind its primary, and may be 5 s");
            Jdbc.execute(blocker, "UNLOCK TABLES");
        }
        // MySQL counts on for a moment behind the last transaction.
        Conditions.await(
                "that the standby has caught up",
                Conditions.LONG,
                () -> standby.replication().secondsBehind().orElse(1) == 0);
        stage.export("EXPORT KEYSPACE pinterest TO 'at-last'");
    }
}
