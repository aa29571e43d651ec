package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Every type of value in every format, as others read it. */
@OnEachServer
class ExportedValuesIT {
    private static final String TABLE = "CREATE TABLE db00000.kinds (n INT PRIMARY KEY, tiny TINYINT, utiny TINYINT"
            + " UNSIGNED, umedium MEDIUMINT UNSIGNED, i INT, ui INT UNSIGNED ZEROFILL, big BIGINT, ubig BIGINT UNSIGNED,"
            + " price DECIMAL(9,2), wide DECIMAL(38,10), widest DECIMAL(65,0), f FLOAT, d DOUBLE, day DATE,"
            + " dt DATETIME(6), ts TIMESTAMP(3) NULL, t TIME(2), y YEAR, v VARCHAR(100) CHARACTER SET latin1,"
            + " txt LONGTEXT CHARACTER SET utf8mb4, bin BINARY(4), blo LONGBLOB, e ENUM('a','ö') CHARACTER SET utf8mb4,"
            + " s SET('x','y'), b1 BIT(1), b64 BIT(64), j JSON, twice INT AS (n * 2) VIRTUAL)";

    private static final List<String> ROWS = List.of(
            "(1, 127, 255, 16777215, 2147483647, 4294967295, 9223372036854775807, 18446744073709551615, 9999999.99,"
                    + " 9999999999999999999999999999.9999999999, REPEAT('9', 65), 3.4028234e38, 1.7976931348623157e308,"
                    + " '9999-12-31', '9999-12-31 23:59:59.999999', '2037-12-31 23:59:59.999', '838:59:59', 2155,"
                    + " 'caf\u00e9 \"quoted\", it''s', 'snow \u2603 \ud83d\ude00\\nline\\t\\\\', x'00FF0A22', x'00', '\u00f6', 'x,y', b'1',"
                    + " 0xFFFFFFFFFFFFFFFF, '{\"a\": [1, \"\u00f6\"]}')",
            "(2, -128, 0, 0, -2147483648, 7, -9223372036854775808, 0, -0.01, -0.0000000001, -1, 0.1, -1e-300,"
                    + " '0001-01-01', '1969-12-31 23:59:59.5', '1970-01-01 00:00:01', '-00:00:01.5', 1901, '', '', '', '',"
                    + " 'a', '', b'0', 0, '\"\"')",
            "(3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
                    + " NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
            "(4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '0000-00-00', '0000-00-00 00:00:00', '0000-00-00 00:00:00', 0, 0,"
                    + " 'x', 'x', 'x', 'x', 'a', 'x', b'0', 0, '0')");

    private ExportStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ExportStage.start(product, directory);
        try (Connection primary = stage.primary(0).connection()) {
            Jdbc.execute(primary, "SET sql_mode='', time_zone='+00:00'");
            Jdbc.execute(primary, TABLE);
            for (String row : ROWS) {
                Jdbc.execute(primary, "INSERT INTO db00000.kinds VALUES " + row.replaceAll("\\)$", ", DEFAULT)"));
            }
            for (int shard = 1; shard < stage.shards(); shard++) {
                String name = "db%05d.kinds".formatted(shard);
                stage.primary(shard).execute(List.of(TABLE.replace("db00000.kinds", name)));
            }
        }
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
    void parquetHasTheValuesOfEveryType() throws Exception {
        stage.export("EXPORT TABLES kinds IN pinterest TO 'p'");
        String files = "read_parquet('" + stage.place("p") + "/kinds/*/*.parquet', hive_partitioning = false)";
        assertThat(Jdbc.lines(
                        stage.duckDb(),
                        "SELECT column_name || ' ' || column_type FROM (DESCRIBE SELECT * FROM " + files + ")"))
                .containsExactly(
                        "n INTEGER",
                        "tiny INTEGER",
                        "utiny INTEGER",
                        "umedium INTEGER",
                        "i INTEGER",
                        "ui BIGINT",
                        "big BIGINT",
                        "ubig DECIMAL(20,0)",
                        "price DECIMAL(9,2)",
                        "wide DECIMAL(38,10)",
                        "widest VARCHAR",
                        "f FLOAT",
                        "d DOUBLE",
                        "day DATE",
                        "dt TIMESTAMP",
                        "ts TIMESTAMP WITH TIME ZONE",
                        "t VARCHAR",
                        "y INTEGER",
                        "v VARCHAR",
                        "txt VARCHAR",
                        "bin BLOB",
                        "blo BLOB",
                        "e VARCHAR",
                        "s VARCHAR",
                        "b1 BIGINT",
                        "b64 DECIMAL(20,0)",
                        "j VARCHAR",
                        "twice INTEGER");
        List<List<String>> rows = Jdbc.rows(
                stage.duckDb(),
                "SELECT * REPLACE (hex(bin) AS bin, hex(blo) AS blo, CAST(ts AT TIME ZONE 'UTC' AS VARCHAR) AS ts,"
                        + " CAST(dt AS VARCHAR) AS dt, CAST(day AS VARCHAR) AS day) FROM " + files + " ORDER BY n");
        assertThat(rows.get(0))
                .containsExactly(
                        "1",
                        "127",
                        "255",
                        "16777215",
                        "2147483647",
                        "4294967295",
                        "9223372036854775807",
                        "18446744073709551615",
                        "9999999.99",
                        "9999999999999999999999999999.9999999999",
                        "9".repeat(65),
                        "3.4028235E38",
                        "1.7976931348623157E308",
                        "9999-12-31",
                        "9999-12-31 23:59:59.999999",
                        "2037-12-31 23:59:59.999",
                        "838:59:59.00",
                        "2155",
                        "caf\u00e9 \"quoted\", it's",
                        "snow \u2603 \ud83d\ude00\nline\t\\",
                        "00FF0A22",
                        "00",
                        "\u00f6",
                        "x,y",
                        "1",
                        "18446744073709551615",
                        "{\"a\": [1, \"\u00f6\"]}",
                        "2");
        assertThat(rows.get(1).subList(4, 18))
                .containsExactly(
                        "-2147483648",
                        "7",
                        "-9223372036854775808",
                        "0",
                        "-0.01",
                        "-1E-10",
                        "-1",
                        "0.1",
                        "-1.0E-300",
                        "0001-01-01",
                        "1969-12-31 23:59:59.5",
                        "1970-01-01 00:00:01",
                        "-00:00:01.50",
                        "1901");
        assertThat(rows.get(2).subList(1, 27)).containsOnly("null");
        assertThat(rows.get(3).subList(13, 18)).containsExactly("null", "null", "null", "00:00:00.00", "0");
    }

    @Test
    void csvTellsNullFromEmpty() throws Exception {
        stage.export("EXPORT TABLES kinds IN pinterest TO 'c' AS CSV COMPRESSED BY GZIP");
        assertThat(
                        Jdbc.lines(
                                stage.duckDb(),
                                "SELECT n, ui, v IS NULL, v, txt, bin FROM read_csv('" + stage.place("c")
                                        + "/kinds/*/*.csv.gz', all_varchar = true, header = true, allow_quoted_nulls = false) ORDER BY n"))
                .containsExactly(
                        "1 | 4294967295 | false | caf\u00e9 \"quoted\", it's | snow \u2603 \ud83d\ude00\nline\t\\ | AP8KIg==",
                        "2 | 7 | false |  |  | AAAAAA==",
                        "3 | null | true | null | null | null",
                        "4 | 0 | false | x | x | eAAAAA==");
    }

    @Test
    void sqlMakesTheSameRowsOnAServer() throws Exception {
        stage.export("EXPORT TABLES kinds, pins IN pinterest TO 's' AS SQL COMPRESSED BY GZIP");
        try (Connection primary = stage.primary(0).connection()) {
            Jdbc.execute(primary, "CREATE DATABASE back");
            Jdbc.execute(primary, "USE back");
            for (String table : List.of("kinds", "pins")) {
                Jdbc.execute(primary, "SET sql_mode=''");
                Jdbc.execute(primary, "CREATE TABLE back." + table + " LIKE db00000." + table);
                for (String statement : statements("s/" + table + "/shard=0000/part-0.sql.gz")) {
                    Jdbc.execute(primary, statement);
                }
                List<List<String>> sums = Jdbc.rows(primary, "CHECKSUM TABLE db00000." + table + ", back." + table);
                assertThat(sums.get(0).get(1)).isEqualTo(sums.get(1).get(1)).isNotEqualTo("0");
            }
            Jdbc.execute(primary, "DROP DATABASE back");
        }
    }

    private List<String> statements(String file) throws Exception {
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(stage.place(file)))) {
            return List.of(new String(in.readAllBytes(), StandardCharsets.UTF_8).split(";\n"));
        }
    }
}
