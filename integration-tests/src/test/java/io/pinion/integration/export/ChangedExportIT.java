package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code EXPORT … SINCE EXPORT}: an export and the changes since are what is there now. */
@OnEachServer
class ChangedExportIT {
    private static final int CHANGES = 300;

    private final Random random = new Random(Long.getLong("pinion.seed", System.nanoTime()));
    private ExportStage stage;
    /** Each behind the numbers that the table has given since the last. */
    private int moved = 100_000;

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

    private String pins(String place) {
        return "read_parquet('" + stage.place(place)
                + "/pins/*/*.parquet', hive_types = {shard: INT}, union_by_name = true)";
    }

    private List<String> rows(String sql) throws SQLException {
        return Jdbc.lines(stage.duckDb(), sql + " ORDER BY 1, 2");
    }

    private void change() throws SQLException {
        try (Connection client = stage.cluster().connect(0)) {
            for (int i = 0; i < CHANGES; i++) {
                String table = MoveCluster.database(random.nextInt(stage.shards())) + ".pins";
                int row = 1 + random.nextInt(ExportStage.PINS);
                Jdbc.execute(
                        client,
                        switch (random.nextInt(4)) {
                            case 0 -> "INSERT INTO " + table + " (data) VALUES ('new ö " + i + "')";
                            case 1 -> "DELETE FROM " + table + " WHERE local_id = " + row;
                            case 2 ->
                                "UPDATE " + table + " SET local_id = " + (moved += 1_000) + " WHERE local_id = " + row;
                            default -> "UPDATE " + table + " SET data = 'changed " + i + "' WHERE local_id = " + row;
                        });
            }
        }
        stage.awaitCaughtUp();
    }

    @Test
    void anExportAndTheChangesSinceAreWhatIsThereNow() throws Exception {
        stage.export("EXPORT KEYSPACE pinterest TO 'first'");
        String before = "first";
        for (String next : List.of("second", "third")) {
            change();
            stage.export("EXPORT KEYSPACE pinterest TO '" + next + "' SINCE EXPORT '" + before + "'");
            stage.export("EXPORT KEYSPACE pinterest TO 'whole-" + next + "'");
            String changes = pins(next);
            String known = before.equals("first") ? pins("first") : pins("whole-" + before);
            String columns = "id, shard, local_id, data, ts";
            assertThat(rows("SELECT " + columns + " FROM " + known + " WHERE id NOT IN (SELECT id FROM " + changes
                            + ") UNION ALL SELECT " + columns + " FROM " + changes + " WHERE pinion_deleted = 0"))
                    .isEqualTo(rows("SELECT " + columns + " FROM " + pins("whole-" + next)));
            assertThat(rows("SELECT id, COUNT(*) FROM " + changes + " GROUP BY id HAVING COUNT(*) > 1"))
                    .isEmpty();
            assertThat(stage.manifest(next).get("rows").asInt()).isLessThanOrEqualTo(2 * CHANGES);
            assertThat(stage.manifest(next).get("since_export").asText()).isEqualTo(before);
            before = next;
        }
        stage.export("EXPORT KEYSPACE pinterest TO 'nothing' SINCE EXPORT 'third'");
        assertThat(stage.manifest("nothing").get("rows").asInt()).isZero();
    }

    /** Keys that a collation takes for one are two in the log. */
    @Test
    void textsAsKeysAreThoseOfTheirBytes() throws Exception {
        for (int shard = 0; shard < stage.shards(); shard++) {
            stage.primary(shard)
                    .execute(List.of(
                            "CREATE TABLE " + MoveCluster.database(shard) + ".names (name VARCHAR(20) CHARACTER SET"
                                    + " latin1 NOT NULL, day DATE NOT NULL, n DECIMAL(6,2), PRIMARY KEY (name, day))"));
        }
        stage.primary(0)
                .execute(List.of(
                        "INSERT INTO db00000.names VALUES ('Zoë', '2026-01-01', 1.5), ('Max', '2026-01-02', NULL)"));
        stage.awaitCaughtUp();
        stage.export("EXPORT TABLES names IN pinterest TO 'names' AS CSV COMPRESSED BY NONE");
        stage.primary(0)
                .execute(List.of(
                        "UPDATE db00000.names SET name = 'ZOË' WHERE name = 'Zoë'",
                        "DELETE FROM db00000.names WHERE name = 'Max'"));
        stage.awaitCaughtUp();
        stage.export("EXPORT TABLES names IN pinterest TO 'changed' AS CSV COMPRESSED BY NONE SINCE EXPORT 'names'");
        assertThat(Files.readAllLines(stage.place("changed").resolve("names/shard=0000/part-0.csv")))
                .containsExactlyInAnyOrder(
                        "\"name\",\"day\",\"n\",\"pinion_deleted\"",
                        "\"ZOË\",2026-01-01,1.50,0",
                        "\"Zoë\",2026-01-01,,1",
                        "\"Max\",2026-01-02,,1");
    }

    @Test
    void whatTheLogDoesntTellIsRefused() throws Exception {
        refused("EXPORT KEYSPACE pinterest TO 'next' SINCE EXPORT 'first'", "there is no manifest.json");
        stage.export("EXPORT KEYSPACE pinterest TO 'first'");
        refused("EXPORT KEYSPACE pinterest TO 'next' AS SQL SINCE EXPORT 'first'", "SQL is read into empty tables");
        stage.primary(0).execute(List.of("ALTER TABLE db00000.pins ADD COLUMN more INT"));
        stage.primary(0).execute(List.of("ALTER TABLE db00000.pins DROP COLUMN more"));
        stage.awaitCaughtUp();
        String number = Jdbc.rows(stage.operator(), "EXPORT KEYSPACE pinterest TO 'next' SINCE EXPORT 'first'")
                .getFirst()
                .getFirst();
        assertThat(MoveCluster.awaitEnd(stage.operator(), number))
                .startsWith("failed")
                .contains("ALTER TABLE")
                .contains("export it as a whole");
        Jdbc.execute(stage.operator(), "CANCEL OPERATION " + number);
    }

    @Test
    void anExportWithoutTheseTablesOrRowsIsNoBeginning() throws Exception {
        stage.export("EXPORT KEYSPACE pinterest TO 'monday'");
        stage.export("EXPORT TABLES pins IN pinterest TO 'tuesday' SINCE EXPORT 'monday'");
        refused(
                "EXPORT KEYSPACE pinterest TO 'next' SINCE EXPORT 'tuesday'",
                "has no rows of board_has_pins: export them as a whole");
        stage.export("EXPORT TABLES pins IN pinterest TO 'newer' SINCE '2026-11-10 00:00:00'");
        refused("EXPORT TABLES pins IN pinterest TO 'next' SINCE EXPORT 'newer'", "and not all");
    }

    @Test
    void aLogThatHasBegunAnewIsRefused() throws Exception {
        stage.export("EXPORT TABLES pins IN pinterest TO 'first'");
        change();
        Path manifest = stage.place("first").resolve("manifest.json");
        String written = Files.readString(manifest);
        String gtids = product == ServerProduct.MARIADB ? "1-11-1" : first(written);
        Files.writeString(manifest, written.replaceAll("\"gtids\" : \"[^\"]*\"", "\"gtids\" : \"" + gtids + "\""));
        failed(product == ServerProduct.MARIADB ? "has another transaction at " : "and its GTIDs say ");
        Files.writeString(manifest, written.replaceAll("(\"log_file\" : \"[^\"]*[.])[0-9]+\"", "$1" + "999999\""));
        failed(product == ServerProduct.MARIADB ? "or none any more" : "has begun anew");
    }

    /** The first transaction of the last server. */
    private static String first(String manifest) {
        Matcher gtids = Pattern.compile("\"gtids\" : \"[^\"]*?([0-9a-f-]{36}):").matcher(manifest);
        assertThat(gtids.find()).isTrue();
        return gtids.group(1) + ":1";
    }

    private void failed(String why) throws SQLException {
        String number = Jdbc.rows(stage.operator(), "EXPORT TABLES pins IN pinterest TO 'next' SINCE EXPORT 'first'")
                .getFirst()
                .getFirst();
        assertThat(MoveCluster.awaitEnd(stage.operator(), number)).contains(why);
        Jdbc.execute(stage.operator(), "CANCEL OPERATION " + number);
    }

    @Test
    void columnsInAnotherOrderAreRefused() throws Exception {
        for (int shard = 0; shard < stage.shards(); shard++) {
            String order = shard == 1 ? "n INT, m INT NOT NULL" : "m INT NOT NULL, n INT";
            stage.primary(shard)
                    .execute(List.of(
                            "CREATE TABLE " + MoveCluster.database(shard) + ".links (" + order + ", PRIMARY KEY (m))"));
        }
        stage.awaitCaughtUp();
        stage.export("EXPORT TABLES pins IN pinterest TO 'links'");
        String links = Files.readString(stage.place("links").resolve("manifest.json"));
        Files.writeString(stage.place("links").resolve("manifest.json"), links.replace("\"pins\"", "\"links\""));
        stage.primary(1).execute(List.of("INSERT INTO db00001.links (m, n) VALUES (1, 2)"));
        stage.awaitCaughtUp();
        String number = Jdbc.rows(stage.operator(), "EXPORT TABLES links IN pinterest TO 'next' SINCE EXPORT 'links'")
                .getFirst()
                .getFirst();
        assertThat(MoveCluster.awaitEnd(stage.operator(), number)).contains("has its columns in another order");
        Jdbc.execute(stage.operator(), "CANCEL OPERATION " + number);
    }

    private void refused(String statement, String why) {
        assertThatThrownBy(() -> Jdbc.rows(stage.operator(), statement)).hasMessageContaining(why);
    }
}
