package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.RealCluster;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A query prepared on the server has the rows of the same query as text, and the columns that it was prepared with. */
@ExtendWith(LeakWatch.class)
class PreparedShapesIT {
    private static final long PIN = RealCluster.SHARD_5 | 1L << 36 | 90_001;
    private static final long BOARD = RealCluster.SHARD_5 | 2L << 36 | 90_001;

    private static TestProxy proxy;

    /** A query of {@code pinterest} and what is bound to it. */
    private record Shape(String sql, List<Object> values) {
        static Shape of(String sql, Object... values) {
            return new Shape(sql, List.of(values));
        }
    }

    private static final List<Shape> SHAPES = List.of(
            Shape.of("SELECT id, data FROM pins WHERE id = ?", PIN),
            Shape.of("SELECT id, data FROM pins WHERE id = ?", Long.toString(PIN)),
            Shape.of("SELECT id FROM pins WHERE id IN (?, ?, ?) ORDER BY id DESC LIMIT ?", PIN, PIN + 1, PIN + 99, 2),
            Shape.of("SELECT id FROM pins WHERE id IN (?, ?) AND id <> ?", PIN, PIN + 1, PIN + 1),
            Shape.of("SELECT COUNT(*) AS n FROM pins WHERE id = ? AND id > ? AND id < ?", PIN, 5L, Long.MAX_VALUE),
            Shape.of("SELECT COUNT(*) AS n FROM pins WHERE id = ? AND id BETWEEN ? AND ?", PIN, -5L, PIN),
            Shape.of("SELECT COUNT(*) AS n FROM pins WHERE id = ? AND id BETWEEN ? AND ?", PIN, PIN + 1, PIN + 2),
            Shape.of("SELECT id + ? AS next, ? AS word FROM pins WHERE id = ?", 1, "grün 'x'", PIN),
            Shape.of("SELECT id = ? AS same, id IN (?, ?) AS among FROM pins WHERE id = ?", PIN, PIN + 1, PIN, PIN),
            Shape.of("SELECT data FROM pins WHERE id IN (?, ?) ORDER BY ? DESC", PIN, PIN + 1, 1),
            Shape.of(
                    "SELECT CONCAT(data, ?) AS c FROM pins WHERE id IN (?, ?) GROUP BY c HAVING c LIKE ?",
                    "?",
                    PIN,
                    PIN + 1,
                    "%?"),
            Shape.of(
                    "SELECT p.id, p.data FROM board_has_pins m JOIN pins p ON p.id = m.pin_id"
                            + " WHERE m.board_id = ? AND p.id IN (?, ?) ORDER BY m.sequence LIMIT ? OFFSET ?",
                    BOARD,
                    PIN,
                    PIN + 1,
                    10,
                    1),
            Shape.of(
                    "SELECT (SELECT COUNT(*) FROM board_has_pins WHERE board_id = ?) AS n, data FROM pins WHERE id = ?",
                    BOARD,
                    PIN));

    @BeforeAll
    static void start() throws SQLException {
        proxy = RealCluster.shared().proxy().start();
        try (Connection connection = connect("");
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 2; i++) {
                statement.execute("REPLACE INTO pins (id, data) VALUES (" + (PIN + i) + ", 'pin " + i + "')");
                statement.execute("REPLACE INTO board_has_pins (board_id, pin_id, sequence) VALUES (" + BOARD + ", "
                        + (PIN + i) + ", " + i + ")");
            }
        }
    }

    @AfterAll
    static void stop() throws SQLException {
        try (Connection connection = connect("");
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM pins WHERE id IN (" + PIN + ", " + (PIN + 1) + ")");
            statement.execute("DELETE FROM board_has_pins WHERE board_id = " + BOARD);
        }
        proxy.close();
    }

    @Test
    void preparedQueriesHaveTheRowsOfTheirTexts() throws SQLException {
        try (Connection binary = connect("&useServerPrepStmts=true&emulateUnsupportedPstmts=false");
                Connection text = connect("&useServerPrepStmts=false")) {
            for (Shape shape : SHAPES) {
                List<String> rows = rows(text, shape);
                assertThat(rows(binary, shape)).as(shape.sql()).isEqualTo(rows).isNotEmpty();
            }
        }
    }

    @Test
    void theColumnsArePreparedAsTheyAreSent() throws SQLException {
        try (Connection binary = connect("&useServerPrepStmts=true&emulateUnsupportedPstmts=false")) {
            for (Shape shape : SHAPES) {
                try (PreparedStatement statement = binary.prepareStatement(shape.sql())) {
                    assertThat(statement.getParameterMetaData().getParameterCount())
                            .isEqualTo(shape.values().size());
                    List<String> prepared = columns(statement.getMetaData());
                    bind(statement, shape);
                    try (ResultSet rows = statement.executeQuery()) {
                        assertThat(columns(rows.getMetaData())).as(shape.sql()).isEqualTo(prepared);
                    }
                }
            }
            try (PreparedStatement unnamed = binary.prepareStatement("SELECT id + ? FROM pins WHERE id = ?")) {
                assertThat(unnamed.getMetaData().getColumnLabel(1)).isEqualTo("id + ?");
            }
        }
    }

    private static List<String> columns(ResultSetMetaData of) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (int column = 1; column <= of.getColumnCount(); column++) {
            columns.add(of.getColumnLabel(column));
        }
        return columns;
    }

    private static List<String> rows(Connection connection, Shape shape) throws SQLException {
        List<String> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(shape.sql())) {
            bind(statement, shape);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    StringBuilder row = new StringBuilder();
                    for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                        row.append(rows.getString(column)).append('|');
                    }
                    found.add(row.toString());
                }
            }
        }
        return found;
    }

    private static void bind(PreparedStatement statement, Shape shape) throws SQLException {
        for (int i = 0; i < shape.values().size(); i++) {
            statement.setObject(i + 1, shape.values().get(i));
        }
    }

    private static Connection connect(String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/pinterest?sslMode=DISABLED" + options,
                TestProxy.USER,
                TestProxy.PASSWORD);
    }
}
