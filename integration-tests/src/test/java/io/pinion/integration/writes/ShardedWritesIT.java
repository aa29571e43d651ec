package io.pinion.integration.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.WritesBesideOneServer;
import io.pinion.server.bootstrap.RunningProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What changes rows of 64 shards on two real servers, beside the same on one unsharded table. */
@OnEachServer
class ShardedWritesIT extends WritesBesideOneServer {
    @Override
    protected String makeTables() throws SQLException {
        both(
                "CREATE TABLE items (i_id INT NOT NULL PRIMARY KEY, name VARCHAR(24), price DECIMAL(5,2),"
                        + " ts TIMESTAMP(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6))",
                "reference");
        both("CREATE TABLE numbered (n INT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(24))", "reference");
        both(
                "CREATE TABLE posts (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT, name VARCHAR(24), u INT,"
                        + " ts DATETIME(6), UNIQUE KEY (u))",
                "object type=1");
        both(
                "CREATE TABLE likes (user_id BIGINT NOT NULL, tag VARCHAR(24) NOT NULL, n INT, PRIMARY KEY (user_id, tag))"
                        + " CHARACTER SET utf8mb4",
                "mapping from=user_id");
        both("CREATE TABLE keyless (user_id BIGINT NOT NULL, n INT, KEY (user_id))", "mapping from=user_id");
        for (String name : new String[] {"typed", "copied"}) {
            both(
                    "CREATE TABLE " + name + " (user_id BIGINT NOT NULL, n INT NOT NULL, big BIGINT UNSIGNED, price"
                            + " DECIMAL(30,9), ratio DOUBLE, born DATE, seen DATETIME(6), took TIME(2), made YEAR, name"
                            + " VARCHAR(40), word VARCHAR(20) CHARACTER SET latin1, data BLOB, doc JSON, size"
                            + " ENUM('small','large'), bits BIT(10), PRIMARY KEY (user_id, n)) CHARACTER SET utf8mb4",
                    "mapping from=user_id");
        }
        return "copied";
    }

    // --- reference tables

    @Test
    void everyCopyOfAReferenceTableChangesAlike() throws SQLException {
        run(client, "DELETE FROM items");
        sameCounts(
                "INSERT INTO items (i_id, name, price) VALUES (1, 'cup', 9.99), (2, 'pen', 1.50), (3, 'ink', 4)",
                "INSERT IGNORE INTO items (i_id, name, price) VALUES (1, 'cup', 9.99), (4, 'mug', 2)",
                "REPLACE INTO items (i_id, name, price) VALUES (1, 'cup', 8), (5, 'bag', 3)",
                "INSERT INTO items (i_id, name, price) VALUES (1, 'x', 7), (6, 'y', 1) ON DUPLICATE KEY UPDATE price ="
                        + " VALUES(price)",
                "UPDATE items SET price = price + 1 WHERE i_id < 4",
                "UPDATE items SET name = name",
                "DELETE FROM items WHERE name IN ('pen', 'none')");
        String rows = "SELECT GROUP_CONCAT(CONCAT_WS(',', i_id, name, price) ORDER BY i_id) FROM ";
        assertThat(copies(rows, "items"))
                .containsExactly(ask(plain, rows + "items").getFirst());
        assertThat(copies("SELECT GROUP_CONCAT(ts ORDER BY i_id) FROM ", "items"))
                .hasSize(1);
        assertThat(ask(client, rows + "items")).isEqualTo(ask(plain, rows + "items"));
    }

    @Test
    void preparedStatementsChangeEveryCopy() throws SQLException {
        run(client, "DELETE FROM items");
        try (PreparedStatement insert =
                client.prepareStatement("INSERT INTO items (i_id, name, price) VALUES (?, ?, ?)")) {
            for (int i = 1; i <= 3; i++) {
                insert.setInt(1, i);
                insert.setString(2, "it's " + i);
                insert.setBigDecimal(3, new java.math.BigDecimal("1.25"));
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
        }
        assertThat(copies("SELECT GROUP_CONCAT(name ORDER BY i_id) FROM ", "items"))
                .containsExactly("it's 1,it's 2,it's 3");
    }

    @Test
    void aTransactionThatIsRolledBackChangesNoCopy() throws SQLException {
        run(client, "DELETE FROM items", "INSERT INTO items (i_id, name) VALUES (1, 'old')", "BEGIN");
        run(client, "UPDATE items SET name = 'new'", "INSERT INTO items (i_id) VALUES (2)");
        assertThat(ask(client, "SELECT name FROM items WHERE i_id = 1")).containsExactly("new");
        run(client, "ROLLBACK");
        assertThat(copies("SELECT GROUP_CONCAT(name) FROM ", "items")).containsExactly("old");
    }

    @Test
    void copiesThatDifferAreToldAndNotChangedFurther() throws SQLException {
        run(client, "DELETE FROM items", "INSERT INTO items (i_id, name) VALUES (1, 'a'), (2, 'b')");
        cluster.onShard(40, "DELETE FROM " + SchemaCluster.database(40) + ".items WHERE i_id = 2");
        assertThatThrownBy(() -> run(client, "UPDATE items SET name = 'c'"))
                .hasMessageContaining("the copies of a reference table differ")
                .hasMessageContaining(SchemaCluster.database(40));
        assertThat(ask(client, "SELECT name FROM items WHERE i_id = 1")).containsExactly("a");
        cluster.onShard(40, "INSERT INTO " + SchemaCluster.database(40) + ".items (i_id, name) VALUES (2, 'b')");
        run(client, "UPDATE items SET name = 'c'");
        assertThat(copies("SELECT GROUP_CONCAT(name) FROM ", "items")).containsExactly("c,c");
    }

    @Test
    void anErrorOnACopyUndoesTheOthers() throws SQLException {
        run(client, "DELETE FROM items");
        cluster.onShard(63, "INSERT INTO " + SchemaCluster.database(63) + ".items (i_id) VALUES (7)");
        assertThatThrownBy(() -> run(client, "INSERT INTO items (i_id) VALUES (6), (7)"))
                .hasMessageContaining("Duplicate entry");
        assertThat(ask(client, "SELECT COUNT(*) FROM items")).containsExactly("0");
        cluster.onShard(63, "DELETE FROM " + SchemaCluster.database(63) + ".items");
        assertThat(copies("SELECT COUNT(*) FROM ", "items")).containsExactly("0");
    }

    @Test
    void aNumberThatEachServerWouldMakeIsTheSameInEveryCopy() throws SQLException {
        run(client, "INSERT INTO numbered (name) VALUES ('x')", "INSERT INTO numbered VALUES (0, 'x')");
        try (PreparedStatement insert = client.prepareStatement("INSERT INTO numbered VALUES (?, 'y')")) {
            insert.setInt(1, 100_000);
            assertThat(insert.executeUpdate()).isEqualTo(1);
            insert.setNull(1, Types.INTEGER);
            assertThat(insert.executeUpdate()).isEqualTo(1);
        }
        assertThat(copies("SELECT GROUP_CONCAT(n ORDER BY n) FROM ", "numbered"))
                .singleElement()
                .asString()
                .matches("\\d+,\\d+,100000,\\d{6,}");
    }

    @Test
    void twoWhoChangeTheSameRowsDoNotWaitForEachOther() throws Exception {
        run(client, "DELETE FROM items", "INSERT INTO items (i_id, price) VALUES (1, 0)");
        List<Future<?>> changing = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int thread = 0; thread < 4; thread++) {
                RunningProxy proxy = thread % 2 == 0 ? first : second;
                changing.add(threads.submit(() -> {
                    try (Connection own = connect(proxy)) {
                        for (int i = 0; i < 5; i++) {
                            run(own, "UPDATE items SET price = price + 1 WHERE i_id = 1");
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> changed : changing) {
                changed.get();
            }
        }
        assertThat(copies("SELECT MAX(price) FROM ", "items")).containsExactly("20.00");
    }

    // --- the first rows

    @Test
    void theFirstRowsOfAllShardsAreChanged() throws SQLException {
        fillPosts();
        sameOutcome(
                "posts ORDER BY id",
                "id, n, name, u",
                "UPDATE posts SET name = 'first' ORDER BY n, id LIMIT 5",
                "UPDATE posts p SET p.n = p.n + 100 WHERE p.name <> 'first' ORDER BY p.n DESC, p.id DESC LIMIT 7",
                "UPDATE posts SET n = n WHERE n > 100 ORDER BY id LIMIT 3",
                "UPDATE posts SET name = 'few' WHERE n = 4 ORDER BY id LIMIT 1000",
                "UPDATE posts SET name = 'none' WHERE n = -1 ORDER BY id LIMIT 3",
                "UPDATE posts SET u = u + 1 ORDER BY u DESC LIMIT 9",
                "DELETE FROM posts WHERE n < 100 ORDER BY n, id LIMIT 4",
                "UPDATE posts SET name = 'by expression' ORDER BY n * 7 % 5, id LIMIT 6",
                "DELETE FROM posts ORDER BY id DESC LIMIT 0",
                "DELETE FROM posts ORDER BY id DESC LIMIT 3");
    }

    @Test
    void anyRowsButNoMoreThanLimit() throws SQLException {
        fillPosts();
        assertThat(count(client, "UPDATE posts SET name = 'any' LIMIT 6")).isEqualTo(6);
        assertThat(ask(client, "SELECT COUNT(*) FROM posts WHERE name = 'any'")).containsExactly("6");
        assertThat(count(client, "DELETE FROM posts LIMIT 20")).isEqualTo(20);
        assertThat(ask(client, "SELECT COUNT(*) FROM posts")).containsExactly("28");
    }

    @Test
    void rowsAreFoundByKeysOfSeveralColumnsAndOfText() throws SQLException {
        both("DELETE FROM likes");
        for (int shard = 0; shard < 64; shard += 8) {
            for (String tag : new String[] {"cat", "it''s", "na\u00efve", "back\\\\slash"}) {
                both("INSERT INTO likes VALUES (%d, '%s', %d)".formatted(post(shard, 1), tag, shard + tag.length()));
            }
        }
        sameOutcome(
                "likes ORDER BY user_id, tag",
                "user_id, tag, n",
                "UPDATE likes SET n = 1000 + n ORDER BY n DESC, user_id, tag LIMIT 11",
                "UPDATE likes SET n = 1 WHERE tag LIKE 'na%' ORDER BY user_id LIMIT 3",
                "DELETE FROM likes WHERE n > 5 ORDER BY n, user_id, tag LIMIT 13");
    }

    @Test
    void whatIsChangedOfTheFirstRowsIsUndoneTogether() throws SQLException {
        fillPosts();
        String rows = "SELECT id, n, name FROM posts ORDER BY id";
        List<String> before = ask(client, rows);
        assertThatThrownBy(() -> run(client, "UPDATE posts SET n = n * 1000000000 ORDER BY id LIMIT 40"))
                .hasMessageContaining("Out of range");
        assertThat(ask(client, rows)).isEqualTo(before);
        run(client, "BEGIN", "UPDATE posts SET name = 'kept' ORDER BY id LIMIT 2");
        assertThatThrownBy(() -> run(client, "UPDATE posts SET n = n * 1000000000 ORDER BY id LIMIT 40"))
                .hasMessageContaining("Out of range");
        assertThat(count(client, "DELETE FROM posts WHERE name = 'kept' ORDER BY id LIMIT 5"))
                .isEqualTo(2);
        run(client, "ROLLBACK");
        assertThat(ask(client, rows)).isEqualTo(before);
        run(client, "BEGIN", "DELETE FROM posts ORDER BY id LIMIT 47", "COMMIT");
        assertThat(ask(client, "SELECT COUNT(*) FROM posts")).containsExactly("1");
    }

    @Test
    void theMomentIsOneForFindingAndChanging() throws SQLException {
        fillPosts();
        run(client, "UPDATE posts SET ts = NOW(6) WHERE ts IS NULL OR ts < NOW(6) ORDER BY id LIMIT 30");
        assertThat(ask(client, "SELECT COUNT(DISTINCT ts), COUNT(ts) FROM posts"))
                .containsExactly("1 | 30");
    }

    @Test
    void aBoundLimitIsALimit() throws SQLException {
        fillPosts();
        try (PreparedStatement delete =
                client.prepareStatement("DELETE FROM posts WHERE n < ? ORDER BY n, id LIMIT ?")) {
            delete.setInt(1, 1000);
            delete.setInt(2, 8);
            assertThat(delete.executeUpdate()).isEqualTo(8);
        }
        assertThat(ask(client, "SELECT COUNT(*) FROM posts")).containsExactly("40");
    }

    @Test
    void rowsWithoutAKeyAreNotToldApart() throws SQLException {
        assertThatThrownBy(() -> run(client, "DELETE FROM keyless LIMIT 2"))
                .hasMessageContaining("changed by their primary key, and Pinion knows none of keyless");
    }

    // --- rows from queries

    @Test
    void rowsOfAQueryFindTheirShards() throws SQLException {
        both("DELETE FROM likes");
        both("DELETE FROM items");
        fillPosts();
        sameOutcome(
                "posts ORDER BY id",
                "id, n, name, u",
                "INSERT INTO likes (user_id, tag, n) SELECT id, name, n FROM posts WHERE n < 9",
                "INSERT IGNORE INTO likes SELECT id, name, 0 FROM posts",
                "REPLACE INTO likes SELECT id, 'p1', n + 1 FROM posts ORDER BY id LIMIT 20",
                "INSERT INTO likes (user_id, tag, n) SELECT user_id, tag, n FROM likes l WHERE n > 2 ON DUPLICATE KEY UPDATE n"
                        + " = likes.n * 2 + VALUES(n)",
                "INSERT INTO likes SELECT user_id, 'sum', SUM(n) FROM likes GROUP BY user_id",
                "INSERT INTO likes SELECT id, 'none', 1 FROM posts WHERE n = -5",
                "INSERT INTO posts (id, n, name, u) SELECT id + 64, n, 'copy', u + 1 FROM posts WHERE id = "
                        + post(8, 2),
                "INSERT INTO items (i_id, name) SELECT u, name FROM posts WHERE n = 4");
        String likes = "SELECT user_id, tag, n FROM likes ORDER BY user_id, tag";
        assertThat(ask(client, likes)).isEqualTo(ask(plain, likes)).hasSizeGreaterThan(60);
        assertThat(copies("SELECT GROUP_CONCAT(name ORDER BY i_id) FROM ", "items"))
                .isEqualTo(ask(plain, "SELECT GROUP_CONCAT(name ORDER BY i_id) FROM items"));
    }

    @Test
    void valuesOfAllTypesArriveAsTheyWere() throws SQLException {
        both("DELETE FROM typed");
        both("DELETE FROM copied");
        for (int shard = 0; shard < 64; shard += 7) {
            both(
                    ("INSERT INTO typed VALUES (%1$d, %2$d, 18446744073709551615, 12345678901234567890.123456789, 0.1 + %2$d / 3,"
                                    + " '2026-11-20', '2026-11-20 23:59:59.000%2$03d', '-838:59:59', 1999, 'it''s \u00e9 \ud83d\ude00"
                                    + " %2$d', 'caf\u00e9', x'00ff27%2$02d', '{\"a\": [1, \"\u00e9\"]}', 'large', b'1000000001')")
                            .formatted(post(shard, 1), shard));
            both("INSERT INTO typed (user_id, n) VALUES (%d, %d)".formatted(post(shard, 1), shard + 1));
        }
        String columns =
                "user_id, n, big, price, ratio, born, seen, took, made + 0, HEX(name), HEX(word), HEX(data), doc,"
                        + " size, bits + 0";
        sameCounts("INSERT INTO copied SELECT * FROM typed");
        String rows = "SELECT " + columns + " FROM copied ORDER BY user_id, n";
        assertThat(ask(client, rows)).isEqualTo(ask(plain, rows)).hasSize(20);
        assertThat(ask(client, rows)).isEqualTo(ask(client, rows.replace("copied", "typed")));
    }

    @Test
    void rowsOfAQueryAreInsertedTogetherOrNotAtAll() throws SQLException {
        both("DELETE FROM likes");
        fillPosts();
        run(client, "INSERT INTO likes VALUES (%d, 'p47', 1)".formatted(post(56, 6)));
        String insert = "INSERT INTO likes SELECT id, name, n FROM posts";
        assertThatThrownBy(() -> run(client, insert)).hasMessageContaining("Duplicate entry");
        assertThat(ask(client, "SELECT COUNT(*) FROM likes")).containsExactly("1");
        run(client, "BEGIN", "INSERT INTO likes VALUES (%d, 'kept', 1)".formatted(post(1, 1)));
        assertThatThrownBy(() -> run(client, insert)).hasMessageContaining("Duplicate entry");
        run(client, "COMMIT");
        assertThat(ask(client, "SELECT COUNT(*) FROM likes")).containsExactly("2");
    }

    @Test
    void manyRowsOfAQueryAreUndoneWithTheLast() throws SQLException {
        both("DELETE FROM likes");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 900; i++) {
            rows.add("(%d, 't%d', %d)".formatted(post(i % 64, 1), i, i));
        }
        both("INSERT INTO likes VALUES " + String.join(", ", rows));
        run(client, "DELETE FROM copied", "BEGIN");
        assertThatThrownBy(() -> run(
                        client,
                        "INSERT INTO copied (user_id, n) SELECT user_id, IF(n = 899, 3, n) FROM likes"
                                + " ORDER BY n, user_id"))
                .hasMessageContaining("Duplicate entry");
        assertThat(ask(client, "SELECT COUNT(*) FROM copied")).containsExactly("0");
        assertThat(count(client, "INSERT INTO copied (user_id, n) SELECT user_id, n FROM likes"))
                .isEqualTo(900);
        run(client, "COMMIT");
        assertThat(ask(client, "SELECT COUNT(*), SUM(n) FROM copied")).containsExactly("900 | 404550");
    }

    @Test
    void aRowFromAQueryGetsAnId() throws SQLException {
        fillPosts();
        try (Statement statement = client.createStatement()) {
            statement.executeUpdate(
                    "INSERT INTO posts (n, name) SELECT n, 'new' FROM posts WHERE id = " + post(8, 1),
                    Statement.RETURN_GENERATED_KEYS);
            String id = ask(client, "SELECT LAST_INSERT_ID()").getFirst();
            assertThat(ask(client, "SELECT id FROM posts WHERE name = 'new'")).containsExactly(id);
        }
        run(client, "DELETE FROM posts WHERE name = 'new'");
    }

    @Test
    void whatWouldBeAnErrorInAChangeIsNoWarning() throws SQLException {
        fillPosts();
        for (String sql : new String[] {
            "UPDATE posts SET name = 'x' WHERE name < 5 ORDER BY id LIMIT 2",
            "DELETE FROM posts WHERE name = 5 ORDER BY id LIMIT 2",
            "INSERT INTO likes SELECT id, 'warned', n FROM posts WHERE name < 5"
        }) {
            assertThatThrownBy(() -> run(client, sql))
                    .as(sql)
                    .hasMessageContaining("warnings, which strict servers take");
        }
        assertThat(ask(client, "SELECT COUNT(*) FROM likes WHERE tag = 'warned'"))
                .containsExactly("0");
    }

    @Test
    void whatTextDoesNotShowIsNotCarried() throws SQLException {
        assertThatThrownBy(() -> run(client, "INSERT INTO items (i_id, ts) SELECT i_id + 100, ts FROM items"))
                .hasMessageContaining("SET time_zone = '+00:00' first");
        assertThatThrownBy(() -> run(client, "INSERT INTO copied (user_id, n) SELECT user_id, size FROM typed"))
                .hasMessageContaining("only a text column or another ENUM takes");
    }

    /** Six posts on each of eight shards, on both sides. */
    private void fillPosts() throws SQLException {
        both("DELETE FROM posts");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 48; i++) {
            rows.add("(%d, %d, 'p%d', %d, NULL)".formatted(post(i % 8 * 8, i / 8 + 1), i * 7 % 12, i, i * 100));
        }
        both("INSERT INTO posts (id, n, name, u, ts) VALUES " + String.join(", ", rows));
    }

    /** One server says it of the statement, however many rows it has; what it says of rows it says of each. */
    @Test
    void columnsThatAnInsertLeavesOutAreWarnedOfOnce() throws SQLException {
        both("CREATE TABLE sparse (k BIGINT PRIMARY KEY, n TINYINT NOT NULL, v VARCHAR(3) NOT NULL)", "mapping from=k");
        for (String rows : List.of(
                "(k) VALUES (%d), (%d), (%d), (%d)",
                "(k, n) VALUES (%d, 1), (%d, 300), (%d, 300), (%d, 2)", "(k) VALUES (%1$d), (%2$d), (%2$d), (%1$d)")) {
            String sql = "INSERT IGNORE INTO sparse " + rows.formatted(pin(1), pin(2), pin(3), pin(9));
            sameCounts(sql);
            assertThat(ask(client, "SHOW COUNT(*) WARNINGS")).as(sql).isEqualTo(ask(plain, "SHOW COUNT(*) WARNINGS"));
            both("DELETE FROM sparse");
        }
    }

    @Test
    void deletedTablesMayBeNamedWithStars() throws SQLException {
        both("CREATE TABLE starred (k BIGINT PRIMARY KEY, n INT)", "mapping from=k");
        both("INSERT INTO starred VALUES (%d, 1), (%d, 2), (%d, 3), (%d, 4)".formatted(pin(1), pin(2), pin(3), pin(4)));
        sameOutcome(
                "starred ORDER BY k",
                "*",
                "DELETE s.* FROM starred s WHERE s.k = " + pin(1),
                "DELETE starred.* FROM starred WHERE n = 2",
                "DELETE FROM s.* USING starred s JOIN starred t ON t.k = s.k WHERE t.n = 3");
    }

    /** A parent without database is one of the database of its child. */
    @Test
    void foreignKeysNeedNoCurrentDatabase() throws SQLException {
        both("CREATE TABLE parents (a INT PRIMARY KEY)", "reference");
        try (Connection none = connect(first)) {
            none.setCatalog("information_schema");
            run(
                    none,
                    "CREATE TABLE pinterest.children (k BIGINT PRIMARY KEY, a INT, FOREIGN KEY (a) REFERENCES parents (a))"
                            + " COMMENT 'pinion: mapping from=k'",
                    "ALTER TABLE pinterest.children ADD b INT, ADD FOREIGN KEY (b) REFERENCES parents (a)");
            assertThat(ask(client, "SHOW CREATE TABLE children").getFirst())
                    .contains("(`b`) REFERENCES `parents` (`a`)");
        }
    }

    /** What a server describes is one shard's statement, on which the other rows' ids are no mistake. */
    @Test
    void preparedRowsOfConstantIdsGoToTheirShards() throws SQLException {
        both("CREATE TABLE constants (k BIGINT PRIMARY KEY, n INT)", "mapping from=k");
        String noFallback = client.getMetaData().getURL() + "&emulateUnsupportedPstmts=false";
        try (Connection strict = DriverManager.getConnection(noFallback, "app", "app")) {
            preparedRowsOfConstantIds(strict);
        }
    }

    private void preparedRowsOfConstantIds(Connection strict) throws SQLException {
        for (String sql : List.of(
                "INSERT INTO constants VALUES (%d, 1), (%d, 2)".formatted(pin(1), pin(2)),
                "INSERT INTO constants VALUES (%d, 1), (%d, 2) ON DUPLICATE KEY UPDATE n = 5".formatted(pin(1), pin(3)),
                "INSERT INTO posts (id, name) VALUES (%d, 'a'), (%d, 'b')".formatted(post(1, 900), post(2, 900)),
                "UPDATE constants SET n = 7 WHERE k IN (%d, %d)".formatted(pin(1), pin(2)),
                "DELETE FROM constants WHERE k IN (%d, %d)".formatted(pin(1), pin(2)))) {
            assertThat(preparedCount(strict, sql)).as(sql).isEqualTo(preparedCount(plain, sql));
        }
        assertThat(ask(client, "SELECT * FROM constants")).isEqualTo(ask(plain, "SELECT * FROM constants"));
    }

    private static int preparedCount(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            return statement.executeUpdate();
        }
    }
}
