package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** {@code EXPORT … FLATTEN}: values inside of JSON objects as columns. */
@OnEachServer
class FlattenedExportIT {
    private static final String FLATTEN = " FLATTEN (data.title AS title VARCHAR, data.links.board AS board BIGINT,"
            + " data.size AS size INT, data.score AS score DOUBLE, data.shown AS shown BOOLEAN)";

    private ExportStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ExportStage.start(product, directory);
        stage.primary(0)
                .execute(List.of(
                        "DELETE FROM db00000.pins",
                        "INSERT INTO db00000.pins (local_id, data) VALUES (1, '{\"title\": \"a\", \"links\": {\"board\":"
                                + " \"241294561224164665\"}, \"size\": 7, \"score\": 1.5, \"shown\": true}'), (2, NULL),"
                                + " (3, '{\"title\": {\"de\": \"ü\"}}')"));
        stage.awaitCaughtUp();
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    @Test
    void valuesAreColumnsOfEachFormat() throws Exception {
        List<String> expected = List.of(
                "1 | a | 241294561224164665 | 7 | 1.5 | 1",
                "2 | null | null | null | null | null",
                "3 | {\"de\": \"ü\"} | null | null | null | null");
        for (String format : List.of("parquet", "csv")) {
            stage.export("EXPORT TABLES pins IN pinterest TO '" + format + "' AS " + format + " COMPRESSED BY ZSTD"
                    + FLATTEN);
            String files = "read_" + format + "('" + stage.place(format) + "/pins/shard=0000/*'"
                    + (format.equals("csv") ? ", allow_quoted_nulls = false" : "") + ")";
            assertThat(Jdbc.lines(
                            stage.duckDb(),
                            "SELECT local_id, title, board, size, score, shown FROM " + files + " ORDER BY local_id"))
                    .as(format)
                    .isEqualTo(expected);
        }
        assertThat(stage.manifest("parquet").at("/tables/0/columns").toString())
                .contains("{\"name\":\"board\",\"type\":\"bigint\",\"mysql_type\":\"data.links.board\"}");
    }

    @Test
    void whatIsOfAnotherTypeEndsTheExport() throws Exception {
        String number = Jdbc.rows(
                        stage.operator(),
                        "EXPORT TABLES pins IN pinterest TO 'other' FLATTEN (data.title AS title INT)")
                .getFirst()
                .getFirst();
        assertThat(MoveCluster.awaitEnd(stage.operator(), number))
                .startsWith("failed")
                .contains(".pins can't be flattened: data.title is no INT: declare it as VARCHAR");
        Jdbc.execute(stage.operator(), "CANCEL OPERATION " + number);
        assertThat(stage.files("other")).isEmpty();
    }

    @Test
    void columnsThatTablesDontHaveAreRefusedBefore() {
        refused(
                "KEYSPACE pinterest",
                "(data.title AS title VARCHAR)",
                "no column data with characters in board_has_pins");
        refused("TABLES pins IN pinterest", "(ts.title AS title VARCHAR)", "no column ts with characters in pins");
        refused("TABLES pins IN pinterest", "(data.title AS data VARCHAR)", "a column data already in pins");
        refused("TABLES pins IN pinterest", "(data.title AS id VARCHAR)", "a column id already in pins");
        refused("TABLES pins IN pinterest", "(data.a AS a INT, data.a.b AS b INT)", "one of which has the other");
        refused("TABLES pins IN pinterest", "(data.a AS a INT, data.b AS A INT)", "two columns");
        refused("TABLES pins IN pinterest", "(title AS title INT)", "'title' is no place in a JSON object");
        refused("TABLES pins IN pinterest", "(data.title AS title POINT)", "VARCHAR, INT, BIGINT, DOUBLE or BOOLEAN");
    }

    private void refused(String what, String flat, String why) {
        assertThatThrownBy(() -> Jdbc.rows(stage.operator(), "EXPORT " + what + " TO 'never' FLATTEN " + flat))
                .hasMessageContaining(why);
    }
}
