package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PageStatements;
import io.pinion.integration.testing.ServerProduct;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The statements of the pages about exports, restored rows, mappings and queues do what they say. */
@OnEachServer
class DataPagesIT {
    private static final String JOBS =
            "CREATE TABLE jobs (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, state TINYINT"
                    + " UNSIGNED NOT NULL, updated_at DATETIME NOT NULL, data LONGTEXT) COMMENT 'pinion: object'";

    private ExportStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ExportStage.start(product, directory);
        Jdbc.execute(stage.operator(), "USE pinterest");
        Jdbc.execute(
                stage.operator(),
                "CREATE TABLE boards (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, data LONGTEXT) COMMENT 'pinion: object'");
        Jdbc.execute(
                stage.operator(),
                "CREATE TABLE pin_in_board (pin_id BIGINT UNSIGNED NOT NULL, board_id BIGINT UNSIGNED NOT NULL, sequence"
                        + " BIGINT NOT NULL, PRIMARY KEY (pin_id, board_id)) COMMENT 'pinion: mapping from=pin_id"
                        + " ids=board_id'");
        stage.awaitCaughtUp();
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    /** The test has a directory in the place of buckets, and eight shards. */
    private List<String> statements(String page) throws Exception {
        return PageStatements.of(Path.of("../docs/" + page)).stream()
                .map(statement -> statement
                        .replace("'s3://lake/", "'lake/")
                        .replace("'s3://backup/", "'backup/")
                        .replace("SHARDS 256-511", "SHARDS 1-2"))
                .toList();
    }

    /** Runs it; an operation that goes on is waited for. */
    private List<List<String>> run(String statement) throws SQLException {
        List<List<String>> answer = new ArrayList<>();
        try (var prepared = stage.operator().createStatement()) {
            if (!prepared.execute(statement)) {
                return answer;
            }
            try (var rows = prepared.getResultSet()) {
                boolean begun =
                        rows.getMetaData().getColumnLabel(1).equals("operation") && statement.matches("(?s)(?!SHOW).*");
                while (rows.next()) {
                    List<String> row = new ArrayList<>();
                    for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                        row.add(String.valueOf(rows.getString(column)));
                    }
                    answer.add(row);
                }
                if (begun) {
                    assertThat(MoveCluster.awaitEnd(
                                    stage.operator(), answer.getFirst().getFirst()))
                            .as(statement)
                            .matches("(?s)(done|waiting|reverted).*");
                }
            }
        }
        return answer;
    }

    @Test
    void exports() throws Exception {
        List<String> statements = statements("exports.md");
        assertThat(statements).hasSize(3).allMatch(statement -> statement.startsWith("EXPORT "));
        for (String statement : statements) {
            run("EXPLAIN " + statement);
            run(statement);
        }
        counted("DuckDB", "lake/pinterest/2026-11-27");
        counted("DuckDB, of CSV", "nightly/2026-11-27");
        assertThat(Jdbc.rows(stage.duckDb(), query("DuckDB, values inside of JSON", "lake/pinterest/2026-11-27")))
                .hasSize(stage.shards() * ExportStage.PINS)
                .allMatch(row -> row.get(1).startsWith("\u00f6 ") && row.get(2).equals("null"));
        Jdbc.execute(stage.duckDb(), query("DuckDB, to lines of JSON", "lake/pinterest/2026-11-27"));
        assertThat(Files.readAllLines(stage.place("lake/pinterest/2026-11-27/pins.jsonl")))
                .hasSize(stage.shards() * ExportStage.PINS)
                .allMatch(line -> line.startsWith("{\"id\":"));
    }

    private void counted(String program, String place) throws Exception {
        List<List<String>> counts = Jdbc.rows(stage.duckDb(), query(program, place));
        assertThat(counts).hasSize(stage.shards()).allMatch(row -> row.get(1)
                .equals(Integer.toString(ExportStage.PINS)));
    }

    /** The page's query, with the directory of an export. */
    private String query(String program, String place) throws Exception {
        Matcher query = Pattern.compile("(?m)^\\| " + program + " \\| `(.*)` \\|$")
                .matcher(Files.readString(Path.of("../docs/exports.md")));
        assertThat(query.find()).as(program).isTrue();
        return query.group(1).replaceAll("'pins([/.])", "'" + stage.place(place) + "/pins$1");
    }

    @Test
    void restoredRows() throws Exception {
        List<String> statements = statements("restore.md");
        assertThat(statements)
                .extracting(statement -> statement.substring(0, statement.indexOf(' ')))
                .containsExactly("EXPORT", "EXPLAIN", "RESTORE", "SHOW");
        run(statements.get(0));
        Jdbc.execute(stage.operator(), "DELETE FROM db00001.pins WHERE local_id <= 100");
        assertThat(run(statements.get(1)).toString()).contains("rows in");
        String number = run(statements.get(2)).getFirst().getFirst();
        String compare = statements.get(3).replace("OPERATION 12", "OPERATION " + number);
        assertThat(Jdbc.lines(stage.operator(), compare)).contains("1 | db00001 | pins | 300 | 100 | 0 | 0");
        stage.primary(1)
                .execute(List.of("INSERT IGNORE INTO db00001.pins SELECT * FROM db00001_restored.pins WHERE"
                        + " local_id <= 100"));
        assertThat(Jdbc.lines(stage.operator(), compare)).contains("1 | db00001 | pins | 300 | 0 | 0 | 0");
        run("REVERT OPERATION " + number);
        assertThat(Jdbc.value(stage.operator(), "SELECT COUNT(*) FROM db00001.pins"))
                .isEqualTo(Integer.toString(ExportStage.PINS));
    }

    @Test
    void mappings() throws Exception {
        Jdbc.execute(stage.operator(), "DELETE FROM board_has_pins");
        long pin = Jdbc.insert(stage.operator(), "INSERT INTO pins (data) VALUES ('{}')");
        long board = Jdbc.insert(stage.operator(), "INSERT INTO boards (data) VALUES ('{}')");
        Jdbc.execute(stage.operator(), "INSERT INTO board_has_pins VALUES (" + board + ", " + pin + ", 1)");
        Jdbc.execute(
                stage.operator(), "INSERT INTO board_has_pins VALUES (" + board + ", " + (pin + 1_000_000) + ", 2)");
        Jdbc.execute(stage.operator(), "UPDATE pins SET data = '{\"board_id\": " + board + "}' WHERE id = " + pin);
        stage.awaitCaughtUp();
        List<String> statements = statements("mappings.md");
        assertThat(statements).hasSizeGreaterThanOrEqualTo(8);
        for (String statement : statements) {
            run(statement);
        }
        assertThat(Jdbc.lines(stage.operator(), "SELECT * FROM pin_in_board"))
                .containsExactly(pin + " | " + board + " | 1");
        assertThat(Jdbc.lines(stage.operator(), "SELECT * FROM board_has_pins"))
                .containsExactly(board + " | " + pin + " | 1");
    }

    @Test
    void queues() throws Exception {
        List<String> statements = statements("queue-tables.md");
        assertThat(statements)
                .extracting(statement -> statement.substring(0, statement.indexOf(' ')))
                .containsExactly("CREATE", "SELECT", "ALTER", "DECLARE", "ROTATE");
        run(statements.get(0));
        assertThat(run(statements.get(1))).isEmpty();
        Jdbc.execute(stage.operator(), "DROP TABLE jobs");
        Jdbc.execute(stage.operator(), JOBS);
        Jdbc.execute(
                stage.operator(),
                "INSERT INTO jobs (state, updated_at) VALUES (0, UTC_TIMESTAMP()), (2, UTC_TIMESTAMP())");
        for (String statement : statements.subList(2, 5)) {
            run(statement);
        }
        assertThat(run("SHOW QUEUES").toString()).contains("jobs, NEW", "jobs, FAIL");
        assertThat(Jdbc.value(stage.operator(), "SELECT COUNT(*) FROM jobs")).isEqualTo("2");
    }
}
