package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.WritesBesideOneServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries over 64 shards on two real servers, beside the same of two unsharded tables. */
@OnEachServer
class GatheredQueriesIT extends WritesBesideOneServer {
    @Override
    protected String makeTables() throws SQLException {
        both(
                "CREATE TABLE posts (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT, name VARCHAR(40),"
                        + " day DATE, ratio FLOAT, at TIMESTAMP(6) NULL, doc JSON, KEY by_n (n)) CHARACTER SET utf8mb4",
                "object type=1");
        makeMoods();
        both(
                "CREATE TABLE likes (user_id BIGINT NOT NULL, post_id BIGINT NOT NULL, n INT, PRIMARY KEY (user_id, post_id))",
                "mapping from=user_id ids=post_id");
        List<String> posts = new ArrayList<>();
        List<String> likes = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            long id = post(i % 64, 1 + i / 20);
            posts.add("(%d, %s, '%s', '2026-11-%02d', %s, '2026-10-25 00:%02d:00.%06d', '{\"a\": [%d, \"ü\"]}')"
                    .formatted(
                            id,
                            i % 7 == 0 ? "NULL" : String.valueOf(i % 7),
                            i % 5 == 0 ? "Ärger " + i % 3 : "post " + i % 4,
                            1 + i % 28,
                            i % 3 == 0 ? "0.1" : i + ".7654321",
                            i,
                            i * 31,
                            i % 9));
            likes.add("(%d, %d, %d)".formatted(post(i % 6, 1), post(i * 3 % 64, 1), i % 4));
        }
        String insertPosts = "INSERT INTO posts (id, n, name, day, ratio, at, doc) VALUES " + String.join(", ", posts);
        String insertLikes = "INSERT INTO likes VALUES " + String.join(", ", likes);
        both(insertPosts);
        both(insertLikes);
        return "likes";
    }

    /** Columns of the types that no answer's text tells the order of. Most rows have no post. */
    private void makeMoods() throws SQLException {
        both(
                "CREATE TABLE moods (user_id BIGINT NOT NULL, post_id BIGINT NOT NULL, t VARCHAR(20), u TEXT COLLATE"
                        + " utf8mb4_unicode_ci, e ENUM('zeta','alpha','mid'), s SET('x','b','a'), f BIT(10), w FLOAT,"
                        + " c CHAR(8) COLLATE utf8mb4_general_ci, at TIMESTAMP(3) NULL, n INT, PRIMARY KEY (user_id, post_id))"
                        + " CHARACTER SET utf8mb4",
                "mapping from=user_id ids=post_id");
        List<String> texts =
                List.of("Ärger", "arger", "ÄRGER ", "b", "B", "é", "Ea", "straße", "Strasse", "zz", "10", "9");
        List<String> moods = new ArrayList<>();
        for (int i = 0; i < 180; i++) {
            String text = i % 13 == 0 ? "NULL" : "'" + texts.get(i * 5 % texts.size()) + "'";
            moods.add("(%d, %d, %s, %s, %s, %s, %s, %s, %s, %s, %d)"
                    .formatted(
                            post(i * 7 % 64, 1),
                            post(i % 64, 1 + i / 20),
                            text,
                            text,
                            i % 11 == 0 ? "NULL" : 1 + i % 3,
                            i % 10 == 0 ? "NULL" : i % 8,
                            i % 9 == 0 ? "NULL" : i * 37 % 1024,
                            i % 7 == 0 ? "NULL" : 16777216 + i % 5 + "." + i,
                            text,
                            i % 6 == 0 ? "NULL" : "'2026-10-25 0%d:30:00.%03d'".formatted(i % 4, i),
                            i % 5));
        }
        both("INSERT INTO moods VALUES " + String.join(", ", moods));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH c AS (SELECT id, n, name FROM posts WHERE day < '2026-11-20') SELECT a.id, b.id FROM c a JOIN c b"
                        + " ON b.n = a.n AND b.name < a.name ORDER BY 1, 2",
                "WITH c AS (SELECT n / 3 AS third, id FROM posts) SELECT SUM(a.third * 3), SUM(b.third + 1) FROM c a JOIN c b"
                        + " USING (id)",
                "WITH c AS (SELECT n, COUNT(*) AS many FROM posts GROUP BY n) SELECT c.n, c.many, (SELECT MAX(many) FROM c d"
                        + " WHERE d.n > c.n) AS above FROM c ORDER BY 1",
                "WITH t AS (SELECT id, n, RANK() OVER (ORDER BY n DESC, id) AS place FROM posts) SELECT a.id, b.id FROM t a"
                        + " JOIN t b ON b.place = a.place + 1 ORDER BY a.place",
                "WITH t AS (SELECT id, name FROM posts ORDER BY n LIMIT 20) SELECT COUNT(*), COUNT(a.id), COUNT(b.id) FROM t a"
                        + " LEFT JOIN t b ON b.id = a.id",
                "WITH a AS (SELECT id, n FROM posts), b AS (SELECT n, MAX(id) AS id FROM a GROUP BY n), c (x, y) AS (SELECT"
                        + " u.id, v.n FROM b u JOIN a v ON v.id = u.id) SELECT c.x, c.y, d.y FROM c JOIN c d ON d.x >= c.x"
                        + " ORDER BY 1, 2, 3",
                "WITH RECURSIVE up (step, id) AS (SELECT 1, post_id FROM likes WHERE user_id = 68719476737 UNION SELECT"
                        + " step + 1, l.post_id FROM up JOIN likes l ON l.user_id = up.id WHERE step < 4) SELECT a.step, b.id"
                        + " FROM up a JOIN up b ON b.step = a.step ORDER BY 1, 2",
                "WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 6), c AS (SELECT s.i, COUNT(p.id) AS"
                        + " many FROM s LEFT JOIN posts p ON p.n = s.i GROUP BY s.i) SELECT c.i, c.many, s.i FROM c JOIN s"
                        + " ON s.i < c.i JOIN c d ON d.many >= c.many ORDER BY 1, 2, 3",
                "WITH c AS (SELECT id, day, at, name FROM posts WHERE n = 2) SELECT id, day, at, name FROM c UNION SELECT id,"
                        + " day, at, UPPER(name) FROM c ORDER BY 1, 4",
                "WITH c AS (SELECT DISTINCT n, day FROM posts) SELECT * FROM c WHERE n IN (SELECT n + 1 FROM c) ORDER BY 1, 2",
                "WITH c AS (SELECT n, NOW() > day AS past, ratio FROM posts WHERE n > 3) SELECT a.n, a.past, SUM(b.ratio) FROM c"
                        + " a JOIN c b USING (n) GROUP BY a.n, a.past ORDER BY 1, 2",
                "SELECT a.id, JSON_OBJECT('doc', a.doc, 'n', a.n) AS o FROM posts a JOIN posts b ON b.n = a.n AND b.name < a.name"
                        + " ORDER BY 1, 2",
                "SELECT n, COUNT(DISTINCT name), JSON_ARRAY(MAX(id), (SELECT p.doc FROM posts p WHERE p.id = 68719476737)) AS a"
                        + " FROM posts GROUP BY n ORDER BY n",
                "SELECT id, n IN (1, 2) IS TRUE AS x, name LIKE 'post%' IS NOT TRUE AS y FROM posts WHERE n = 3 IS NOT TRUE AND"
                        + " n BETWEEN 1 AND 5 IS NOT FALSE ORDER BY id",
                "SELECT COUNT(DISTINCT name) FROM posts FORCE INDEX (by_n) WHERE n = 3",
                "SELECT COUNT(*) FROM posts a USE INDEX (by_n) JOIN posts b IGNORE INDEX (by_n) ON a.n = b.n",
            })
    void answersAsOneServerDoes(String sql) throws SQLException {
        assertThat(ask(client, sql)).isEqualTo(ask(plain, sql)).isNotEmpty();
        assertThat(prepared(client, sql)).isEqualTo(prepared(plain, sql));
    }

    /** Within its own query, the name of a common table expression is the table's, unless it is recursive. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "WITH posts AS (SELECT * FROM posts WHERE n = 3) SELECT COUNT(*), MAX(id) FROM posts",
                "WITH likes AS (SELECT id, n FROM posts), posts AS (SELECT id, n FROM likes WHERE n > 2) SELECT COUNT(*),"
                        + " SUM(n) FROM posts",
                "WITH posts AS (SELECT id, n FROM posts WHERE n > 2) SELECT a.id, b.id FROM posts a JOIN posts b ON b.n = a.n"
                        + " AND b.id < a.id ORDER BY 1, 2",
                "WITH posts AS (SELECT n, COUNT(*) AS many FROM posts GROUP BY n) SELECT a.n, b.many FROM posts a JOIN posts b"
                        + " ON b.many = a.many ORDER BY 1, 2",
                "SELECT id FROM posts WHERE n IN (WITH posts AS (SELECT 3 AS n) SELECT n FROM posts) ORDER BY id",
                "SELECT id FROM posts WHERE id IN (WITH posts AS (SELECT MAX(id) AS m FROM posts GROUP BY n) SELECT m FROM"
                        + " posts) ORDER BY id",
                "WITH posts AS (SELECT id, n FROM posts WHERE n < 4) SELECT id FROM posts WHERE n IN (SELECT MAX(n) FROM"
                        + " posts) ORDER BY id",
                "WITH posts AS (SELECT id, n FROM posts WHERE n < 4), likes AS (WITH posts AS (SELECT MAX(n) AS m FROM posts)"
                        + " SELECT m FROM posts) SELECT m FROM likes",
                "WITH posts AS (SELECT id, name FROM posts WHERE id = 68719476737) SELECT posts.id, name FROM posts",
                "WITH likes AS (SELECT * FROM likes WHERE user_id = 68719476737) SELECT post_id FROM likes WHERE n > 0"
                        + " ORDER BY 1",
                "WITH RECURSIVE likes AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM likes WHERE n < 4) SELECT posts.id FROM"
                        + " likes JOIN posts USING (n) ORDER BY id",
            })
    void aCommonTableMayHaveTheNameOfTheTableThatItReads(String sql) throws SQLException {
        assertThat(ask(client, sql)).isEqualTo(ask(plain, sql)).isNotEmpty();
        assertThat(prepared(client, sql)).isEqualTo(prepared(plain, sql));
    }

    @Test
    void rowsOfACommonTableNamedLikeTheTargetAreInserted() throws SQLException {
        both(
                "CREATE TABLE marks (user_id BIGINT NOT NULL, post_id BIGINT NOT NULL, n INT, PRIMARY KEY (user_id, post_id))",
                "mapping from=user_id ids=post_id");
        sameOutcome(
                "marks ORDER BY 1, 2",
                "*",
                "INSERT INTO marks WITH marks AS (SELECT * FROM likes WHERE n > 1), likes AS (SELECT user_id, post_id, n + 1"
                        + " FROM marks) SELECT * FROM likes");
    }

    private static List<String> prepared(Connection connection, String sql, Object... values) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                ResultSetMetaData columns = rows.getMetaData();
                StringBuilder labels = new StringBuilder();
                for (int column = 1; column <= columns.getColumnCount(); column++) {
                    labels.append(columns.getColumnLabel(column)).append(' ');
                }
                lines.add(labels.toString());
                while (rows.next()) {
                    List<String> cells = new ArrayList<>();
                    for (int column = 1; column <= columns.getColumnCount(); column++) {
                        cells.add(String.valueOf(rows.getString(column)));
                    }
                    lines.add(String.join(" | ", cells));
                }
            }
        }
        return lines;
    }

    /** Preparing them asks a shard for the columns, although no shard could compare these ids. */
    @Test
    void idsThatOnlyAGatherComparesArePrepared() throws SQLException {
        String greatest =
                "SELECT name, at, ? AS x FROM posts WHERE id = (SELECT MAX(post_id) FROM likes WHERE user_id = ?)"
                        + " OR (id, n) > (?, 2) AND name LIKE ? ORDER BY posts.id";
        Object[] values = {"é", post(3, 1), post(40, 1), "post%"};
        assertThat(prepared(client, greatest, values))
                .isEqualTo(prepared(plain, greatest, values))
                .hasSizeGreaterThan(2);
        String natural =
                "SELECT posts.id, c.*, posts.day FROM posts NATURAL JOIN (SELECT n, COUNT(*) AS many FROM likes GROUP BY n) c WHERE id > ?"
                        + " ORDER BY id";
        assertThat(prepared(client, natural, post(30, 1)))
                .isEqualTo(prepared(plain, natural, post(30, 1)))
                .hasSizeGreaterThan(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "u", "e", "s", "f", "w", "c", "at", "n"})
    void aPageOfAJoinIsInTheOrderOfAnyColumnOfItsFirstTable(String column) throws SQLException {
        for (String direction : List.of("", " DESC")) {
            for (String page : List.of("5", "4 OFFSET 7", "3, 2")) {
                for (String join : List.of("JOIN", "LEFT JOIN")) {
                    String sql = "SELECT m.user_id, m.post_id, HEX(m.%1$s), p.n AS %1$s FROM moods m %2$s posts p"
                                    .formatted(column, join)
                            + " ON p.id = m.post_id ORDER BY m." + column + direction
                            + ", m.user_id, m.post_id LIMIT " + page;
                    assertThat(ask(client, sql)).as(sql).isEqualTo(ask(plain, sql));
                    assertThat(prepared(client, sql)).as(sql).isEqualTo(prepared(plain, sql));
                }
            }
        }
    }

    /** MariaDB's hash joins lose those of a DECIMAL, a DATETIME and a TIME. */
    @Test
    void nullsAreJoinedWithNulls() throws SQLException {
        both(
                "CREATE TABLE paid (user_id BIGINT NOT NULL, post_id BIGINT NOT NULL, price DECIMAL(9, 2),"
                        + " PRIMARY KEY (user_id, post_id))",
                "mapping from=user_id ids=post_id");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            rows.add("(%d, %d, %s)".formatted(post(i, 1), post(i, 2), i % 7 == 0 ? "NULL" : i % 7 + ".50"));
        }
        both("INSERT INTO paid VALUES " + String.join(", ", rows));
        String sql =
                "SELECT a.user_id, b.user_id AS other FROM paid a LEFT JOIN paid b ON b.price <=> a.price ORDER BY 1, 2";

        assertThat(ask(client, sql)).isEqualTo(ask(plain, sql)).hasSizeGreaterThan(500);
        both("DROP TABLE paid");
    }

    /** MariaDB's hash joins lose equal values of two types, and crash on compressed columns. */
    @Test
    void valuesOfTwoTypesAreComparedAsOneServerDoes() throws SQLException {
        String text = product == ServerProduct.MARIADB ? "TEXT COMPRESSED" : "TEXT";
        both(
                "CREATE TABLE kinds (user_id BIGINT NOT NULL, post_id BIGINT NOT NULL, v VARCHAR(30), big BIGINT UNSIGNED,"
                        + " i INT, d DOUBLE, at TIME, y YEAR, b BIT(8), t " + text
                        + ", PRIMARY KEY (user_id, post_id)) CHARACTER SET utf8mb4",
                "mapping from=user_id ids=post_id");
        List<String> values = List.of(
                "'18446744073709551615', 18446744073709551615, -1, 18446744073709551615, '10:15:00', 2010, 255, 'a'",
                "'1e1', 10, 10, 10, '00:00:10', 2001, 10, '1e1'",
                "'-0', 0, 0, 0, '00:00:00', 0, 0, '-0'",
                "'10 ', 101500, 101500, -0e0, '00:20:10', 2010, 49, '10:15:00'",
                "'2010', 2010, 2010, 2010, '20:10:00', 2002, 1, '2010'",
                "'2.0', 2, 2, 0.1, '00:00:02', 2000, 2, 'A'",
                "'1', 1, 1, 1, '00:00:01', 1999, 0x41, '1'",
                "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 3 * values.size(); i++) {
            rows.add("(%d, %d, %s)".formatted(post(i * 5 % 64, 3), post(i, 2), values.get(i % values.size())));
        }
        both("INSERT INTO kinds VALUES " + String.join(", ", rows));
        List<String> columns = List.of("v", "big", "i", "d", "at", "y", "b", "t");
        for (String one : columns) {
            for (String other : columns) {
                sameAnswer("SELECT a.post_id, c.post_id FROM kinds a JOIN kinds c ON c.%s = a.%s ORDER BY 1, 2"
                        .formatted(other, one));
            }
            String next = columns.get((columns.indexOf(one) + 1) % columns.size());
            sameAnswer(
                    "SELECT post_id FROM kinds WHERE %s IN (SELECT c.%s FROM kinds c) ORDER BY 1".formatted(one, next));
            sameAnswer("SELECT post_id FROM kinds a WHERE EXISTS (SELECT 1 FROM kinds c WHERE c.%s = a.%s AND"
                            .formatted(one, next)
                    + " c.user_id <> 0) ORDER BY 1");
        }
        both("DROP TABLE kinds");
    }

    private void sameAnswer(String sql) throws SQLException {
        assertThat(ask(client, sql)).as(sql).isEqualTo(ask(plain, sql));
    }

    /** What comes behind the last row that was read of one shard doesn't come behind those of others. */
    @Test
    void rowsOfAnotherShardDoNotComeBeforeThoseThatWereNotRead() throws SQLException {
        List<String> moods = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            long user = post(i < 50 ? 1 : 40, 9);
            long post = i < 40 ? post(i, 9) : post(i - 40, 1 + (i - 40) / 20);
            moods.add("(%d, %d, 'k%03d', %d)".formatted(user, post, i, i));
        }
        both("INSERT INTO moods (user_id, post_id, t, n) VALUES " + String.join(", ", moods));
        for (String column : List.of("n", "t")) {
            String sql = "SELECT m.t, p.id FROM moods m JOIN posts p ON p.id = m.post_id WHERE m.user_id IN (%d, %d)"
                            .formatted(post(1, 9), post(40, 9))
                    + " ORDER BY m." + column + " LIMIT 3";
            assertThat(ask(client, sql))
                    .isEqualTo(ask(plain, sql))
                    .first()
                    .asString()
                    .contains("k040");
        }
        both("DELETE FROM moods WHERE user_id IN (%d, %d)".formatted(post(1, 9), post(40, 9)));
    }

    @Test
    void aPageOfAJoinIsInserted() throws SQLException {
        both(
                "CREATE TABLE picked (user_id BIGINT NOT NULL, post_id BIGINT NOT NULL, t VARCHAR(20), PRIMARY KEY (user_id,"
                        + " post_id)) CHARACTER SET utf8mb4",
                "mapping from=user_id ids=post_id");
        sameOutcome(
                "picked ORDER BY 1, 2",
                "*",
                "INSERT INTO picked SELECT m.user_id, m.post_id, p.name FROM moods m JOIN posts p ON p.id = m.post_id"
                        + " ORDER BY m.t DESC, m.user_id, m.post_id LIMIT 4",
                "REPLACE INTO picked SELECT m.user_id, m.post_id, m.t FROM moods m LEFT JOIN posts p ON p.id = m.post_id"
                        + " ORDER BY m.e, m.at DESC, m.user_id, m.post_id LIMIT 9, 5");
    }

    @Test
    void rowsOfCommonTablesAreInserted() throws SQLException {
        both(
                "CREATE TABLE counts (user_id BIGINT NOT NULL, post_id BIGINT NOT NULL, n INT, PRIMARY KEY (user_id, post_id))",
                "mapping from=user_id ids=post_id");
        sameOutcome(
                "counts ORDER BY 1, 2",
                "*",
                "INSERT INTO counts WITH c AS (SELECT user_id, MAX(post_id) AS post, COUNT(*) AS n FROM likes GROUP BY"
                        + " user_id) SELECT a.user_id, b.post, b.n FROM c a JOIN c b ON b.user_id >= a.user_id AND b.post <> 0");
    }

    @Test
    void warningsOfWhatIsComputedAreTheStatements() throws SQLException {
        String sql = "WITH c AS (SELECT n, CAST(MAX(name) AS SIGNED) AS x FROM posts WHERE n > 4 GROUP BY n)"
                + " SELECT a.n, b.x FROM c a JOIN c b USING (n) ORDER BY 1";
        assertThat(ask(client, sql)).isEqualTo(ask(plain, sql));
        // What MySQL's one server computes once, it computes for each name over several shards.
        assertThat(Set.copyOf(ask(client, "SHOW WARNINGS")))
                .isEqualTo(Set.copyOf(ask(plain, "SHOW WARNINGS")))
                .isNotEmpty();
    }

    @Test
    void anErrorOfWhatIsComputedIsTheStatements() throws SQLException {
        String sql = "WITH c AS (SELECT n, (SELECT id FROM posts p WHERE p.n = q.n) AS x FROM posts q GROUP BY n)"
                + " SELECT a.n, b.x FROM c a JOIN c b USING (n)";
        assertThatThrownBy(() -> ask(plain, sql)).hasMessageContaining("more than 1 row");
        assertThatThrownBy(() -> ask(client, sql)).hasMessageContaining("more than 1 row");
    }

    /** Rows are gathered on another connection than the one that the session keeps for its variable, perhaps on that server. */
    @Test
    void variablesOfAConnectionThatIsKeptAreKnownElsewhere() throws SQLException {
        for (int shard : new int[] {2, 37}) {
            try (Connection session = connect(first)) {
                String kept = "SELECT n %s FROM posts WHERE id = " + post(shard, 1 + shard / 20);
                run(session, kept.formatted("INTO @kept"));
                String sql = "SELECT COUNT(*) FROM posts WHERE (id, n) > (%d, @kept) AND id IN (%d, %d)"
                        .formatted(post(shard, 1), post(shard, 2), post(shard, 3));
                assertThat(ask(session, sql))
                        .isEqualTo(ask(plain, sql.replace("@kept", "(" + kept.formatted("") + ")")));
                run(session, "SET @kept = 1");
                assertThat(ask(session, sql)).isEqualTo(ask(plain, sql.replace("@kept", "1")));
            }
        }
    }

    @Test
    void tablesAreAnsweredWhole() throws SQLException {
        assumeThat(product).isEqualTo(ServerProduct.MYSQL97);
        for (String sql : new String[] {
            "TABLE posts ORDER BY id LIMIT 5 OFFSET 3",
            "TABLE likes UNION TABLE likes ORDER BY 1, 2",
            "TABLE posts EXCEPT (SELECT * FROM posts WHERE n > 2) ORDER BY id"
        }) {
            assertThat(ask(client, sql)).as(sql).isEqualTo(ask(plain, sql)).isNotEmpty();
        }
    }
}
