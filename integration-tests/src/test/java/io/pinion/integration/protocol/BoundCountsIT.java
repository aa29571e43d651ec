package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.WritesBesideOneServer;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** LIMIT and OFFSET that clients bind in all forms that drivers have, of rows on eight shards and on one server. */
@OnEachServer
class BoundCountsIT extends WritesBesideOneServer {
    private static final List<String> QUERIES = List.of(
            "SELECT id FROM pins ORDER BY id LIMIT ?",
            "SELECT name FROM pins ORDER BY n LIMIT ?",
            "SELECT n FROM pins ORDER BY n LIMIT 4 OFFSET ?",
            "SELECT n FROM pins ORDER BY n LIMIT ?, 4",
            "SELECT n DIV 3, COUNT(*) FROM pins GROUP BY n DIV 3 ORDER BY 1 LIMIT ?",
            "SELECT m, COUNT(*) FROM pins GROUP BY m ORDER BY m LIMIT ?",
            "SELECT DISTINCT m FROM pins ORDER BY m LIMIT ?",
            "SELECT COUNT(*), SUM(n) FROM (SELECT n FROM pins ORDER BY n LIMIT ?) x",
            "SELECT p.n FROM pins p JOIN pins q ON q.n = p.n + 1 ORDER BY p.n LIMIT ?",
            "SELECT n FROM pins WHERE id IN (" + pin(1) + ", " + pin(2) + ", " + pin(3) + ", " + pin(4)
                    + ") ORDER BY n LIMIT ?",
            "UPDATE pins SET m = m + 100 ORDER BY n DESC LIMIT ?",
            "DELETE FROM pins ORDER BY n LIMIT ?");

    /** How a client gives a value. */
    private interface Binding {
        void to(PreparedStatement statement) throws SQLException;
    }

    @Override
    protected String makeTables() throws SQLException {
        both(
                "CREATE TABLE pins (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT, m INT, name VARCHAR(24))"
                        + " CHARACTER SET utf8mb4",
                "object type=1");
        return "pins";
    }

    @BeforeEach
    void fill() throws SQLException {
        both("DELETE FROM pins");
        List<String> pins = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            pins.add("(%d, %d, %d, 'p%d')".formatted(pin(i), i * 7 % 24, i % 5, i));
        }
        both("INSERT INTO pins VALUES " + String.join(", ", pins));
    }

    @Test
    void whatOneServerTakesCutsTheRowsOfAllShards() throws SQLException {
        Map<String, Binding> bindings = new LinkedHashMap<>();
        for (String text : List.of("3", "0", "100", " 2", "+3", "05", "1000000")) {
            bindings.put("text " + text, statement -> statement.setString(1, text));
            bindings.put("bytes " + text, statement -> bytes(statement, text));
        }
        bindings.put("an integer", statement -> statement.setInt(1, 3));
        bindings.put("a boolean", statement -> statement.setBoolean(1, true));
        sameOutcomes(bindings);
    }

    @Test
    void numbersOfOtherKindsAreTakenOrRefusedAsOneServerDoes() throws SQLException {
        sameOutcomes(Map.of(
                "a decimal", statement -> statement.setBigDecimal(1, new BigDecimal("3")),
                "a decimal with a fraction", statement -> statement.setBigDecimal(1, new BigDecimal("2.5")),
                "a double", statement -> statement.setDouble(1, 3),
                "a double with a fraction", statement -> statement.setDouble(1, 3.5),
                "a negative number", statement -> statement.setInt(1, -1)));
    }

    @Test
    void variablesOfAnExecuteAreTakenOrRefusedAsOneServerDoes() throws SQLException {
        for (String value : List.of(
                "3",
                "0",
                "-1",
                "NULL",
                "TRUE",
                "18446744073709551615",
                "'3'",
                "' 2'",
                "'+3'",
                "'05'",
                "'-1'",
                "x'33'",
                "'18446744073709551615'",
                "3.",
                "3.0",
                "2.5",
                "2.4",
                "-2.5",
                "3e0",
                "2.5e0",
                "3.5e0",
                "-1e0")) {
            for (String sql : QUERIES) {
                assertThat(executed(client, sql, value))
                        .as("%s with %s", sql, value)
                        .isEqualTo(executed(plain, sql, value));
            }
            assertThat(ask(client, "SELECT * FROM pins ORDER BY id"))
                    .as(value)
                    .isEqualTo(ask(plain, "SELECT * FROM pins ORDER BY id"));
            fill();
        }
    }

    /** MariaDB takes some number for them. */
    @Test
    void variablesThatAreNoNumbersAreRefused() throws SQLException {
        for (String value : List.of("'3x'", "'x'", "''", "'2.5'", "DATE'2026-01-01'")) {
            assertThat(executed(client, "SELECT n FROM pins ORDER BY n LIMIT ?", value))
                    .containsExactly("error 1210");
        }
    }

    /** Servers take some number for them, and not the same for text and for bytes. */
    @Test
    void textThatIsNoNumberIsRefused() throws SQLException {
        List<String> before = ask(client, "SELECT * FROM pins ORDER BY id");
        for (String text : List.of("3x", "x", "", "-1", "2.5", "18446744073709551616")) {
            for (String sql : QUERIES) {
                assertThat(outcome(client, sql, statement -> statement.setString(1, text)))
                        .as("%s with '%s'", sql, text)
                        .containsExactly("error 1210");
            }
        }
        assertThat(ask(client, "SELECT * FROM pins ORDER BY id")).isEqualTo(before);
    }

    @Test
    void aLimitThatIsWrittenAsTextIsAnErrorOfSyntax() throws SQLException {
        for (Connection connection : List.of(client, plain)) {
            assertThat(outcome(connection, "SELECT n FROM pins ORDER BY n LIMIT '3'", statement -> {}))
                    .containsExactly("error 1064");
        }
    }

    private void sameOutcomes(Map<String, Binding> bindings) throws SQLException {
        for (Map.Entry<String, Binding> binding : bindings.entrySet()) {
            for (String sql : QUERIES) {
                assertThat(outcome(client, sql, binding.getValue()))
                        .as("%s with %s", sql, binding.getKey())
                        .isEqualTo(outcome(plain, sql, binding.getValue()));
            }
            assertThat(ask(client, "SELECT * FROM pins ORDER BY id"))
                    .as(binding.getKey())
                    .isEqualTo(ask(plain, "SELECT * FROM pins ORDER BY id"));
            fill();
        }
    }

    /** With the value in a variable of EXECUTE. */
    private static List<String> executed(Connection connection, String sql, String value) throws SQLException {
        run(connection, "SET @count = " + value, "PREPARE counted FROM '" + sql + "'");
        try (Statement statement = connection.createStatement()) {
            return outcome(statement, statement.execute("EXECUTE counted USING @count"));
        } catch (SQLException e) {
            return List.of("error " + e.getErrorCode());
        }
    }

    private static void bytes(PreparedStatement statement, String text) throws SQLException {
        byte[] value = text.getBytes(StandardCharsets.US_ASCII);
        statement.setBlob(1, new ByteArrayInputStream(value), value.length);
    }

    /** Rows, or a count, or the number of an error. */
    private static List<String> outcome(Connection connection, String sql, Binding binding) {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            binding.to(statement);
            return outcome(statement, statement.execute());
        } catch (SQLException e) {
            return List.of("error " + e.getErrorCode());
        }
    }

    private static List<String> outcome(Statement statement, boolean hasRows) throws SQLException {
        if (!hasRows) {
            return List.of("changed " + statement.getUpdateCount());
        }
        List<String> lines = new ArrayList<>();
        try (ResultSet rows = statement.getResultSet()) {
            while (rows.next()) {
                lines.add(rows.getString(1));
            }
        }
        return lines;
    }
}
