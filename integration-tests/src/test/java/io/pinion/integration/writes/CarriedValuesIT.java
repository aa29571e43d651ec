package io.pinion.integration.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.WritesBesideOneServer;
import io.pinion.server.bootstrap.RunningProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes with values of rows on other shards, and of several tables at a time, beside the same on one server. */
@OnEachServer
class CarriedValuesIT extends WritesBesideOneServer {
    private static final String PINS = "pins ORDER BY id";
    private static final String PIN_COLUMNS = "id, n, name";
    private static final String LINKS = "links ORDER BY board_id, pin_id";
    private static final String LINK_COLUMNS = "board_id, pin_id, seq, note";
    private static final String TYPES =
            "SELECT i, u, d, f, dt, day, t, y, name, latin, body, raw, word, words, HEX(bits)";

    @Override
    protected String makeTables() throws SQLException {
        both(
                "CREATE TABLE pins (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT, name VARCHAR(24))"
                        + " CHARACTER SET utf8mb4",
                "object type=1");
        both(
                "CREATE TABLE boards (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT, name VARCHAR(24))"
                        + " CHARACTER SET utf8mb4",
                "object type=2");
        both(
                "CREATE TABLE links (board_id BIGINT NOT NULL, pin_id BIGINT NOT NULL, seq INT, note VARCHAR(24), PRIMARY"
                        + " KEY (board_id, pin_id)) CHARACTER SET utf8mb4",
                "mapping from=board_id ids=pin_id");
        String types = " (k BIGINT NOT NULL, ref BIGINT NOT NULL, i INT, u BIGINT UNSIGNED, d DECIMAL(12,3), f DOUBLE,"
                + " dt DATETIME(3), day DATE, t TIME(2), y YEAR, name VARCHAR(30), latin VARCHAR(20) CHARACTER SET latin1,"
                + " body TEXT, raw VARBINARY(20), word ENUM('one', 'two', 'it''s'), words SET('a', 'b', 'c'), bits BIT(9),"
                + " doc JSON, UNIQUE KEY (k, ref)) CHARACTER SET utf8mb4";
        both("CREATE TABLE sources" + types, "mapping from=k ids=ref");
        both("CREATE TABLE typed" + types, "mapping from=k ids=ref");
        both(
                "CREATE TABLE codes (code VARCHAR(10) NOT NULL PRIMARY KEY, n INT, name VARCHAR(30)) CHARACTER SET"
                        + " utf8mb4",
                "reference");
        return "codes";
    }

    /** Six pins on each of eight shards, boards on four others, and one link from a board to each pin. */
    @BeforeEach
    void fill() throws SQLException {
        for (String table : List.of("pins", "boards", "links", "sources", "typed", "codes")) {
            both("DELETE FROM " + table);
        }
        List<String> pins = new ArrayList<>();
        List<String> links = new ArrayList<>();
        for (int i = 0; i < 48; i++) {
            pins.add("(%d, %d, 'p%d')".formatted(pin(i), i * 7 % 12, i));
            links.add("(%d, %d, %d, 'l%d')".formatted(board(i % 4), pin(i), i, i));
        }
        both("INSERT INTO pins (id, n, name) VALUES " + String.join(", ", pins));
        both("INSERT INTO links VALUES " + String.join(", ", links));
        for (int i = 0; i < 4; i++) {
            both("INSERT INTO boards (id, n, name) VALUES (%d, %d, 'b%d')".formatted(board(i), i, i));
        }
        both("INSERT INTO codes VALUES ('p1', 1, 'one'), ('p2', 2, 'two'), ('p3', 3, 'three'), ('none', 4, 'four')");
    }

    @Test
    void rowsGetValuesOfRowsThatAreElsewhere() throws SQLException {
        sameOutcome(
                PINS,
                PIN_COLUMNS,
                "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.name = l.note WHERE l.seq < 20",
                "UPDATE pins p JOIN links l ON l.pin_id = p.id JOIN boards b ON b.id = l.board_id SET p.name ="
                        + " CONCAT(b.name, '/', p.name), p.n = p.n + 1",
                "UPDATE pins p LEFT JOIN links l ON l.pin_id = p.id AND l.seq > 30 SET p.n = l.seq",
                "UPDATE pins, boards SET pins.n = boards.n WHERE boards.name = 'b3' AND pins.n IS NULL",
                "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.n = l.seq DIV 10, p.name = 'it''s'",
                "UPDATE pins p JOIN (SELECT pin_id, MAX(seq) m FROM links GROUP BY pin_id) x ON x.pin_id = p.id SET p.n ="
                        + " x.m");
        sameOutcome(
                LINKS,
                LINK_COLUMNS,
                "UPDATE links l JOIN pins p ON p.id = l.pin_id SET l.note = p.name, l.seq = l.seq + p.n",
                "UPDATE IGNORE links l JOIN pins p ON p.id = l.pin_id SET l.note = p.n WHERE p.n > 3");
    }

    @Test
    void rowsGetValuesOfSubqueries() throws SQLException {
        sameOutcome(
                "boards ORDER BY id",
                PIN_COLUMNS,
                "UPDATE boards SET n = (SELECT MAX(n) FROM pins) WHERE name <> 'b2'",
                "UPDATE boards b SET b.n = (SELECT COUNT(*) FROM pins p JOIN links l ON l.pin_id = p.id WHERE l.board_id ="
                        + " b.id AND p.n > 5), b.name = CONCAT(b.n, '!')",
                "UPDATE boards SET name = (SELECT name FROM pins WHERE pins.n = 100), n = 5",
                "UPDATE boards SET n = (SELECT COUNT(*) FROM links WHERE board_id = boards.id) ORDER BY id DESC LIMIT 2");
        sameOutcome(
                PINS,
                PIN_COLUMNS,
                "UPDATE pins SET n = (SELECT seq FROM links WHERE pin_id = pins.id), name = CONCAT(n, '-', name)",
                "UPDATE pins SET name = (SELECT name FROM boards WHERE boards.n = 5 LIMIT 1) WHERE n > 20 ORDER BY n LIMIT"
                        + " 7",
                "UPDATE pins SET name = CASE id WHEN " + pin(3) + " THEN 'three' WHEN " + pin(4)
                        + " THEN 'four' ELSE name END");
    }

    @Test
    void rowsOfSeveralTablesAreChanged() throws SQLException {
        String[] statements = {
            "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.n = l.seq, l.note = p.name WHERE l.seq BETWEEN 5 AND 15",
            "UPDATE links l LEFT JOIN pins p ON p.id = l.pin_id AND p.n > 8 SET l.seq = l.seq + 100, p.name = l.note",
            "DELETE p, l FROM pins p JOIN links l ON l.pin_id = p.id WHERE l.seq > 140",
            "DELETE FROM l, p USING links AS l JOIN pins p ON p.id = l.pin_id WHERE p.n BETWEEN 10 AND 12",
            "DELETE pins, links, boards FROM boards JOIN links ON links.board_id = boards.id LEFT JOIN pins ON pins.id ="
                    + " links.pin_id AND pins.n < 5 WHERE boards.name = 'b1'",
            "DELETE FROM pins USING pins, links WHERE links.pin_id = pins.id AND links.seq % 2 = 0",
        };
        for (String sql : statements) {
            sameCounts(sql);
            sameOutcome(PINS, PIN_COLUMNS);
            sameOutcome(LINKS, LINK_COLUMNS);
            sameOutcome("boards ORDER BY id", PIN_COLUMNS);
        }
    }

    @Test
    void rowsAreFoundByWhatNoShardCouldAnswer() throws SQLException {
        boolean mayReadItself = !ask(plain, "SELECT VERSION()").getFirst().startsWith("9");
        sameOutcome(
                LINKS,
                LINK_COLUMNS,
                "UPDATE links SET seq = 0 WHERE pin_id = (SELECT MIN(id) FROM pins)",
                "DELETE FROM links WHERE pin_id <> (SELECT MAX(id) FROM pins) AND seq > 40",
                "DELETE l FROM links l JOIN (SELECT id AS pin_id FROM pins WHERE n = 7) x USING (pin_id)");
        sameOutcome(
                PINS,
                PIN_COLUMNS,
                "UPDATE pins SET n = 1 WHERE id = (SELECT MIN(pin_id) FROM links)",
                "UPDATE pins p JOIN boards b USING (n) SET p.name = b.name",
                "DELETE FROM pins WHERE (id, n) > (" + pin(7) + ", 3)");
        if (mayReadItself) {
            sameOutcome(PINS, PIN_COLUMNS, "DELETE FROM pins WHERE id = (SELECT MIN(id) FROM pins)");
        } else {
            assertThat(count(client, "DELETE FROM pins WHERE id = (SELECT MIN(id) FROM pins)"))
                    .isEqualTo(
                            count(plain, "DELETE FROM pins WHERE id = (SELECT * FROM (SELECT MIN(id) FROM pins) x)"));
        }
        both("DELETE FROM links");
        sameOutcome(
                LINKS,
                LINK_COLUMNS,
                "INSERT INTO links (board_id, pin_id, seq) SELECT b.id, p.id, 5 FROM boards b JOIN pins p WHERE p.id >"
                        + " (SELECT MIN(id) FROM pins) AND b.id <> (SELECT MAX(id) FROM boards)");
    }

    /** Each column gets what it would get from the column itself, which no text of another type shows. */
    @Test
    void valuesOfAllTypesArriveAsTheyAre() throws SQLException {
        String rows = "(%d, %d, 5, 18446744073709551615, -12.345, 0.1, '2026-11-20 10:11:12.345', '2026-01-31',"
                + " '-12:13:14.15', 2026, 'na\u00efve ''x'' \\\\ \ud83d\ude00', 'caf\u00e9', 'body', x'00ff27', 'it''s',"
                + " 'a,c', b'101010101', '{\"a\": [1, \"\u00e9\"]}')";
        String nulls = "(%d, %d" + ", NULL".repeat(16) + ")";
        both("INSERT INTO sources VALUES " + rows.formatted(pin(1), pin(2)) + ", " + nulls.formatted(pin(3), pin(4)));
        both("INSERT INTO typed (k, ref, i, name) VALUES (%d, %d, 1, 'a'), (%d, %d, 2, 'b')"
                .formatted(pin(2), pin(1), pin(4), pin(3)));
        sameCounts(
                "UPDATE typed t JOIN sources s ON s.ref = t.k AND s.k = t.ref SET t.i = s.i, t.u = s.u, t.d = s.d, t.f ="
                        + " s.f, t.dt = s.dt, t.day = s.day, t.t = s.t, t.y = s.y, t.name = s.name, t.latin = s.latin, t.body ="
                        + " s.body, t.raw = s.raw, t.word = s.word, t.words = s.words, t.bits = s.bits, t.doc = s.doc");
        String typed = TYPES + ", doc FROM typed ORDER BY k";
        assertThat(ask(client, typed)).isEqualTo(ask(plain, typed));
        assertThat(ask(client, TYPES + " FROM typed ORDER BY k"))
                .isEqualTo(ask(plain, TYPES + " FROM sources ORDER BY ref"));
        sameCounts(
                "UPDATE typed t JOIN sources s ON s.ref = t.k SET t.name = s.d, t.body = s.dt, t.d = s.i, t.f = s.d, t.i ="
                        + " s.y, t.dt = s.day, t.latin = s.word, t.u = s.i * 2, t.raw = s.name",
                "UPDATE typed t JOIN sources s ON s.ref = t.k SET t.name = s.f, t.body = s.t, t.d = ROUND(s.i / 3, 5), t.i = s.d, t.latin"
                        + " = s.words, t.dt = s.dt + INTERVAL 1 DAY");
        assertThat(ask(client, typed)).isEqualTo(ask(plain, typed));
    }

    @Test
    void changedAndFoundRowsAreToldApart() throws SQLException {
        String sql = "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.n = l.seq DIV 2, l.note = CONCAT('l', l.seq)";
        int changed = 0;
        for (int i = 0; i < 48; i++) {
            changed += i * 7 % 12 == i / 2 ? 0 : 1;
        }
        try (Connection changes = connect(first, "&useAffectedRows=true")) {
            assertThat(count(changes, sql)).isEqualTo(changed);
        }
        assertThat(count(client, sql)).isEqualTo(96);
    }

    @Test
    void aRowThatIsFoundTwiceWithOtherValuesIsRefused() throws SQLException {
        both("INSERT INTO links VALUES (%d, %d, 77, 'again')".formatted(board(3), pin(0)));
        String rows = "SELECT id, n, name FROM pins ORDER BY id";
        List<String> before = ask(client, rows);
        assertThatThrownBy(() -> run(client, "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.n = l.seq"))
                .hasMessageContaining("is found several times, with different new values");
        assertThat(ask(client, rows)).isEqualTo(before);
        sameOutcome(
                PINS,
                PIN_COLUMNS,
                "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.n = l.seq * 0",
                "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.n = p.n + 1 WHERE p.name <> l.note");
    }

    @Test
    void allIsChangedOrNothing() throws SQLException {
        String rows = "SELECT id, n, name FROM pins ORDER BY id";
        List<String> before = ask(client, rows);
        both("UPDATE links SET note = REPEAT('x', 24) WHERE seq = 40");
        String tooLong = "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.name = CONCAT(l.note, '!'), l.seq = 0";
        assertThatThrownBy(() -> run(client, tooLong)).hasMessageContaining("Data too long for column 'name'");
        assertThat(ask(client, rows)).isEqualTo(before);
        assertThat(ask(client, "SELECT COUNT(*) FROM links WHERE seq > 0")).containsExactly("47");
        run(client, "BEGIN", "UPDATE pins SET n = 1000 WHERE id = " + pin(5));
        assertThatThrownBy(() -> run(client, tooLong)).hasMessageContaining("Data too long for column 'name'");
        assertThat(count(client, "UPDATE pins p JOIN links l ON l.pin_id = p.id SET l.seq = p.n WHERE p.n = 1000"))
                .isEqualTo(1);
        run(client, "ROLLBACK");
        assertThat(ask(client, rows)).isEqualTo(before);
        sameOutcome(
                PINS,
                PIN_COLUMNS,
                "UPDATE IGNORE pins p JOIN links l ON l.pin_id = p.id SET p.name = CONCAT(l.note, '!')");
    }

    @Test
    void manyRowsWithValuesOfTheirOwn() throws SQLException {
        List<String> pins = new ArrayList<>();
        List<String> links = new ArrayList<>();
        for (int i = 100; i < 1400; i++) {
            pins.add("(%d, %d, 'p%d')".formatted(pin(i), i, i));
            links.add("(%d, %d, %d, 'l%d')".formatted(board(i % 4), pin(i), i, i));
        }
        both("INSERT INTO pins (id, n, name) VALUES " + String.join(", ", pins));
        both("INSERT INTO links VALUES " + String.join(", ", links));
        sameOutcome(
                PINS,
                PIN_COLUMNS,
                "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.name = l.note",
                "UPDATE pins SET n = (SELECT MAX(seq) FROM links WHERE pin_id = pins.id) ORDER BY id DESC LIMIT 900");
    }

    @Test
    void copiesOfAReferenceTableAreChangedByOtherRows() throws SQLException {
        for (String sql : new String[] {
            "UPDATE codes c JOIN pins p ON p.name = c.code SET c.name = CONCAT(p.name, '-', p.n), c.n = c.n + 1",
            "UPDATE codes SET name = LOWER(name) ORDER BY code LIMIT 2",
            "UPDATE codes SET n = (SELECT COUNT(*) FROM pins) WHERE code = 'p2'",
            "DELETE FROM codes WHERE code NOT IN (SELECT name FROM pins)",
            "DELETE c, p FROM codes c JOIN pins p ON p.name = c.code WHERE p.n < 3",
            "DELETE FROM codes ORDER BY code DESC LIMIT 1"
        }) {
            sameOutcome("codes ORDER BY code", "code, n, name", sql);
            sameOutcome(PINS, PIN_COLUMNS);
            assertThat(copies("SELECT GROUP_CONCAT(code, n, name ORDER BY code) FROM ", "codes"))
                    .hasSize(1);
        }
    }

    /** As in a statement of one server, whose subqueries don't read the snapshot that its transaction has. */
    @Test
    void subqueriesReadWhatIsThereNow() throws SQLException {
        client.setAutoCommit(false);
        try (Connection other = connect(second)) {
            assertThat(ask(client, "SELECT name FROM pins WHERE id = " + pin(1)))
                    .containsExactly("p1");
            run(other, "UPDATE pins SET name = 'p3' WHERE id = " + pin(1));
            assertThat(ask(client, "SELECT name FROM pins WHERE id = " + pin(1)))
                    .containsExactly("p1");
            run(client, "DELETE FROM codes WHERE code = (SELECT name FROM pins WHERE id = " + pin(1) + ")");
            assertThat(ask(client, "SELECT code FROM codes")).containsExactlyInAnyOrder("p1", "p2", "none");
            run(other, "SET innodb_lock_wait_timeout = 1");
            assertThatThrownBy(() -> run(other, "UPDATE pins SET name = 'p2' WHERE id = " + pin(1)))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1205));
        } finally {
            client.rollback();
            client.setAutoCommit(true);
        }
    }

    @Test
    void valuesMayBeBound() throws SQLException {
        try (PreparedStatement update = client.prepareStatement(
                "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.name = CONCAT(l.note, ?) WHERE l.seq < ?")) {
            update.setString(1, "it's");
            update.setInt(2, 10);
            assertThat(update.executeUpdate()).isEqualTo(10);
        }
        assertThat(ask(client, "SELECT name FROM pins WHERE id = " + pin(3))).containsExactly("l3it's");
    }

    /** An average in DECIMAL has digits that no text of it shows. */
    @Test
    void averagesAreRoundedOrRefused() throws SQLException {
        both("INSERT INTO typed (k, ref) VALUES (%d, %d)".formatted(pin(2), pin(1)));
        for (String sql : new String[] {
            "UPDATE typed SET f = (SELECT AVG(n) FROM pins WHERE n < 6)",
            "INSERT INTO typed (k, ref, f) SELECT id, id, (SELECT AVG(seq) FROM links) FROM pins WHERE n = 3"
        }) {
            assertThatThrownBy(() -> run(client, sql)).as(sql).hasMessageContaining("write CAST(… AS DECIMAL");
        }
        assertThatThrownBy(() -> run(client, "UPDATE typed SET f = (SELECT AVG(n) FROM pins WHERE n < 6)"))
                .as("the name is the client's")
                .hasMessageContaining("column 'f' may be an AVG");
        sameOutcome(
                "typed ORDER BY k",
                "k, f, d, name",
                "UPDATE typed SET f = (SELECT CAST(AVG(n) AS DECIMAL(20, 4)) FROM pins WHERE n < 6), d = (SELECT"
                        + " ROUND( AVG(seq), 2) FROM links WHERE seq < 8)");
    }

    /** MariaDB takes the literal {@code ''} for NULL under such a sql_mode, and no stored value. */
    @Test
    void emptyTextsAreNoNulls() throws SQLException {
        assumeThat(product).isEqualTo(ServerProduct.MARIADB);
        both("UPDATE links SET note = '' WHERE seq < 20");
        both("UPDATE boards SET name = ''");
        both("INSERT INTO codes VALUES ('', 5, '')");
        both("INSERT INTO sources (k, ref, name, latin, body, raw) VALUES (%d, %d, '', '', '', '')"
                .formatted(pin(1), pin(2)));
        both("SET sql_mode = 'EMPTY_STRING_IS_NULL'");
        try {
            sameOutcome(
                    PINS,
                    PIN_COLUMNS,
                    "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.name = l.note WHERE l.seq < 10",
                    "UPDATE pins SET name = (SELECT MIN(name) FROM boards) WHERE n > 5");
            sameOutcome(
                    "codes ORDER BY code",
                    "code, n, name",
                    "UPDATE codes SET n = (SELECT COUNT(*) FROM pins) WHERE n = 5",
                    "DELETE FROM codes ORDER BY code LIMIT 1");
            sameCounts("INSERT INTO typed SELECT * FROM sources");
            String typed = TYPES + ", doc FROM typed ORDER BY k";
            assertThat(ask(client, typed)).isEqualTo(ask(plain, typed));
        } finally {
            both("SET sql_mode = DEFAULT");
        }
    }

    @Test
    void whatIsNotDefinedIsRefused() {
        assertThatThrownBy(
                        () -> run(client, "UPDATE pins p JOIN links l ON l.pin_id = p.id SET p.n = l.seq, l.seq = 0"))
                .hasMessageContaining("is made of a column that the same statement changes");
        assertThatThrownBy(() -> run(client, "DELETE p, q FROM pins p JOIN pins q ON q.n = p.n"))
                .hasMessageContaining("one table under two names");
    }

    private static Connection connect(RunningProxy proxy, String more) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.address().getPort() + "/pinterest?sslMode=DISABLED" + more,
                "app",
                "app");
    }

    /** MariaDB keeps more digits of a quotient than it shows; MySQL doesn't. */
    @Test
    void quotientsAreRoundedOrRefused() throws SQLException {
        assumeThat(product).isEqualTo(ServerProduct.MARIADB);
        both("INSERT INTO typed (k, ref) VALUES (%d, %d)".formatted(pin(2), pin(1)));
        for (String sql : new String[] {
            "UPDATE typed SET f = (SELECT MAX(n) / 7 FROM pins WHERE n < 6)",
            "INSERT INTO typed (k, ref, f) SELECT id, id, n / 7 * 3 FROM pins WHERE n = 3",
            "INSERT INTO typed (k, ref, f) SELECT x.id, x.id, x.q FROM (SELECT id, n / 7 AS q FROM pins WHERE n = 3) x"
        }) {
            assertThatThrownBy(() -> run(client, sql)).as(sql).hasMessageContaining("write CAST(… AS DECIMAL");
        }
        sameOutcome(
                "typed ORDER BY k",
                "k, f, d, name",
                "UPDATE typed SET f = (SELECT ROUND(MAX(n) / 7 * 3, 6) FROM pins WHERE n < 6), d = (SELECT MAX(d) FROM sources"
                        + " WHERE i > 1)");
    }
}
