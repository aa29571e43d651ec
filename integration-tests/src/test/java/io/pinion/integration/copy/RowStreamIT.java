package io.pinion.integration.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.stream.RowStream;
import io.pinion.operations.server.stream.StreamedRow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Rows that are read from the driver's socket, and a connection that the driver goes on with. */
@OnEachServer
class RowStreamIT {
    /** Around each length at which a value's own length is written in another way, and that of the buffer. */
    private static final List<Integer> LENGTHS =
            List.of(0, 1, 250, 251, 252, 16_380, 65_535, 65_536, 131_072, 1_000_000, 2_500_000, 3);

    @Parameter
    ServerProduct product;

    private StartedServers servers;
    private Connection connection;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        servers = product.startPair(directory);
        connection = servers.all().getFirst().connection();
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (servers != null) {
            connection.close();
            servers.all().forEach(server -> server.close());
            servers.end().close();
        }
    }

    @Test
    void valuesOfAnyLengthAreThoseOfTheDriver() throws SQLException {
        String query = LENGTHS.stream()
                .map(length -> "SELECT " + length + " AS n, REPEAT('x', " + length
                        + ") AS a, NULL AS b, REPEAT(X'FF00', " + length + ") AS c")
                .collect(Collectors.joining(" UNION ALL "));
        List<List<String>> read = new ArrayList<>();
        StreamedRow row = new StreamedRow(5);
        row.set(0, new byte[] {'!'}, 0, 1);
        try (RowStream rows = RowStream.of(connection, query, 4)) {
            for (long bytes = rows.next(row, 1); bytes >= 0; bytes = rows.next(row, 1)) {
                assertThat(bytes).isEqualTo(row.length(1) + row.length(2) + row.length(4));
                read.add(Arrays.stream(row.copy()).map(RowStreamIT::text).toList());
            }
        }
        List<List<String>> expected = LENGTHS.stream()
                .map(length -> Arrays.asList("!", "" + length, "x".repeat(length), "NULL", "ÿ\0".repeat(length)))
                .toList();
        assertThat(read).isEqualTo(expected);
        assertThat(Jdbc.value(connection, "SELECT 7")).isEqualTo("7");
    }

    /** Bytes as characters, so that they can be compared. */
    private static String text(byte @Nullable [] value) {
        return value == null ? "NULL" : new String(value, StandardCharsets.ISO_8859_1);
    }

    @Test
    void whoEndsEarlyGoesOnWithTheConnection() throws SQLException {
        StreamedRow row = new StreamedRow(1);
        try (RowStream rows = RowStream.of(connection, "SELECT '" + "x".repeat(5000) + "' FROM " + numbers(400), 1)) {
            assertThat(rows.next(row, 0)).isEqualTo(5000);
        }
        assertThat(Jdbc.value(connection, "SELECT 8")).isEqualTo("8");
    }

    @Test
    void anErrorIsToldWhereverItComes() throws SQLException {
        assertThatThrownBy(() -> RowStream.of(connection, "SELECT * FROM nowhere.at_all", 1))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("nowhere");
        StreamedRow row = new StreamedRow(1);
        try (RowStream rows = RowStream.of(connection, "SELECT 9223372036854775806 + n FROM " + numbers(3), 1)) {
            assertThat(rows.next(row, 0)).isEqualTo(19);
            assertThat(rows.next(row, 0)).isEqualTo(19);
            assertThatThrownBy(() -> rows.next(row, 0)).isInstanceOfSatisfying(SQLException.class, error -> {
                assertThat(error.getErrorCode()).isEqualTo(1690);
                assertThat(error.getSQLState()).isEqualTo("22003");
                assertThat(error.getMessage()).startsWith("BIGINT").contains("out of range");
            });
        }
        assertThat(Jdbc.value(connection, "SELECT 9")).isEqualTo("9");
    }

    @Test
    void aConnectionThatIsLostIsToldAsLost() throws Exception {
        StreamedRow row = new StreamedRow(1);
        RowStream rows = RowStream.of(connection, "SELECT '" + "x".repeat(50_000) + "' FROM " + numbers(1000), 1);
        rows.next(row, 0);
        connection.abort(Runnable::run);
        assertThatThrownBy(rows::close)
                .isInstanceOfSatisfying(SQLException.class, error -> assertThat(ServerConnection.isLost(error))
                        .isTrue());
    }

    /** From 0 on. */
    private static String numbers(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> "SELECT " + n + (n == 0 ? " AS n" : ""))
                .collect(Collectors.joining(" UNION ALL ", "(", ") AS numbers"));
    }
}
