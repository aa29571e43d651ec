package io.pinion.integration.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.WritesBesideOneServer;
import io.pinion.server.testing.Failure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that joins and subqueries over shards find, and that are then changed or inserted, beside the same on one server. */
@OnEachServer
class FoundRowsIT extends WritesBesideOneServer {
    private static final String PINS = "pins ORDER BY id";
    private static final String PIN_COLUMNS = "id, n, name";
    private static final String LINKS = "links ORDER BY board_id, pin_id";
    private static final String LINK_COLUMNS = "board_id, pin_id, seq";

    @Override
    protected String makeTables() throws SQLException {
        both(
                "CREATE TABLE pins (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT, name VARCHAR(24),"
                        + " ts DATETIME(6)) CHARACTER SET utf8mb4",
                "object type=1");
        both(
                "CREATE TABLE boards (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT, name VARCHAR(24))"
                        + " CHARACTER SET utf8mb4",
                "object type=2");
        both(
                "CREATE TABLE links (board_id BIGINT NOT NULL, pin_id BIGINT NOT NULL, seq INT, PRIMARY KEY (board_id,"
                        + " pin_id))",
                "mapping from=board_id ids=pin_id");
        both(
                "CREATE TABLE tags (pin_id BIGINT NOT NULL, tag VARCHAR(20) NOT NULL, n INT, PRIMARY KEY (pin_id, tag))"
                        + " CHARACTER SET utf8mb4",
                "mapping from=pin_id");
        both("CREATE TABLE keyless (pin_id BIGINT NOT NULL, n INT, KEY (pin_id))", "mapping from=pin_id");
        for (String table : List.of("seekers", "sought")) {
            String columns = "(id INT NOT NULL PRIMARY KEY, k INT, n INT, name VARCHAR(20), born DATE, at DATETIME,"
                    + " price DECIMAL(8,2), ratio DOUBLE, made YEAR, o VARBINARY(8)) CHARACTER SET utf8mb4";
            run(client, "CREATE TABLE lookup." + table + " " + columns + " COMMENT 'pinion: hashed key=id'");
            run(plain, "CREATE TABLE " + table + " " + columns);
        }
        String names = "(name VARCHAR(40) NOT NULL PRIMARY KEY, n INT) CHARACTER SET utf8mb4";
        run(client, "CREATE TABLE lookup.names " + names + " COMMENT 'pinion: hashed key=name'");
        run(client, "CREATE TABLE legacy.names " + names);
        return "keyless";
    }

    /** Six pins on each of eight shards, boards on four others, and links between them all. */
    @BeforeEach
    void fill() throws SQLException {
        for (String table : List.of("pins", "boards", "links", "tags", "keyless")) {
            both("DELETE FROM " + table);
        }
        List<String> pins = new ArrayList<>();
        List<String> links = new ArrayList<>();
        for (int i = 0; i < 48; i++) {
            pins.add("(%d, %d, 'p%d')".formatted(pin(i), i * 7 % 12, i));
            links.add("(%d, %d, %d)".formatted(board(i % 4), pin(i), i));
            if (i % 3 == 0) {
                links.add("(%d, %d, %d)".formatted(board((i + 1) % 4), pin(i), i + 100));
            }
        }
        links.add("(%d, %d, 1000)".formatted(board(0), post(63, 99)));
        both("INSERT INTO pins (id, n, name) VALUES " + String.join(", ", pins));
        both("INSERT INTO links VALUES " + String.join(", ", links));
        for (int i = 0; i < 4; i++) {
            both("INSERT INTO boards (id, n, name) VALUES (%d, %d, 'b%d')".formatted(board(i), i, i));
        }
    }

    @Test
    void rowsThatSubqueriesFindAreChanged() throws SQLException {
        sameOutcome(
                PINS,
                PIN_COLUMNS,
                "UPDATE pins SET name = 'in' WHERE id IN (SELECT pin_id FROM links WHERE board_id = " + board(1) + ")",
                "UPDATE pins SET n = n + 1 WHERE EXISTS (SELECT 1 FROM links l WHERE l.pin_id = pins.id AND l.seq > 100)",
                "UPDATE pins p SET p.n = p.n * 2, p.name = CONCAT(p.name, p.n) WHERE p.id NOT IN (SELECT pin_id FROM links"
                        + " WHERE seq < 20)",
                "UPDATE pins SET n = n WHERE id IN (SELECT pin_id FROM links WHERE seq < 9)",
                "UPDATE pins SET n = 5 WHERE id IN (SELECT pin_id FROM links WHERE seq > 9000)",
                "UPDATE pins SET name = 'many' WHERE (SELECT COUNT(*) FROM links l WHERE l.pin_id = pins.id) > 1",
                "UPDATE pins SET name = 'first' WHERE id IN (SELECT pin_id FROM links WHERE seq > 10) ORDER BY n DESC, id"
                        + " LIMIT 5",
                "DELETE FROM pins WHERE id IN (SELECT pin_id FROM links WHERE board_id = " + board(2) + ") AND n > 3",
                "DELETE FROM pins WHERE id IN (SELECT pin_id FROM links WHERE seq > 100) ORDER BY n, id LIMIT 4");
        sameOutcome(
                LINKS,
                LINK_COLUMNS,
                "UPDATE links SET seq = seq + 1 WHERE pin_id IN (SELECT id FROM pins WHERE n > 6)",
                "DELETE FROM links WHERE pin_id NOT IN (SELECT id FROM pins)",
                "DELETE FROM links WHERE board_id IN (SELECT id FROM boards WHERE name = 'b3') AND pin_id IN (SELECT id FROM"
                        + " pins WHERE n < 5)");
    }

    /** A SELECT of MariaDB's finds others, where a subquery has NULLs or a server makes a table of its rows. */
    @Test
    void rowsWithoutAValueAreFoundAsTheServersOwnChangeDoes() throws SQLException {
        List<String> conditions = List.of(
                "%1$s NOT IN (SELECT %2$s FROM sought)",
                "%1$s IN (SELECT %2$s FROM sought)",
                "%1$s NOT IN (SELECT %2$s FROM sought WHERE k < 3)",
                "%1$s <> ALL (SELECT %2$s FROM sought)",
                "NOT (%1$s = ANY (SELECT %2$s FROM sought))",
                "%1$s NOT IN (SELECT DISTINCT %2$s FROM sought)",
                "%1$s NOT IN (SELECT MAX(%2$s) FROM sought GROUP BY k)",
                "NOT EXISTS (SELECT 1 FROM sought s WHERE s.%2$s = m.%1$s)",
                "(%1$s, m.k) NOT IN (SELECT %2$s, k FROM sought)",
                "%1$s NOT IN (SELECT %2$s FROM sought s WHERE s.k = m.k)",
                "(%1$s NOT IN (SELECT %2$s FROM sought)) IS NULL",
                "%1$s > ALL (SELECT %2$s FROM sought WHERE %2$s IS NOT NULL)",
                "%1$s < ANY (SELECT %2$s FROM sought)",
                "m.k NOT IN (SELECT k FROM sought WHERE %2$s NOT IN (SELECT %1$s FROM sought x WHERE x.k = 1))");
        List<List<String>> columns = List.of(
                List.of("n", "n"),
                List.of("name", "name"),
                List.of("born", "born"),
                List.of("at", "at"),
                List.of("price", "n"),
                List.of("n", "ratio"),
                List.of("made", "made"),
                List.of("o", "name"));
        run(client, "USE lookup");
        try {
            fillSeekers();
            for (List<String> pair : columns) {
                for (String condition : conditions) {
                    changesTheSame(condition.formatted(pair.getFirst(), pair.getLast()));
                }
            }
        } finally {
            run(client, "USE pinterest");
        }
    }

    private void fillSeekers() throws SQLException {
        for (int i = 0; i < 12; i++) {
            String values =
                    "(%1$d, %2$d, %3$s, 'v%3$s', '2001-01-0%3$s', '2001-01-0%3$s 10:00:00', %3$s, %3$s, 200%3$s, 'v%3$s')";
            both("INSERT INTO seekers VALUES "
                    + (i == 11
                            ? "(11, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)"
                            : values.formatted(i, i % 4, "" + (1 + i % 5))));
            if (i < 6) {
                both("INSERT INTO sought VALUES "
                        + (i == 3
                                ? "(3, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)"
                                : values.formatted(i, i % 4, "" + (1 + i % 2))));
            }
        }
    }

    private void changesTheSame(String condition) throws SQLException {
        for (String sql : List.of(
                "DELETE FROM seekers WHERE " + condition.replace("m.", "seekers."),
                "UPDATE seekers m SET m.k = -1 WHERE " + condition,
                "DELETE m FROM seekers m LEFT JOIN sought j ON j.id = m.k WHERE (j.id < 9 OR j.id IS NULL) AND "
                        + qualified(condition))) {
            both("BEGIN");
            // MySQL has dates of its own in some subqueries, and an error of its own for them.
            assertThat(Math.max(outcome(client, sql), -1)).as(sql).isEqualTo(Math.max(outcome(plain, sql), -1));
            assertThat(ask(client, "SELECT id, k FROM seekers ORDER BY id"))
                    .as(sql)
                    .isEqualTo(ask(plain, "SELECT id, k FROM seekers ORDER BY id"));
            both("ROLLBACK");
        }
    }

    /** Beside another table with the same columns. */
    private static String qualified(String condition) {
        return condition.replaceFirst("^(NOT \\()?(\\()?(?=[a-z])(?!m\\.)", "$0m.");
    }

    /** MariaDB counts the columns that an UPDATE assigns; there is nothing to count for MySQL, and in a DELETE. */
    @Test
    void aNumberInOrderByIsWhatItIsOnOneServer() throws SQLException {
        for (String sql : List.of(
                "UPDATE pins SET n = -n, name = 'first' ORDER BY 1, 2 LIMIT 3",
                "UPDATE pins SET name = CONCAT(name, '!'), n = 99 ORDER BY (1) DESC LIMIT 5",
                "UPDATE pins SET n = 0 ORDER BY 2 LIMIT 3",
                "DELETE FROM pins ORDER BY 1 LIMIT 3",
                "DELETE FROM pins ORDER BY n, 1 LIMIT 3")) {
            assertThat(outcome(client, sql)).as(sql).isEqualTo(outcome(plain, sql));
            String rows = "SELECT " + PIN_COLUMNS + " FROM " + PINS;
            assertThat(ask(client, rows)).as(sql).isEqualTo(ask(plain, rows));
        }
    }

    /** How many rows were changed, or the error's number below zero. */
    private static int outcome(Connection connection, String sql) {
        try {
            return count(connection, sql);
        } catch (SQLException e) {
            return -e.getErrorCode();
        }
    }

    @Test
    void rowsThatJoinsFindAreChanged() throws SQLException {
        sameOutcome(
                PINS,
                PIN_COLUMNS,
                "UPDATE pins p JOIN links l ON l.pin_id = p.id JOIN boards b ON b.id = l.board_id SET p.name = 'joined', p.n ="
                        + " p.n + 1 WHERE b.name = 'b1'",
                "UPDATE pins p, links l SET p.n = -1 WHERE p.id = l.pin_id AND l.seq BETWEEN 5 AND 9",
                "UPDATE links l LEFT JOIN pins p ON p.id = l.pin_id SET p.n = 7 WHERE l.board_id = " + board(0),
                "DELETE p FROM pins p JOIN links l ON l.pin_id = p.id WHERE l.seq > 120",
                "DELETE pins FROM pins LEFT JOIN links ON links.pin_id = pins.id AND links.seq < 100 WHERE links.seq < 7",
                "DELETE p FROM pins p JOIN (SELECT pin_id, COUNT(*) c FROM links GROUP BY pin_id) d ON"
                        + " CAST(d.pin_id AS SIGNED) = p.id WHERE d.c > 1");
        sameOutcome(
                LINKS,
                LINK_COLUMNS,
                "UPDATE links l JOIN pins p ON p.id = l.pin_id SET l.seq = l.seq * 2 WHERE p.n > 3",
                "DELETE l FROM links l JOIN boards b ON b.id = l.board_id WHERE b.name = 'b2'",
                "DELETE links FROM links JOIN boards ON boards.id = links.board_id WHERE boards.name = 'b3'",
                "DELETE l FROM links AS l LEFT JOIN pins p ON p.id = l.pin_id WHERE p.id IS NULL");
    }

    @Test
    void keysOfTextAreFoundAgain() throws SQLException {
        for (String tag : new String[] {"cat", "it''s", "na\u00efve", "back\\\\slash"}) {
            for (int i = 0; i < 48; i += 5) {
                both("INSERT INTO tags VALUES (%d, '%s', %d)".formatted(pin(i), tag, i));
            }
        }
        sameOutcome(
                "tags ORDER BY pin_id, tag",
                "pin_id, tag, n",
                "UPDATE tags t JOIN links l ON l.seq = t.n SET t.n = t.n + 1000 WHERE t.tag <> 'cat'",
                "DELETE FROM tags WHERE n IN (SELECT seq + 1000 FROM links WHERE seq < 30) AND tag LIKE 'na%'",
                "UPDATE IGNORE tags SET n = 3 WHERE n IN (SELECT seq FROM links)");
    }

    @Test
    void whatJoinsFindIsChangedOnAllShardsOrNone() throws SQLException {
        String rows = "SELECT id, n, name FROM pins ORDER BY id";
        List<String> before = ask(client, rows);
        String tooLarge = "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.n = p.n * 1000000000 WHERE l.seq < 40";
        assertThatThrownBy(() -> run(client, tooLarge)).hasMessageContaining("Out of range");
        assertThat(ask(client, rows)).isEqualTo(before);
        run(client, "BEGIN", "UPDATE pins SET name = 'kept' WHERE id = " + pin(3));
        assertThatThrownBy(() -> run(client, tooLarge)).hasMessageContaining("Out of range");
        assertThat(count(client, "DELETE FROM pins WHERE name = 'kept' AND id IN (SELECT pin_id FROM links)"))
                .isEqualTo(1);
        run(client, "ROLLBACK");
        assertThat(ask(client, rows)).isEqualTo(before);
    }

    /** As on one server, what a transaction has seen before doesn't decide what it changes. */
    @Test
    void rowsAreFoundAsTheyAreNow() throws SQLException {
        run(client, "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ", "BEGIN");
        assertThat(ask(client, "SELECT COUNT(*) FROM links")).containsExactly("65");
        try (Connection other = connect(second)) {
            run(other, "DELETE FROM links WHERE pin_id = " + pin(0), "UPDATE pins SET n = 50 WHERE id = " + pin(1));
        }
        assertThat(count(client, "UPDATE pins SET name = 'now' WHERE n < 50 AND id IN (SELECT pin_id FROM links)"))
                .isEqualTo(46);
        run(client, "COMMIT");
        assertThat(ask(client, "SELECT id FROM pins WHERE name <> 'now' ORDER BY id"))
                .containsExactly(String.valueOf(pin(0)), String.valueOf(pin(1)));
    }

    @Test
    void rowsThatWereReadStayAsTheyAre() throws SQLException {
        run(client, "BEGIN");
        run(
                client,
                "UPDATE pins SET name = 'locked' WHERE id IN (SELECT pin_id FROM links WHERE board_id = " + board(1)
                        + ")");
        try (Connection other = connect(second)) {
            run(other, "SET SESSION innodb_lock_wait_timeout = 1");
            assertThatThrownBy(() -> run(other, "DELETE FROM links WHERE board_id = " + board(1)))
                    .hasMessageContaining("Lock wait timeout");
        }
    }

    @Test
    void whatMayOnlyReadSaysSoAlsoWhereNoRowIsFound() throws SQLException {
        for (String begin : List.of("START TRANSACTION READ ONLY", "SET TRANSACTION READ ONLY")) {
            for (String sql : List.of(
                    "INSERT INTO tags SELECT pin_id, 'none', seq FROM links WHERE seq > 9000",
                    "UPDATE pins SET n = 5 WHERE id IN (SELECT pin_id FROM links WHERE seq > 9000)",
                    "DELETE p FROM pins p JOIN links l ON l.pin_id = p.id WHERE l.seq > 9000")) {
                for (Connection connection : List.of(client, plain)) {
                    run(connection, begin);
                    assertThat(Failure.of(() -> run(connection, sql)).code())
                            .as(begin + ": " + sql)
                            .isEqualTo(1792);
                    run(connection, "ROLLBACK");
                }
            }
        }
    }

    /** The query that finds the rows would compute them. */
    @Test
    void aChangeItselfHasNoAggregates() throws SQLException {
        for (String sql : List.of(
                "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.n = SUM(l.seq)",
                "UPDATE pins p JOIN links l ON l.pin_id = p.id AND l.seq > MAX(p.n) SET p.n = 1",
                "DELETE p FROM pins p JOIN links l ON l.pin_id = p.id WHERE COUNT(l.seq) > 1")) {
            for (Connection connection : List.of(client, plain)) {
                assertThat(Failure.of(() -> run(connection, sql)).code())
                        .as(sql)
                        .isEqualTo(1111);
            }
        }
        sameOutcome(PINS, PIN_COLUMNS);
    }

    @Test
    void rowsOfJoinsAreInserted() throws SQLException {
        sameOutcome(
                "tags ORDER BY pin_id, tag",
                "pin_id, tag, n",
                "INSERT INTO tags SELECT p.id, 'first', 0 FROM pins p WHERE p.id = " + pin(5),
                "INSERT INTO tags SELECT p.id, b.name, l.seq FROM links l JOIN pins p ON p.id = l.pin_id JOIN boards b ON"
                        + " b.id = l.board_id WHERE p.n > 2",
                "INSERT IGNORE INTO tags SELECT id, 'union', n FROM pins UNION SELECT pin_id, 'other',"
                        + " MIN(seq) FROM links GROUP BY pin_id",
                "REPLACE INTO tags WITH c AS (SELECT pin_id, COUNT(*) k FROM links GROUP BY pin_id) SELECT pin_id,"
                        + " 'other', k FROM c",
                "INSERT INTO tags SELECT id, 'rank', RANK() OVER (ORDER BY n) FROM pins",
                "INSERT INTO tags SELECT pin_id, 'avg', ROUND(AVG(seq), 2) FROM links GROUP BY pin_id HAVING COUNT(*) > 1 ON"
                        + " DUPLICATE KEY UPDATE n = VALUES(n)",
                "INSERT INTO tags (pin_id, tag, n) SELECT " + pin(0) + ", 'none', 1 + 2",
                "INSERT INTO tags (pin_id, tag, n) SELECT " + pin(9) + ", 'dual', 3 FROM DUAL WHERE NOT EXISTS (SELECT"
                        + " 1 FROM tags WHERE tag = 'dual')",
                "INSERT INTO tags (pin_id, tag, n) SELECT " + pin(9) + ", 'dual', 3 FROM DUAL WHERE NOT EXISTS (SELECT"
                        + " 1 FROM tags WHERE tag = 'dual')");
    }

    @Test
    void rowsGoFromKeyspaceToKeyspace() throws SQLException {
        run(client, "DELETE FROM lookup.names", "DELETE FROM legacy.names");
        assertThat(count(client, "INSERT INTO lookup.names (name, n) SELECT CONCAT(name, ' it''s'), n FROM pins"))
                .isEqualTo(48);
        assertThat(count(client, "INSERT INTO legacy.names SELECT name, n FROM lookup.names WHERE n > 5"))
                .isEqualTo(24);
        assertThat(count(
                        client,
                        "INSERT INTO legacy.names (name, n) SELECT p.name, l.seq FROM pins p JOIN links l ON l.pin_id = p.id"
                                + " WHERE l.seq < 10 ON DUPLICATE KEY UPDATE n = VALUES(n)"))
                .isEqualTo(10);
        assertThat(count(client, "REPLACE INTO lookup.names SELECT name, 5 FROM legacy.names"))
                .isEqualTo(58);
        String sum = "SELECT COUNT(*), SUM(n) FROM lookup.names";
        assertThat(ask(client, sum)).containsExactly("58 | " + (34 * 5 + sumOfSmall()));
        assertThat(count(client, "INSERT IGNORE INTO tags SELECT id, (SELECT 'x'), 1 FROM pins WHERE n > 100"))
                .isZero();
        run(client, "BEGIN", "DELETE FROM legacy.names");
        assertThatThrownBy(() -> run(client, "INSERT INTO lookup.names SELECT name, n FROM pins"))
                .hasMessageContaining("Duplicate entry");
        run(client, "ROLLBACK");
        assertThat(ask(client, "SELECT COUNT(*) FROM legacy.names")).containsExactly("34");
        assertThat(ask(client, sum)).containsExactly("58 | " + (34 * 5 + sumOfSmall()));
    }

    /** Of those pins that didn't go by way of the unsharded table. */
    private static int sumOfSmall() {
        int sum = 0;
        for (int i = 0; i < 48; i++) {
            sum += i * 7 % 12 > 5 ? 0 : i * 7 % 12;
        }
        return sum;
    }

    @Test
    void insertedRowsOfJoinsAreUndoneTogether() throws SQLException {
        run(client, "INSERT INTO tags VALUES (%d, 'once', 1)".formatted(pin(47)));
        assertThatThrownBy(() -> run(
                        client,
                        "INSERT INTO tags SELECT p.id, 'once', l.seq FROM links l JOIN pins p ON p.id = l.pin_id WHERE l.seq <"
                                + " 100"))
                .hasMessageContaining("Duplicate entry");
        assertThat(ask(client, "SELECT COUNT(*) FROM tags")).containsExactly("1");
    }

    @Test
    void valuesOfStatementsThatFindTheirRowsMayBeBound() throws SQLException {
        try (PreparedStatement update = client.prepareStatement(
                "UPDATE pins SET name = ?, ts = NOW(6) WHERE id IN (SELECT pin_id FROM links WHERE seq < ?)")) {
            update.setString(1, "it's");
            update.setInt(2, 10);
            assertThat(update.executeUpdate()).isEqualTo(10);
        }
        assertThat(ask(client, "SELECT COUNT(*), COUNT(DISTINCT ts) FROM pins WHERE name = 'it''s'"))
                .containsExactly("10 | 1");
    }

    @Test
    void conditionsThatServersWarnOfAreErrorsInAChange() throws SQLException {
        for (String sql : new String[] {
            "UPDATE pins SET n = 1 WHERE name = 5 AND id IN (SELECT pin_id FROM links)",
            "DELETE l FROM links l JOIN pins p ON p.id = l.pin_id WHERE p.name < 5"
        }) {
            assertThatThrownBy(() -> run(client, sql))
                    .as(sql)
                    .hasMessageContaining("warnings, which strict servers take");
        }
    }

    @Test
    void whatIsOnlyWarnedOfIsToldAsOneServerDoes() throws SQLException {
        run(client, "SET sql_mode = ''");
        run(plain, "SET sql_mode = ''");
        try {
            for (String sql : new String[] {
                "INSERT INTO tags SELECT id, REPEAT('x', 30), n FROM pins WHERE n < 3",
                "UPDATE pins SET n = 5000000000 ORDER BY id LIMIT 3",
                "UPDATE pins SET name = 'warned' WHERE name = 5 ORDER BY id LIMIT 3",
                "UPDATE pins SET n = 5000000000 WHERE id IN (SELECT pin_id FROM links WHERE seq < 5)"
            }) {
                assertThat(count(client, sql)).as(sql).isEqualTo(count(plain, sql));
                String warnings = "SHOW COUNT(*) WARNINGS";
                assertThat(ask(client, warnings))
                        .as(sql)
                        .isEqualTo(ask(plain, warnings))
                        .isNotEqualTo(List.of("0"));
                assertThat(ask(client, "SHOW WARNINGS")).as(sql).hasSameSizeAs(ask(plain, "SHOW WARNINGS"));
            }
        } finally {
            run(client, "SET sql_mode = DEFAULT");
            run(plain, "SET sql_mode = DEFAULT");
        }
    }

    @Test
    void rowsThatALimitOfTheSessionWouldHideAreNotLeftOut() throws SQLException {
        run(client, "SET sql_select_limit = 1");
        try {
            assertThatThrownBy(() -> run(client, "DELETE FROM pins WHERE id IN (SELECT pin_id FROM links)"))
                    .hasMessageContaining("SET sql_select_limit = DEFAULT");
            assertThatThrownBy(() -> run(client, "DELETE FROM pins ORDER BY id LIMIT 3"))
                    .hasMessageContaining("SET sql_select_limit = DEFAULT");
        } finally {
            run(client, "SET sql_select_limit = DEFAULT");
        }
    }

    @Test
    void stepsAreExplainedByTheirServers() throws SQLException {
        String explained = "SELECT p.name FROM links l JOIN pins p ON p.id = l.pin_id WHERE l.board_id = " + board(1);
        assertThat(ask(client, "EXPLAIN " + explained))
                .anyMatch(row -> row.matches("(?s).*\\bl\\b.*"))
                .anyMatch(row -> row.matches("(?s).*\\bp\\b.*"));
        assertThat(ask(client, "SHOW WARNINGS"))
                .anyMatch(note -> note.matches("Note \\| 1003 \\| then on pair.*pinion_gathered_1 l JOIN.*"));
        assertThat(ask(client, "EXPLAIN DELETE p FROM pins p JOIN links l ON l.pin_id = p.id WHERE l.seq > 3"))
                .isNotEmpty();
        assertThat(ask(client, "SHOW WARNINGS"))
                .anyMatch(note -> note.startsWith("Note | 1003 | then: DELETE FROM pins WHERE (id) IN (…)"));
        assertThat(ask(client, "SELECT COUNT(*) FROM pins")).containsExactly("48");
    }

    @Test
    void whatIsNotExactIsRefused() {
        assertThatThrownBy(() -> run(client, "DELETE FROM keyless WHERE n IN (SELECT seq FROM links)"))
                .hasMessageContaining("Pinion knows none of keyless");
    }

    /** The OK tells the numbers that rows bring along, but LAST_INSERT_ID() only those that were made for them. */
    @Test
    void numbersThatRowsBringAlongAreNotTheLastInsertId() throws SQLException {
        run(
                client,
                "DROP TABLE IF EXISTS legacy.counted",
                "CREATE TABLE legacy.counted (n BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))");
        run(client, "INSERT INTO legacy.counted (name) VALUES ('made')");
        assertThat(ask(client, "SELECT LAST_INSERT_ID()")).containsExactly("1");
        run(client, "INSERT INTO lookup.names (name, n) VALUES ('brought', 1)");
        assertThat(count(
                        client,
                        "INSERT INTO legacy.counted SELECT 100 + n, name FROM lookup.names WHERE name = 'brought'"))
                .isEqualTo(1);
        assertThat(ask(client, "SELECT LAST_INSERT_ID()")).containsExactly("1");
        run(client, "INSERT INTO legacy.counted (name) SELECT name FROM lookup.names WHERE name = 'brought'");
        assertThat(ask(client, "SELECT LAST_INSERT_ID() = 102, MAX(n) FROM legacy.counted"))
                .containsExactly("1 | 102");
        run(client, "DROP TABLE legacy.counted", "DELETE FROM lookup.names WHERE name = 'brought'");
    }

    /** As scripts do that insert a parent and then its children. */
    @Test
    void userVariablesTakeWhatTheStatementBeforeHasLeft() throws SQLException {
        run(
                client,
                "DROP TABLE IF EXISTS legacy.counted",
                "CREATE TABLE legacy.counted (n BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))",
                "INSERT INTO legacy.counted (name) VALUES ('one'), ('two')",
                "INSERT INTO legacy.counted (name) VALUES ('three')",
                "SET @made = LAST_INSERT_ID()");
        assertThat(ask(client, "SELECT @made")).containsExactly("3");
        run(client, "UPDATE pins SET n = n + 1", "SET @changed = ROW_COUNT()");
        assertThat(ask(client, "SELECT @changed = COUNT(*) FROM pins")).containsExactly("1");
        ask(client, "SELECT id FROM pins ORDER BY id LIMIT 7");
        run(client, "SET @found = FOUND_ROWS()");
        assertThat(ask(client, "SELECT @found")).containsExactly("7");
        run(client, "UPDATE pins SET n = n - 1", "DROP TABLE legacy.counted");
    }
}
