package io.pinion.integration.writes;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.WritesBesideOneServer;
import io.pinion.server.testing.RawClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of a list that are alone on their shard, beside the same list in one database. */
@OnEachServer
class SingleRowIT extends WritesBesideOneServer {
    private static final String LAX =
            "(user_id BIGINT NOT NULL, tag VARCHAR(8) NOT NULL, n INT NOT NULL DEFAULT 5, m INT,"
                    + " PRIMARY KEY (user_id, tag), CHECK (n < 1000))";
    private static final String NAMES =
            "(a INT NOT NULL PRIMARY KEY, name VARCHAR(8) NOT NULL UNIQUE, n INT NOT NULL DEFAULT 0)";
    private static final String ONE = SchemaCluster.database(0) + ".one_";

    private static final long HERE = post(1, 1);
    private static final long THERE = post(40, 1);

    @Override
    protected String makeTables() throws SQLException {
        run(
                client,
                "CREATE TABLE users (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT) COMMENT 'pinion:"
                        + " object type=1'");
        run(client, "CREATE TABLE lax " + LAX + " COMMENT 'pinion: mapping from=user_id'");
        run(client, "CREATE TABLE names " + NAMES + " COMMENT 'pinion: reference'");
        try (Connection root = cluster.toShard(0)) {
            run(root, "CREATE TABLE " + ONE + "lax " + LAX, "CREATE TABLE " + ONE + "names " + NAMES);
        }
        return "names";
    }

    @BeforeEach
    void empty() throws SQLException {
        for (String table : List.of("lax", ONE + "lax", "names", ONE + "names")) {
            run(client, "DELETE FROM " + table);
        }
    }

    @Test
    void nullIsTheImplicitDefaultOutsideOfStrictModes() throws SQLException {
        try (RawClient raw = raw("SET sql_mode = ''")) {
            for (String sql : List.of(
                    "INSERT INTO %1$slax (user_id, tag, n) VALUES (%2$d,'w',NULL),(%3$d,'w',1)",
                    "INSERT INTO %1$slax VALUES(%2$d,NULL,3,NULL),(%3$d,'v',4,NULL)",
                    "INSERT INTO %1$slax (user_id, tag, n) SELECT %2$d, 'w3', NULL",
                    "REPLACE INTO %1$slax (user_id, tag, n) VALUES (%2$d,'w',NULL),(%3$d,'w',7)",
                    "INSERT INTO %1$slax (n, user_id, tag) VALUES (NULL,%2$d,'w'),(NULLIF(3,2),%3$d,'w')"
                            + " ON DUPLICATE KEY UPDATE n = n + 5",
                    "INSERT INTO %1$slax (user_id, tag, n) VALUES (%2$d,'x',1),(%3$d,'x',NULL),(%2$d,'y',2)")) {
                same(raw, sql, "lax");
            }
        }
    }

    @Test
    void theInfoTextTellsDuplicatesFromRowsLeftOut() throws SQLException {
        try (RawClient raw = raw("SET sql_mode = 'STRICT_TRANS_TABLES'")) {
            for (String sql : List.of(
                    "INSERT IGNORE INTO %1$slax (user_id, tag, n) VALUES (%2$d,'c',5000),(%3$d,'c',1)",
                    "INSERT IGNORE INTO %1$slax (user_id, tag, n) VALUES (%2$d,'c',5),(%3$d,'c',1)",
                    "INSERT IGNORE INTO %1$slax (user_id, tag, n) VALUES (%2$d,'d','3y'),(%3$d,'e',99999999999)",
                    "INSERT IGNORE INTO %1$slax (user_id, tag, n) SELECT %2$d, 'f', 5000",
                    "INSERT IGNORE INTO %1$slax (user_id, tag, n) SELECT %2$d, 'c', 1",
                    "INSERT IGNORE INTO %1$slax (user_id, tag, n) VALUES (%2$d,'c',5000),(%3$d,'c',1)"
                            + " ON DUPLICATE KEY UPDATE m = 4",
                    "REPLACE INTO %1$slax (user_id, tag, n) SELECT %2$d, 'c', 1")) {
                same(raw, sql, "lax");
            }
        }
    }

    /** DEFAULT has no place in a query, so that servers aren't asked in the form in which they would say it. */
    @Test
    void whereItCantBeToldThereIsNoInfoText() throws SQLException {
        try (RawClient raw = raw("SET sql_mode = 'STRICT_TRANS_TABLES'")) {
            String sql = "INSERT IGNORE INTO lax (user_id, tag, n) VALUES (%d,'g',DEFAULT),(%d,'g',1)";
            assertThat(raw.told(sql.formatted(HERE, THERE)).info()).isEqualTo("Records: 2  Duplicates: 0  Warnings: 0");
            assertThat(raw.told(sql.formatted(HERE, THERE)).info()).isEmpty();
        }
    }

    @Test
    void oneRowOfAQueryInAReferenceTableIsCounted() throws SQLException {
        try (RawClient raw = raw("SET sql_mode = ''")) {
            for (String sql : List.of(
                    "INSERT INTO %1$snames (a, name) SELECT 1, 'one'",
                    "INSERT IGNORE INTO %1$snames (a, name) SELECT 1, 'two'",
                    "REPLACE INTO %1$snames (a, name, n) SELECT 1, 'two', NULL",
                    "INSERT INTO %1$snames (a, name) SELECT 1, 'two' ON DUPLICATE KEY UPDATE n = n + 1",
                    "INSERT INTO %1$snames (a, name) SELECT 1, 'two' WHERE 1 = 0",
                    "INSERT INTO %1$snames (a, name) SELECT 2, 'b' UNION SELECT 3, 'c'")) {
                same(raw, sql, "names");
            }
        }
        assertThat(copies("SELECT GROUP_CONCAT(CONCAT_WS(',', a, name, n) ORDER BY a) FROM ", "names"))
                .hasSize(1);
    }

    private RawClient raw(String setting) {
        RawClient raw = new RawClient(first.address().getPort());
        raw.login("app", "app", RawClient.CLASSIC, "pinterest");
        raw.query(setting);
        return raw;
    }

    /** The same text and warnings, and then the same rows. */
    private void same(RawClient raw, String sql, String table) throws SQLException {
        assertThat(raw.told(sql.formatted("", HERE, THERE)))
                .as(sql)
                .isEqualTo(raw.told(sql.formatted(ONE, HERE, THERE)));
        assertThat(ask(client, "SELECT * FROM " + table + " ORDER BY 1, 2"))
                .as(sql)
                .isEqualTo(ask(client, "SELECT * FROM " + ONE + table + " ORDER BY 1, 2"));
    }
}
