package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.WritesBesideOneServer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Byte strings that stand beside numbers, texts and bytes: bound by the binary protocol, and carried from shard to shard.
 * Each statement is run on one server, too, which gets bytes as bytes.
 */
@OnEachServer
class BoundBytesIT extends WritesBesideOneServer {
    private static final String COLUMNS = "id, n, d, f, raw, name, HEX(bits)";

    @Override
    protected String makeTables() throws SQLException {
        String columns =
                " (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT, d DECIMAL(12,3), f DOUBLE, raw"
                        + " VARBINARY(20), name VARCHAR(24), bits BIT(9), day DATE) CHARACTER SET utf8mb4";
        both("CREATE TABLE pins" + columns, "object type=1");
        both("CREATE TABLE boards" + columns, "object type=2");
        both("CREATE TABLE codes (code INT NOT NULL PRIMARY KEY, name VARCHAR(24)) CHARACTER SET utf8mb4", "reference");
        return "codes";
    }

    /** Pins on eight shards, whose bytes are the digits of their number, and boards on three others. */
    @BeforeEach
    void fill() throws SQLException {
        for (String table : List.of("pins", "boards", "codes")) {
            both("DELETE FROM " + table);
        }
        List<String> pins = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            pins.add("(%d, %d, %d.5, %d, '%d', 'p%d', b'101', '2026-11-%02d')"
                    .formatted(pin(i), i % 12, i, i, i % 12, i, i + 1));
        }
        both("INSERT INTO pins VALUES " + String.join(", ", pins));
        for (int i = 0; i < 3; i++) {
            both("INSERT INTO boards VALUES (%d, %d, 0, 0, '%d', 'b%d', b'1', NULL)".formatted(board(i), i, i + 4, i));
        }
        both("INSERT INTO codes VALUES (902, 'one'), (903, 'two')");
    }

    @Test
    void bytesBesideNumbersAreReadAsTheirDigits() throws SQLException {
        sameAnswer("SELECT id FROM pins WHERE n = ? ORDER BY id", "2");
        sameAnswer("SELECT COUNT(*) FROM pins WHERE n BETWEEN ? AND ?", "1", "3");
        sameAnswer("SELECT COUNT(*) FROM pins WHERE n IN (?, ?, 7)", "2", "5");
        sameAnswer(
                "SELECT CAST(SUM(n * ?) AS SIGNED), CAST(MAX(d - ?) AS DECIMAL(9, 2)), MIN(-?) FROM pins",
                "2",
                "1.5",
                "3");
        sameAnswer("SELECT p.id, b.id FROM pins p JOIN boards b ON b.n < ? AND p.n < ? ORDER BY 1, 2", "20", "2");
        sameAnswer("SELECT COUNT(*) FROM pins WHERE (n, name) = (?, ?)", "2", "p2");
        sameAnswer("SELECT n, COUNT(*) FROM pins GROUP BY n HAVING COUNT(*) > ? ORDER BY n", "1");
        sameAnswer("SELECT id FROM pins WHERE IF(?, n > 3, n < 3) ORDER BY id", "0");
        sameAnswer("SELECT COUNT(*) FROM pins WHERE day + INTERVAL ? DAY > '2026-11-20'", "5");
        sameAnswer("SELECT COUNT(*) FROM pins WHERE LEFT(name, ?) = 'p1'", "2");
        sameAnswer("SELECT COUNT(*) FROM pins WHERE n | 0 = ? | 0", "3");
    }

    @Test
    void bytesBesideTextsAndBytesAreCompared() throws SQLException {
        sameAnswer("SELECT id FROM pins WHERE raw = ? ORDER BY id", "11");
        sameAnswer("SELECT id FROM pins WHERE raw IN (?, ?) ORDER BY id", "10", "3");
        sameAnswer("SELECT id FROM pins WHERE name = ? OR name LIKE ? ORDER BY id", "P3", "p1%");
        sameAnswer("SELECT HEX(CONCAT(name, ?)), COALESCE(NULL, ?) FROM pins ORDER BY id", "\u00e9'\\", "x");
        sameAnswer("SELECT COUNT(*) FROM pins WHERE name COLLATE utf8mb4_bin > ? AND day = ?", "p1", "2026-11-06");
    }

    @Test
    void changesStoreTheNumbersThatBytesSpell() throws SQLException {
        sameChange("UPDATE pins SET n = ?, d = ?, f = ? WHERE n > 9", "2", "2.5", "1e2");
        sameChange("UPDATE pins SET raw = ?, name = ? WHERE n > ?", "\0\u00ff'", "n\u00e9", "7");
        sameChange("UPDATE pins SET name = 'x' WHERE n > ? ORDER BY n, id LIMIT 3", "3");
        sameChange("DELETE FROM pins WHERE n > ?", "6");
        sameChange("INSERT INTO codes VALUES (?, ?), (?, ?)", "7", "seven", "8", "n\u00efne");
        sameChange("INSERT INTO codes SET code = ? ON DUPLICATE KEY UPDATE name = ?", "7", "se'ven");
        sameChange("UPDATE codes SET code = code + ? WHERE name = ?", "2000", "one");
        assertThat(ask(client, "SELECT code FROM codes ORDER BY 1")).containsExactly("7", "8", "903", "2902");
        both("SET @two = _binary'2'");
        both("PREPARE named FROM 'UPDATE pins SET n = n + ? WHERE n = ?'");
        sameCounts("EXECUTE named USING @two, @two");
        sameRows("EXECUTE");
    }

    @Test
    void carriedBytesAreStoredAsOneServerStoresThem() throws SQLException {
        sameChange("INSERT INTO boards (id, n, d, f, raw, name) SELECT id + " + (board(3) + 1 - pin(1))
                + ", raw, raw, raw, raw, raw FROM pins WHERE id = " + pin(1));
        sameChange("INSERT INTO codes SELECT CAST(n + 200 AS BINARY), 'x' FROM pins WHERE name IN ('p5', 'p6')");
        sameChange(
                "UPDATE pins p JOIN boards b ON b.n = p.n AND b.name LIKE 'b%' SET p.n = b.raw, p.d = b.raw, p.name = b.raw, p.bits = b.bits");
        sameChange("UPDATE boards SET n = (SELECT MAX(raw) FROM pins)");
        both("UPDATE boards SET raw = 'a '");
        sameChange("UPDATE pins p JOIN boards b ON b.id <> p.id AND p.name = 'p7' AND b.name = 'b1' SET p.d = b.raw");
    }

    private void sameAnswer(String sql, String... bytes) throws SQLException {
        assertThat(outcome(client, sql, bytes)).as(sql).isEqualTo(outcome(plain, sql, bytes));
    }

    private void sameChange(String sql, String... bytes) throws SQLException {
        sameAnswer(sql, bytes);
        sameRows(sql);
    }

    private void sameRows(String sql) throws SQLException {
        for (String rows : List.of(
                "SELECT " + COLUMNS + " FROM pins ORDER BY id",
                "SELECT " + COLUMNS + " FROM boards ORDER BY id",
                "SELECT code, name FROM codes ORDER BY code")) {
            assertThat(ask(client, rows)).as(sql).isEqualTo(ask(plain, rows));
        }
    }

    /** Rows, or a count, or the number of an error; the bytes are UTF-8. */
    private static List<String> outcome(Connection connection, String sql, String... bytes) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < bytes.length; i++) {
                byte[] value = bytes[i].getBytes(StandardCharsets.UTF_8);
                statement.setBlob(i + 1, new ByteArrayInputStream(value), value.length);
            }
            return rows(statement);
        } catch (SQLException e) {
            return List.of("error " + e.getErrorCode());
        }
    }

    private static List<String> rows(PreparedStatement statement) throws SQLException {
        if (!statement.execute()) {
            return List.of("changed " + statement.getUpdateCount());
        }
        List<String> lines = new ArrayList<>();
        try (ResultSet rows = statement.getResultSet()) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder line = new StringBuilder();
                for (int column = 1; column <= columns; column++) {
                    line.append(column == 1 ? "" : " | ").append(rows.getString(column));
                }
                lines.add(line.toString());
            }
        }
        return lines;
    }
}
