package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.WritesBesideOneServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What depends on all rows of a table, in places where a shard would answer for its own rows, beside one server. */
@OnEachServer
class WholeTableIT extends WritesBesideOneServer {
    private static final List<String> NAMES = List.of("a", "ä", "b", "A", "á", "B", "ab", "äb");
    private static final int NOT_SUPPORTED = 1235;

    @Override
    protected String makeTables() throws SQLException {
        both("CREATE TABLE boards (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT)", "object type=2");
        both(
                "CREATE TABLE sums (board_id BIGINT NOT NULL, c INT, s INT, PRIMARY KEY (board_id))",
                "mapping from=board_id ids=board_id");
        both(
                "CREATE TABLE links (board_id BIGINT NOT NULL, pin_id BIGINT NOT NULL, n INT, name CHAR(10) CHARACTER SET"
                        + " utf8mb4 COLLATE " + unpadded() + ", PRIMARY KEY (board_id, pin_id))",
                "mapping from=board_id ids=pin_id");
        return "links";
    }

    private String unpadded() {
        return product == ServerProduct.MARIADB ? "utf8mb4_unicode_520_nopad_ci" : "utf8mb4_0900_ai_ci";
    }

    @BeforeEach
    void fill() throws SQLException {
        List<String> links = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            links.add("(%d, %d, %d, '%s')".formatted(board(i % 3), pin(i), i % 5, NAMES.get(i % NAMES.size())));
        }
        for (String table : List.of("boards", "links", "sums")) {
            both("DELETE FROM " + table);
        }
        both("INSERT INTO boards (id, n) VALUES (%d, 0), (%d, 1), (%d, 2)".formatted(board(0), board(1), board(2)));
        both("INSERT INTO links VALUES " + String.join(", ", links));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT (SELECT SUM(x.n)) FROM links x",
                "SELECT (SELECT COUNT(x.n) FROM boards LIMIT 1) FROM links x",
                "SELECT (SELECT SUM(x.n) FROM links z WHERE z.n = 77) FROM links x",
                "SELECT IF((SELECT COUNT(x.n)) > 10, 'many', 'few') FROM links x",
                "SELECT CASE WHEN 1 THEN (SELECT AVG(n)) END FROM links",
                "SELECT EXISTS (SELECT 1 FROM boards HAVING SUM(x.n) > 3) FROM links x",
                "SELECT (SELECT GROUP_CONCAT(x.n ORDER BY x.n)), (SELECT STDDEV(x.n)) FROM links x",
                "SELECT (SELECT COUNT(DISTINCT x.n)), (SELECT (SELECT MAX(x.n))) FROM links x",
                "SELECT JSON_LENGTH((SELECT JSON_ARRAYAGG(x.n))) FROM links x",
                "SELECT x.n, (SELECT SUM(x.pin_id % 7)) FROM links x GROUP BY x.n ORDER BY x.n",
                "SELECT board_id, (SELECT SUM(n)) FROM links GROUP BY board_id ORDER BY 1",
                "SELECT x.n FROM links x GROUP BY x.n HAVING (SELECT COUNT(x.pin_id)) > 4 ORDER BY x.n",
                "SELECT x.n FROM links x GROUP BY x.n ORDER BY (SELECT COUNT(x.pin_id)), x.n",
                "SELECT b.id, (SELECT SUM(x.n + b.n) FROM links x WHERE x.board_id = b.id) FROM boards b ORDER BY b.id",
                "SELECT b.id, (SELECT (SELECT SUM(x.n)) FROM links x WHERE x.board_id = b.id) FROM boards b ORDER BY 1",
                "SELECT name, pin_id FROM links ORDER BY name, pin_id",
                "SELECT name, pin_id FROM links ORDER BY name DESC, pin_id LIMIT 5",
                "SELECT COUNT(DISTINCT name) FROM links"
            })
    void answersAsOneServerDoes(String sql) throws SQLException {
        assertThat(ask(client, sql)).isEqualTo(ask(plain, sql));
    }

    @Test
    void anAggregateOfTheQueryAroundItMakesOneNewRow() throws SQLException {
        sameOutcome(
                "sums",
                "board_id, c, s",
                "INSERT INTO sums SELECT MAX(x.board_id), (SELECT COUNT(x.n)), (SELECT SUM(x.n)) FROM links x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT ROWNUM() FROM links",
                "SELECT COUNT(*) FROM links WHERE ROWNUM() <= 3",
                "SELECT COUNT(*) FROM links WHERE ROWNUM() <= 5 AND n >= 2",
                "SELECT COUNT(*) FROM (SELECT n FROM links WHERE ROWNUM() <= 4) few",
                "SELECT COUNT(*) FROM links l JOIN boards b ON b.id = l.board_id WHERE ROWNUM() < 8",
                "SELECT COUNT(*) FROM boards b LEFT JOIN links l ON l.n = b.n WHERE ROWNUM() < 8"
            })
    void rowsOfAllShardsAreNumberedTogether(String sql) throws SQLException {
        assumeTrue(product == ServerProduct.MARIADB);
        assertThat(ask(client, sql)).isEqualTo(ask(plain, sql));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM links WHERE ROWNUM() <= 3",
                "UPDATE links SET n = 7 WHERE ROWNUM() <= 3",
                "UPDATE links SET n = ROWNUM()",
                "UPDATE links l JOIN boards b ON b.id = l.board_id SET l.n = 7 WHERE ROWNUM() <= 3",
                "DELETE FROM links WHERE ROWNUM() <= 3 ORDER BY pin_id LIMIT 2",
                "INSERT INTO links (board_id, pin_id, n) VALUES (#0, 1, ROWNUM()), (#1, 1, ROWNUM())"
            })
    void changesOfRowsByTheirNumbersOverShardsAreRefused(String sql) throws SQLException {
        assumeTrue(product == ServerProduct.MARIADB);
        String text = sql.replace("#0", Long.toString(board(0))).replace("#1", Long.toString(board(1)));
        assertThatThrownBy(() -> run(client, text))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(NOT_SUPPORTED));
        String rows = "SELECT * FROM links ORDER BY pin_id";
        assertThat(ask(client, rows)).isEqualTo(ask(plain, rows));
    }

    @Test
    void rowsOfOneShardMayBeNumbered() throws SQLException {
        assumeTrue(product == ServerProduct.MARIADB);
        sameOutcome(
                "links ORDER BY pin_id",
                "*",
                "UPDATE links SET n = ROWNUM() WHERE board_id = " + board(1),
                "DELETE FROM links WHERE board_id = " + board(0) + " AND ROWNUM() <= 2");
        sameCounts("INSERT INTO sums SELECT id, ROWNUM(), 1 FROM boards WHERE ROWNUM() <= 2");
    }
}
