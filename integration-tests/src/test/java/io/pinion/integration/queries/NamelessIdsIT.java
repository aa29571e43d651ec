package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.WritesBesideOneServer;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Comparisons of ids with values that name nothing, over 64 shards on two real servers, beside the same of one server: the
 * value matches no row, and a warning says so. What asks for such a value alone is an error.
 */
@OnEachServer
class NamelessIdsIT extends WritesBesideOneServer {
    private static final String PINS = "pins ORDER BY id";
    private static final String PIN_COLUMNS = "id, n";

    /** 0, a small one, a negative one, one of 63 bits, a fraction, one of an unknown type, and one of no open shard. */
    private static final List<String> NAMELESS = List.of(
            "0",
            "7",
            "-7",
            Long.toString(1L << 62),
            "1.5",
            Long.toString(1L << 46 | 77L << 36 | 1),
            Long.toString(post(900, 1)));

    @Override
    protected String makeTables() throws SQLException {
        both("CREATE TABLE pins (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT)", "object type=1");
        both("CREATE TABLE boards (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT)", "object type=2");
        both(
                "CREATE TABLE links (board_id BIGINT NOT NULL, pin_id BIGINT NOT NULL, PRIMARY KEY (board_id, pin_id))",
                "mapping from=board_id ids=pin_id");
        return "links";
    }

    @BeforeEach
    void fill() throws SQLException {
        List<String> pins = new ArrayList<>();
        List<String> links = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            pins.add("(%d, %s)".formatted(pin(i), i % 5 == 0 ? "NULL" : String.valueOf(i % 5)));
            links.add("(%d, %d)".formatted(board(i % 3), pin(i)));
        }
        for (String table : List.of("pins", "boards", "links")) {
            both("DELETE FROM " + table);
        }
        both("INSERT INTO pins (id, n) VALUES " + String.join(", ", pins));
        both("INSERT INTO boards (id, n) VALUES (%d, 0), (%d, 1), (%d, 2)".formatted(board(0), board(1), board(2)));
        both("INSERT INTO links VALUES " + String.join(", ", links));
    }

    /** A question mark stands for the value; {@code #0} and {@code #1} are pins of two shards, {@code #b} is a board. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id, n FROM pins WHERE id <> ? ORDER BY id",
                "SELECT id FROM pins WHERE ? != id ORDER BY id",
                "SELECT id FROM pins WHERE NOT id = ? ORDER BY id",
                "SELECT id FROM pins WHERE NOT id <=> ? ORDER BY id",
                "SELECT id FROM pins WHERE id NOT IN (?, ?) ORDER BY id",
                "SELECT id FROM pins WHERE id NOT IN (?, NULL)",
                "SELECT id FROM pins WHERE id NOT IN (?, #0) ORDER BY id",
                "SELECT id FROM pins WHERE id IN (#0, ?)",
                "SELECT id FROM pins WHERE id IN (?, #0, #1) ORDER BY id",
                "SELECT id FROM pins WHERE id IN (NULL, ?, #0)",
                "SELECT id FROM pins WHERE id = ? OR id = #0",
                "SELECT id FROM pins WHERE id = #1 OR id = ? OR id = #0 ORDER BY id",
                "SELECT id FROM pins WHERE id = #0 AND id <> ?",
                "SELECT id FROM pins WHERE id = #0 AND (id = ?) IS FALSE",
                "SELECT n FROM pins WHERE id = ? OR n = 1 ORDER BY id",
                "SELECT COUNT(*), SUM(n) FROM pins WHERE id <> ?",
                "SELECT COUNT(DISTINCT n) FROM pins WHERE id NOT IN (?, #0)",
                "SELECT id, (id = ?) IS TRUE FROM pins WHERE id <> ? ORDER BY id LIMIT 3",
                "SELECT (n, id) IN ((1, ?), (1, #1)) AS x FROM pins WHERE id = #1",
                "SELECT id FROM pins WHERE (id, n) NOT IN ((?, 1), (#1, 1)) ORDER BY id",
                "SELECT p.id FROM boards b LEFT JOIN pins p ON p.id = ? WHERE b.id = #b",
                "SELECT b.id, l.pin_id FROM boards b JOIN links l ON l.board_id = b.id WHERE b.id IN (?, #b) ORDER BY l.pin_id",
                "SELECT pin_id FROM links WHERE board_id IN (#b, ?) ORDER BY pin_id",
                "SELECT id FROM pins WHERE id = #0 UNION ALL SELECT id FROM pins WHERE id = ?",
                "SELECT n FROM boards b WHERE b.id = #b AND NOT EXISTS (SELECT 1 FROM pins WHERE id = ?)"
            })
    void aValueThatNamesNothingMatchesNoRowAndWarns(String question) throws SQLException {
        for (String nameless : NAMELESS) {
            String sql = filled(question);
            String text = sql.replace("?", nameless);
            assertThat(ask(client, text)).as(text).isEqualTo(ask(plain, text));
            warnsOf(nameless, text);
            assertThat(prepared(client, sql, nameless)).as(text).isEqualTo(prepared(plain, sql, nameless));
            warnsOf(nameless, text);
        }
    }

    /** In a list of items a server compares the ids themselves. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id = ?, id <> ?, id <=> ?, NULLIF(id, ?), IF(id = ?, 'none', 'one'), id IN (?, #0) FROM pins ORDER BY id",
                "SELECT id, CASE id WHEN ? THEN 'none' WHEN #0 THEN 'zero' ELSE 'one' END FROM pins ORDER BY id",
                "SELECT id FROM pins WHERE CASE id WHEN ? THEN 0 ELSE 1 END ORDER BY id",
                "SELECT SUM(id <> ?), COUNT(NULLIF(id, ?)) FROM pins"
            })
    void itemsCompareIdsWithAValueThatNamesNothing(String question) throws SQLException {
        for (String nameless : NAMELESS) {
            String sql = filled(question);
            String text = sql.replace("?", nameless);
            assertThat(ask(client, text)).as(text).isEqualTo(ask(plain, text));
            assertThat(prepared(client, sql, nameless)).as(text).isEqualTo(prepared(plain, sql, nameless));
        }
    }

    @Test
    void changesLeaveItOut() throws SQLException {
        for (String nameless : NAMELESS) {
            for (String change : List.of(
                    "UPDATE pins SET n = n + 1 WHERE id <> ?",
                    "UPDATE pins SET n = 7 WHERE id IN (?, #0, #1)",
                    "UPDATE pins SET n = IF(id = ?, 8, 9) WHERE id = #0",
                    "UPDATE pins SET n = CASE id WHEN ? THEN 10 ELSE 11 END WHERE id = #1",
                    "UPDATE pins SET n = 12 WHERE id <> ? ORDER BY id LIMIT 3",
                    "DELETE FROM pins WHERE id IN (#1, ?)",
                    "DELETE FROM pins WHERE id NOT IN (?, #0) ORDER BY id LIMIT 2",
                    "DELETE FROM pins WHERE NOT id = ? AND n = 3")) {
                String sql = filled(change);
                sameOutcome(PINS, PIN_COLUMNS, sql.replace("?", nameless));
                assertThat(changed(client, sql, nameless)).as(sql).isEqualTo(changed(plain, sql, nameless));
                assertThat(ask(client, "SELECT id, n FROM " + PINS)).isEqualTo(ask(plain, "SELECT id, n FROM " + PINS));
            }
            fill();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT n FROM pins WHERE id = ?",
                "SELECT n FROM pins WHERE id IN (?)",
                "SELECT n FROM pins WHERE id IN (?, NULL)",
                "SELECT pin_id FROM links WHERE board_id = ?",
                "DELETE FROM pins WHERE id = ? OR id = ?",
                "INSERT INTO pins (id, n) VALUES (?, 1)"
            })
    void whatAsksForItAloneIsAnError(String question) {
        for (String nameless : NAMELESS) {
            String text = question.replace("?", nameless);
            assertThatThrownBy(() -> run(client, text)).as(text).hasMessageContaining("id");
            assertThatThrownBy(() -> changed(client, question, nameless))
                    .as(text)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("id");
        }
    }

    /** A row that points to nothing is there, and what it points to isn't, for each join and each form. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT l.pin_id, p.n FROM links l LEFT JOIN pins p ON p.id = l.pin_id WHERE l.board_id = ? ORDER BY"
                        + " l.pin_id",
                "SELECT l.pin_id, p.n FROM links l JOIN pins p ON p.id = l.pin_id WHERE l.board_id = ? ORDER BY"
                        + " l.pin_id",
                "SELECT b.n, l.pin_id, p.n FROM boards b JOIN links l ON l.board_id = b.id LEFT JOIN pins p ON p.id ="
                        + " l.pin_id WHERE b.id = ? ORDER BY l.pin_id",
                "SELECT COUNT(*), COUNT(p.id) FROM links l LEFT JOIN pins p ON p.id = l.pin_id WHERE l.board_id = ?",
                "SELECT id FROM pins WHERE id IN (SELECT pin_id FROM links WHERE board_id = ?) ORDER BY id"
            })
    void aRowThatPointsToNothingJoinsNoRow(String question) throws SQLException {
        String board = Long.toString(board(1));
        for (String nameless : NAMELESS) {
            if (nameless.contains(".")) {
                continue;
            }
            both("INSERT INTO links VALUES (" + board + ", " + nameless + ")");
            String text = question.replace("?", board);
            assertThat(ask(client, text)).as("%s with %s", text, nameless).isEqualTo(ask(plain, text));
            assertThat(prepared(client, question, board))
                    .as("%s with %s, prepared", question, nameless)
                    .isEqualTo(prepared(plain, question, board));
        }
    }

    private static String filled(String question) {
        return question.replace("#0", Long.toString(pin(0)))
                .replace("#1", Long.toString(pin(1)))
                .replace("#b", Long.toString(board(0)));
    }

    private void warnsOf(String nameless, String text) throws SQLException {
        assertThat(ask(client, "SHOW COUNT(*) WARNINGS")).as(text).containsExactly("1");
        assertThat(ask(client, "SHOW WARNINGS")).as(text).singleElement().satisfies(warning -> assertThat(warning)
                .startsWith("Warning | 1105 | ")
                .contains(nameless)
                .endsWith("(it matched no row)"));
    }

    private static List<String> prepared(Connection connection, String sql, String value) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (PreparedStatement statement = bound(connection, sql, value);
                ResultSet rows = statement.executeQuery()) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder line = new StringBuilder();
                for (int column = 1; column <= columns; column++) {
                    line.append(rows.getString(column)).append(" | ");
                }
                lines.add(line.toString());
            }
        }
        return lines;
    }

    private static int changed(Connection connection, String sql, String value) throws SQLException {
        try (PreparedStatement statement = bound(connection, sql, value)) {
            statement.execute();
            return statement.getUpdateCount();
        }
    }

    /** The caller closes it. */
    private static PreparedStatement bound(Connection connection, String sql, String value) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int parameter = 1;
                parameter <= sql.chars().filter(letter -> letter == '?').count();
                parameter++) {
            if (value.contains(".")) {
                statement.setBigDecimal(parameter, new BigDecimal(value));
            } else {
                statement.setLong(parameter, Long.parseLong(value));
            }
        }
        return statement;
    }
}
