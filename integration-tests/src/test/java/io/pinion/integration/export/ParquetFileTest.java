package io.pinion.integration.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.operations.export.file.ExportFormat;
import io.pinion.operations.export.file.FileColumn;
import io.pinion.operations.export.file.FileCompression;
import io.pinion.operations.export.file.RowFile;
import io.pinion.operations.export.file.ValueType;
import io.pinion.operations.server.stream.StreamedRow;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Parquet files of many pages and row groups, as DuckDB reads them. */
class ParquetFileTest {
    /** Several row groups, by what they take. */
    private static final int ROWS = 400_000;

    /** Of a text that doesn't fit a page, and one that doesn't fit a row group. */
    private static final int LONG = 1_000_000;

    private static final int LONGER = 20_000_000;

    private static final List<FileColumn> COLUMNS = List.of(
            new FileColumn("n", ValueType.Plain.INT64),
            new FileColumn("same", ValueType.Plain.INT32),
            new FileColumn("rare", ValueType.Plain.TEXT),
            new FileColumn("often", ValueType.Plain.TEXT),
            new FileColumn("never", ValueType.Plain.BYTES),
            new FileColumn("wide", new ValueType.Decimal(38, 2)),
            new FileColumn("price", new ValueType.Decimal(9, 2)),
            new FileColumn("d", ValueType.Plain.FLOAT64),
            new FileColumn("day", ValueType.Plain.DATE),
            new FileColumn("time", new ValueType.DateTime(false)));

    @ParameterizedTest
    @EnumSource
    void hasEachValueInItsRow(FileCompression compression, @TempDir Path directory) throws Exception {
        Path file = directory.resolve("rows.parquet");
        try (OutputStream out = Files.newOutputStream(file);
                RowFile rows = ExportFormat.PARQUET.begin(out, "rows", COLUMNS, compression)) {
            for (int n = 1; n <= ROWS; n++) {
                rows.add(StreamedRow.of(row(n)));
            }
            rows.finish();
        }
        try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
            Jdbc.execute(duckDb, "CREATE VIEW t AS SELECT * FROM read_parquet('" + file + "')");
            assertThat(Jdbc.lines(duckDb, "SELECT COUNT(*), SUM(n), COUNT(rare), COUNT(never) FROM t"))
                    .containsExactly(ROWS + " | " + ROWS * (ROWS + 1L) / 2 + " | " + ROWS / 1000 + " | 0");
            assertThat(Jdbc.lines(
                            duckDb,
                            "SELECT n FROM t WHERE same <> -7 OR (rare IS NULL) <> (n % 1000 <> 0) OR rare <> 'r' || n"
                                    + " OR (often IS NULL) <> (n % 7 % 2 = 0) OR (strlen(often) < 100 AND often <> 'ö' || n)"
                                    + " OR wide <> -n - 0.25 OR price <> n % 1000 + 0.5 OR d <> n / 8"
                                    + " OR day <> DATE '2026-01-01' + CAST(n % 1000 AS INT)"
                                    + " OR time <> TIMESTAMP '2026-01-01 00:00:00.5' + to_hours(n % 24)"))
                    .isEmpty();
            assertThat(Jdbc.lines(duckDb, "SELECT n, strlen(often) FROM t WHERE strlen(often) > 100 ORDER BY n"))
                    .containsExactly("1002 | " + LONG, "2003 | " + LONGER, "4002 | " + LONG);
            assertThat(Jdbc.lines(
                            duckDb,
                            "SELECT COUNT(DISTINCT row_group_id) > 2, MAX(row_group_num_rows) < " + ROWS
                                    + ", MIN(row_group_num_rows) > 0 FROM parquet_metadata('" + file + "')"))
                    .containsExactly("true | true | true");
        }
    }

    private static byte[] @Nullable [] row(int n) {
        return new byte[] @Nullable [] {
            bytes("" + n),
            bytes("-7"),
            n % 1000 == 0 ? bytes("r" + n) : null,
            often(n),
            null,
            bytes("-" + n + ".25"),
            bytes(n % 1000 + ".50"),
            bytes("" + n / 8.0),
            bytes(LocalDate.of(2026, 1, 1).plusDays(n % 1000).toString()),
            bytes("2026-01-01 %02d:00:00.5".formatted(n % 24))
        };
    }

    private static byte @Nullable [] often(int n) {
        return switch (n) {
            case 1002, 4002 -> bytes("l".repeat(LONG));
            case 2003 -> bytes("m".repeat(LONGER));
            default -> n % 7 % 2 == 0 ? null : bytes("ö" + n);
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
