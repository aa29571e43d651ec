package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.WritesBesideOneServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries as reports and ORMs write them, beside the same of unsharded tables. */
@OnEachServer
class ReportQueriesIT extends WritesBesideOneServer {
    @Override
    protected String makeTables() throws SQLException {
        both("CREATE TABLE pins (id BIGINT PRIMARY KEY AUTO_INCREMENT, n INT, name VARCHAR(20))", "object type=1");
        both("CREATE TABLE boards (id BIGINT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20))", "object type=2");
        both(
                "CREATE TABLE visits (k BIGINT PRIMARY KEY, n INT, v VARCHAR(40), d DECIMAL(12,3), at DATETIME, j JSON)"
                        + " CHARACTER SET utf8mb4",
                "mapping from=k");
        both("CREATE TABLE steps (k BIGINT, x INT, n INT, v VARCHAR(20), PRIMARY KEY (k, x))", "mapping from=k");
        both("CREATE TABLE places (a INT PRIMARY KEY, nm VARCHAR(20) NOT NULL UNIQUE, size INT)", "reference");
        both(
                "CREATE TABLE fans (user_id BIGINT NOT NULL, pin_id BIGINT NOT NULL, n INT, v VARCHAR(9), PRIMARY KEY (user_id,"
                        + " pin_id))",
                "mapping from=user_id ids=pin_id");
        both("CREATE TABLE zeros (k BIGINT PRIMARY KEY, f DOUBLE, g FLOAT, h DOUBLE, KEY (h))", "mapping from=k");
        List<String> visits = new ArrayList<>();
        List<String> zeros = new ArrayList<>();
        List<String> steps = new ArrayList<>();
        List<String> fans = new ArrayList<>();
        List<String> pins = new ArrayList<>();
        for (int i = 1; i <= 40; i++) {
            visits.add("(%d, %d, 'v%d', %d.125, '2026-10-%02d', '{\"a\": %d}')"
                    .formatted(pin(i), i % 7, i % 5, i, 1 + i % 28, i % 3));
            steps.add("(%d, %d, %d, 's%d')".formatted(pin(i), i % 4, i % 7, i % 3));
            steps.add("(%d, %d, %d, 't%d')".formatted(pin(i), 4 + i % 3, i % 6, i % 2));
            pins.add("(%d, %d, 'p%d')".formatted(pin(i), i % 7, i % 6));
            String number = List.of("-0e0", "0e0", "-0e0", "1e0").get(i % 4);
            zeros.add("(%d, %s, %s, %s)".formatted(pin(i), number, number, number));
            fans.add("(%d, %d, %d, 'f%d')".formatted(board(i % 4), pin(i), i % 9, i % 5));
        }
        both("INSERT INTO zeros VALUES " + String.join(", ", zeros));
        both("INSERT INTO visits VALUES " + String.join(", ", visits));
        both("INSERT INTO steps VALUES " + String.join(", ", steps));
        both("INSERT INTO pins VALUES " + String.join(", ", pins));
        both("INSERT INTO places VALUES (1, 'one', 10), (2, 'two', 20), (3, 'three', 30), (9, 'nine', 90)");
        both("INSERT INTO fans VALUES " + String.join(", ", fans));
        return "fans";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT p.a, p.nm, p.size, COUNT(DISTINCT t.v) FROM places p LEFT JOIN visits t ON t.n = p.a GROUP BY p.a"
                        + " ORDER BY p.a",
                "SELECT p.nm, p.size, COUNT(DISTINCT t.v) FROM places p JOIN visits t ON t.n = p.a GROUP BY p.nm ORDER BY 1",
                "SELECT t.k, t.v, t.d, COUNT(s.x) FROM visits t LEFT JOIN steps s ON s.n = t.n GROUP BY t.k ORDER BY t.k",
                "SELECT t.k, t.v, RANK() OVER (ORDER BY COUNT(s.x), t.k) FROM visits t JOIN steps s ON s.n = t.n"
                        + " GROUP BY t.k ORDER BY MAX(s.x), t.d",
                "SELECT s.k, s.x, s.v, COUNT(t.k) FROM steps s LEFT JOIN visits t ON t.n = s.n WHERE s.x < 5 GROUP BY"
                        + " s.k, s.x ORDER BY 1, 2",
                "SELECT f.user_id, f.pin_id, f.v, f.n, COUNT(p.a) FROM fans f LEFT JOIN places p ON p.a <= f.n GROUP BY"
                        + " f.user_id, f.pin_id ORDER BY 1, 2",
                "SELECT f.user_id, f.pin_id, f.v, COUNT(g.pin_id) FROM fans f LEFT JOIN fans g ON g.n = f.n GROUP BY f.user_id,"
                        + " f.pin_id ORDER BY 1, 2",
                "SELECT p.id, p.name, p.n, COUNT(a.a) FROM pins p LEFT JOIN places a ON a.a > p.n LEFT JOIN fans f ON f.n = p.n"
                        + " GROUP BY p.id ORDER BY p.id",
                "SELECT t.k, t.v, (SELECT COUNT(*) FROM steps u WHERE u.n = t.n) AS many, SUM(s.n) FROM visits t JOIN steps s"
                        + " ON s.n = t.n GROUP BY t.k HAVING t.v <> 'v2' ORDER BY t.k",
            })
    void columnsBesideAGroupedKeyAreItsOwn(String sql) throws SQLException {
        same(sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT COUNT(*) FROM visits a JOIN visits b ON a.n = b.n, places",
                "SELECT COUNT(DISTINCT v) FROM visits CROSS JOIN places",
                "SELECT t.k, s.x FROM visits t JOIN steps s ON s.n = t.n JOIN places ORDER BY 1, 2",
                "SELECT COUNT(*) FROM visits a, steps b WHERE a.n = b.n AND EXISTS (SELECT 1 FROM places)",
            })
    void ofATableWithoutNamedColumnsTheRowsCount(String sql) throws SQLException {
        same(sql);
    }

    /** The title of an item that servers name by its text; no name has a character of four bytes. */
    @Test
    void titlesHaveQuestionMarksForCharactersBeyondNames() throws SQLException {
        for (String sql : List.of(
                "SELECT k, (SELECT '\uD83D\uDE00') FROM visits WHERE n = (SELECT MAX(a) FROM places WHERE a < 5) ORDER BY k",
                "SELECT (SELECT MAX(v) FROM visits WHERE v <> '\uD83D\uDE00')")) {
            assertThat(titled(client, sql)).isEqualTo(titled(plain, sql)).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT UPPPER(v) FROM visits",
                "SELECT MAX(nosuch(n)) FROM visits",
                "SELECT x.* FROM visits",
                "SELECT t.*, x.* FROM visits t JOIN steps s ON s.n = t.n",
                "SELECT x.* FROM visits WHERE k = 70368744177665",
                "SELECT t.nosuch FROM visits t JOIN steps s ON s.n = t.n",
                "SELECT k FROM visits WHERE n = 1 AND nosuch = 2",
                "SELECT v COLLATE utf8mb4_bin FROM visits UNION SELECT v COLLATE utf8mb4_general_ci FROM steps",
            })
    void mistakesAreToldAsServersTellThem(String sql) {
        assertThat(errorOf(client, sql)).isEqualTo(errorOf(plain, sql)).isPositive();
    }

    private static int errorOf(Connection connection, String sql) {
        try {
            ask(connection, sql);
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode();
        }
    }

    private static List<String> titled(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> lines = new ArrayList<>();
            for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                lines.add(rows.getMetaData().getColumnLabel(column));
            }
            while (rows.next()) {
                lines.add(rows.getString(1));
            }
            return lines;
        }
    }

    /** A server adds digits of quotients and averages that it doesn't show. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT SUM(n / 7), AVG(n / 7), SUM(d / 7), AVG(d / 7), SUM(1 / 7) FROM visits",
                "SELECT SUM(-n / 7), AVG(IF(n > 3, n / 7, NULL)), SUM(COALESCE(n, 0) / 3) FROM visits WHERE d < 30",
                "SELECT n, SUM(d / 7), AVG(d / 7) FROM visits GROUP BY n ORDER BY n",
                "SELECT v, SUM(n / 7) AS s, AVG(n / 7) FROM visits GROUP BY v ORDER BY s, v",
                "SELECT AVG(q), SUM(q), COUNT(*) FROM (SELECT n / 7 AS q FROM visits) x",
                "SELECT SUM(q * 3), AVG(q + 1) FROM (SELECT k, n / 7 AS q FROM visits WHERE n > 1) x",
                "SELECT SUM(a), AVG(a) FROM (SELECT k, AVG(d) AS a FROM visits GROUP BY k) x",
                "WITH x AS (SELECT n / 7 AS q FROM visits) SELECT AVG(q), SUM(q) FROM x",
                "SELECT SUM((SELECT AVG(size) FROM places WHERE a > n)), AVG((SELECT AVG(size / 7) FROM places)) FROM visits",
                "SELECT SUM(ROUND(n / 7, 2)), AVG(CAST(n / 7 AS DECIMAL(10, 1))), SUM(n / 7e0) FROM visits",
                "SELECT SUM(t.d / s.x), AVG(t.d / s.x) FROM visits t JOIN steps s ON s.k = t.k",
                "SELECT SUM(n / 7), AVG(n / 7) FROM visits WHERE n > 99",
                "SELECT SUM(n / 7) + 1 FROM visits",
            })
    void quotientsAreAddedWithAllTheirDigits(String sql) throws SQLException {
        same(sql);
    }

    /** MariaDB tells them apart where it groups in a temporary table, MySQL doesn't. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT f + 0, COUNT(*) FROM zeros GROUP BY f ORDER BY f, COUNT(*)",
                "SELECT g + 0e0, COUNT(*) FROM zeros GROUP BY g ORDER BY g, COUNT(*)",
                "SELECT COUNT(*) FROM zeros GROUP BY h ORDER BY h",
                "SELECT COUNT(DISTINCT f), COUNT(DISTINCT g) FROM zeros",
                "SELECT f + 0, COUNT(*) FROM zeros GROUP BY f HAVING COUNT(*) > 5 ORDER BY f, COUNT(*)",
                "SELECT k, f, h FROM zeros WHERE f = 0 ORDER BY f, k",
                "SELECT MIN(f) + 0, MAX(h), SUM(f), AVG(g) FROM zeros",
            })
    void zerosOfBothSignsAreGroupedAsServersDo(String sql) throws SQLException {
        same(sql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT DISTINCT f FROM zeros",
                "SELECT DISTINCT g FROM zeros",
                "SELECT f FROM zeros UNION SELECT g FROM zeros"
            })
    void zerosOfBothSignsAreRepetitionsAsOnServers(String sql) throws SQLException {
        assertThat(unsigned(ask(client, sql))).isEqualTo(unsigned(ask(plain, sql)));
    }

    /** What servers of both families read, and the parser that finds the tables doesn't. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT k, --n AS a, +-n AS b, 3 - - -n AS c, n - -1 AS d FROM visits ORDER BY k",
                "SELECT COUNT(*) FROM visits WHERE n IN (--1, -+-2, 3) AND NOT - -n = +-1 AND v IS NOT NULL",
                "SELECT k, CONVERT(n, DECIMAL(5,1)) AS d, CONVERT(d, CHAR(3)) AS c FROM visits ORDER BY k",
                "SELECT k, CAST(v AS CHAR CHARACTER SET latin1) AS a, CAST(v AS CHAR(2) CHARACTER SET utf8mb4) AS b FROM visits"
                        + " ORDER BY k",
                "SELECT COUNT(DISTINCT CAST(v AS CHAR(2) CHARACTER SET utf8mb4)) FROM visits",
                "SELECT k, SUM(n) OVER (w) AS a, SUM(n) OVER (w ORDER BY k) AS b FROM visits WINDOW w AS (PARTITION BY v)"
                        + " ORDER BY k",
                "SELECT k, SUM(n) OVER (x) AS a FROM visits WINDOW w AS (PARTITION BY v), x AS (w ORDER BY k) ORDER BY k",
                "SELECT k FROM visits WHERE at > {d '2026-10-20'} ORDER BY k",
                "SELECT COUNT(*) FROM visits a JOIN steps b ON a.n = b.n WHERE a.at > {ts '2026-10-20 00:00:00'}",
                "SELECT t.k, s.x FROM visits t, JSON_TABLE(t.j, '$' COLUMNS (x INT PATH '$.a', c CHAR(3) PATH '$.a')) AS s"
                        + " WHERE s.x > 0 ORDER BY t.k",
                "SELECT x, COUNT(*), MAX(t.d) FROM visits t JOIN JSON_TABLE(t.j, '$' COLUMNS (x INT PATH '$.a')) s ON TRUE"
                        + " GROUP BY x ORDER BY x",
                "SELECT s.x, t.k FROM JSON_TABLE('[1, 5, 99]', '$[*]' COLUMNS (x BIGINT PATH '$')) s LEFT JOIN visits t"
                        + " ON t.n = s.x ORDER BY s.x, t.k",
                "SELECT p.id, s.x FROM pins p, JSON_TABLE(JSON_ARRAY(p.id), '$[*]' COLUMNS (x BIGINT PATH '$')) s ORDER BY"
                        + " p.id",
            })
    void whatServersReadIsAnswered(String sql) throws SQLException {
        same(sql);
        String key = " WHERE k = " + pin(3) + " AND ";
        if (sql.contains("FROM visits ORDER")) {
            same(sql.replace(" ORDER BY k", key + "TRUE"));
        }
    }

    /** Which of two equal zeros stands for both depends on the order in which they were found. */
    private static List<String> unsigned(List<String> numbers) {
        return numbers.stream()
                .map(number -> number.replace("-0.0", "0.0"))
                .sorted()
                .toList();
    }

    /** As text and prepared. */
    void same(String sql) throws SQLException {
        assertThat(ask(client, sql)).isEqualTo(ask(plain, sql)).isNotEmpty();
        assertThat(prepared(client, sql)).isEqualTo(prepared(plain, sql)).isNotEmpty();
    }

    private static List<String> prepared(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            List<String> lines = new ArrayList<>();
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                List<String> cells = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    cells.add(rows.getMetaData().getColumnLabel(column) + "=" + rows.getString(column));
                }
                lines.add(String.join(" | ", cells));
            }
            return lines;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT k, FIRST_VALUE(n) RESPECT NULLS OVER w AS a, NTH_VALUE(n, 2) FROM FIRST RESPECT NULLS OVER w AS b,"
                        + " NTH_VALUE(n, 1) FROM FIRST OVER w AS c FROM visits WINDOW w AS (PARTITION BY v ORDER BY k) ORDER BY k",
                "SELECT k, JSON_VALUE(j, '$.b' RETURNING SIGNED DEFAULT 7 ON EMPTY DEFAULT 9 ON ERROR) AS v FROM visits"
                        + " ORDER BY k",
                "SELECT k FROM visits WHERE JSON_VALUE(j, '$.a' NULL ON EMPTY ERROR ON ERROR) = '2' ORDER BY k",
                "SELECT k, HEX(WEIGHT_STRING(v AS CHAR(3))) AS w FROM visits ORDER BY k",
                "SELECT k, n FROM visits WHERE n IN (SELECT a FROM (TABLE places) p) ORDER BY k",
                "SELECT COUNT(*) FROM (TABLE visits) p",
                "WITH p AS (TABLE places) SELECT p.nm, COUNT(*) FROM p JOIN visits t ON t.n = p.a GROUP BY p.nm ORDER BY 1",
                "SELECT k, CAST(v AS CHAR(2) CHARSET latin1) AS c FROM visits ORDER BY k",
            })
    void whatOnlyMySqlReadsIsAnswered(String sql) throws SQLException {
        assumeThat(product).isEqualTo(ServerProduct.MYSQL97);
        same(sql);
    }

    @Test
    void rowsAreLockedByTwoClauses() throws SQLException {
        assumeThat(product).isEqualTo(ServerProduct.MYSQL97);
        String sql = "SELECT t.k, s.x FROM visits t JOIN steps s ON s.k = t.k WHERE t.k = " + pin(3)
                + " ORDER BY s.x FOR UPDATE OF t FOR SHARE OF s";
        same(sql);
    }

    @Test
    void constructedRowsAreInserted() throws SQLException {
        assumeThat(product).isEqualTo(ServerProduct.MYSQL97);
        String row = "ROW(%d, %d, 'r')";
        String three = String.join(
                ", ",
                row.formatted(board(1), pin(1), 1),
                row.formatted(board(2), pin(2)),
                row.formatted(board(1), pin(3)));
        both("CREATE TABLE rowed (k BIGINT, x BIGINT, v VARCHAR(9), PRIMARY KEY (k, x))", "mapping from=k ids=x");
        sameOutcome(
                "rowed ORDER BY 1, 2",
                "*",
                "INSERT INTO rowed (k, x, v) VALUES " + three,
                "INSERT INTO rowed VALUES " + three + " ON DUPLICATE KEY UPDATE v = CONCAT(VALUES(v), '2')",
                "INSERT IGNORE INTO rowed VALUES " + three + ", " + row.formatted(board(3), pin(4)),
                "REPLACE INTO rowed VALUES " + three,
                "INSERT INTO rowed (k, x) VALUES ROW(%d, %d)".formatted(board(2), pin(5)),
                "INSERT IGNORE INTO rowed SELECT user_id, pin_id, v FROM (TABLE fans) f");
    }
}
