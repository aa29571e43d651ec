package io.pinion.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.server.testing.SchemaCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that are placed by the hash of keys of several types, beside the same on one server. */
abstract class HashedKeysScenarios extends WritesBesideOneServer {
    private static final String INTS = "ints ORDER BY k";

    /** A collation that compares byte by byte, spaces at the end too. */
    abstract String exact();

    @Override
    String makeTables() throws SQLException {
        run(client, "USE lookup");
        both("CREATE TABLE ints (k INT NOT NULL PRIMARY KEY, n INT)", "hashed key=k");
        both("CREATE TABLE bigs (k BIGINT UNSIGNED NOT NULL PRIMARY KEY, n INT)", "hashed key=k");
        both(text("words"), "hashed key=k");
        both("CREATE TABLE bytes (k VARBINARY(20) NOT NULL PRIMARY KEY, n INT)", "hashed key=k");
        return "lookup.bytes";
    }

    private String text(String table) {
        return "CREATE TABLE " + table + " (k VARCHAR(20) COLLATE " + exact() + " NOT NULL PRIMARY KEY, n INT)";
    }

    @BeforeEach
    void fill() throws SQLException {
        for (String table : List.of("ints", "bigs", "words", "bytes")) {
            both("DELETE FROM " + table);
        }
        both("INSERT INTO ints VALUES (1, 1), (2, 2), (3, 3), (10, 10), (-4, -4)");
        both("INSERT INTO bigs VALUES (1, 1), (2, 2), (11, 11)");
        both(
                "INSERT INTO words VALUES ('1', 1), ('01', 2), ('001', 3), ('002', 4), ('3', 5), ('-4', 6), ('x', 7), ('é', 8)");
        both("INSERT INTO bytes VALUES ('1', 1), ('001', 2), ('0010', 3), ('x', 4), ('é', 5)");
    }

    /** A server compares an integer with text or bytes as numbers, of which one has several texts. */
    @Test
    void keysOfTwoTypesAreJoinedOverAllShards() throws SQLException {
        for (String sql : List.of(
                "SELECT i.k, w.k FROM ints i JOIN words w ON i.k = w.k ORDER BY w.n",
                "SELECT i.k, w.k FROM ints i JOIN words w ON i.k = w.k WHERE i.k = 1 ORDER BY w.n",
                "SELECT i.k, w.k FROM ints i LEFT JOIN words w USING (k) ORDER BY i.k, w.n",
                "SELECT i.k, b.k FROM ints i JOIN bytes b ON i.k = b.k ORDER BY b.n",
                "SELECT i.k, b.k FROM ints i JOIN bigs b ON i.k = b.k ORDER BY b.n",
                "SELECT w.n, b.n FROM words w JOIN bytes b ON w.k = b.k ORDER BY w.n, b.n",
                "SELECT n FROM words WHERE k IN (SELECT k FROM ints) ORDER BY n",
                "SELECT n FROM ints i WHERE EXISTS (SELECT 1 FROM words w WHERE w.k = i.k AND w.n = 3)")) {
            assertThat(ask(client, sql)).as(sql).isEqualTo(ask(plain, sql));
        }
    }

    @Test
    void rowsThatAKeyOfAnotherTypeFindsAreChanged() throws SQLException {
        // Servers that are strict change nothing by words that are compared as numbers.
        both("DELETE FROM words WHERE n > 6");
        both("DELETE FROM bytes WHERE n > 3");
        sameOutcome(
                INTS,
                "k, n",
                "UPDATE ints i JOIN words w ON i.k = w.k SET i.n = 100 WHERE w.n IN (2, 4)",
                "DELETE i FROM ints i JOIN bytes b ON i.k = b.k WHERE b.n = 3",
                "DELETE i FROM ints i JOIN words w ON i.k = w.k");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ENUM('a','b')",
                "SET('a','b')",
                "BIT(4)",
                "YEAR",
                "DECIMAL(5,2)",
                "FLOAT",
                "DATE",
                "DATETIME(3)",
                "TIMESTAMP(6)",
                "TIME",
                "JSON"
            })
    void aTypeWithoutOneTextIsNoKey(String type) throws SQLException {
        String definition = "(k " + type + " NOT NULL" + (type.equals("JSON") ? "" : " PRIMARY KEY") + ", n INT)";
        assertThatThrownBy(() -> run(client, "CREATE TABLE untexted " + definition + " COMMENT 'pinion: hashed key=k'"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("no single text to hash");
    }

    /** Made by hand on each shard, or declared by an older version. */
    @Test
    void aTableThatShardsHaveIsDeclaredOnlyWithAKeyThatHasOneText() throws Exception {
        for (int shard = 0; shard < SchemaCluster.SHARDS; shard++) {
            cluster.onShard(
                    shard,
                    "CREATE TABLE IF NOT EXISTS " + SchemaCluster.modDatabase(shard)
                            + ".labelled (k ENUM('a','b') NOT NULL PRIMARY KEY, n INT)");
        }
        try (Connection admin = DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + first.address().getPort()
                        + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                "admin",
                "admin")) {
            assertThatThrownBy(() -> run(admin, "DECLARE TABLE lookup.labelled AS 'hashed key=k'"))
                    .hasMessageContaining("enum")
                    .hasMessageContaining("no single text to hash");
        }
    }
}
