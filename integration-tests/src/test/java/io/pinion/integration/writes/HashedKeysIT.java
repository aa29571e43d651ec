package io.pinion.integration.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.WritesBesideOneServer;
import io.pinion.routing.text.LiteralValue;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that are placed by the hash of keys of several types, beside the same on one server. */
@OnEachServer
class HashedKeysIT extends WritesBesideOneServer {
    private static final String INTS = "ints ORDER BY k";
    private static final int CODES_AT_ONCE = 500;

    @Override
    protected String makeTables() throws SQLException {
        run(client, "USE lookup");
        both("CREATE TABLE ints (k INT NOT NULL PRIMARY KEY, n INT)", "hashed key=k");
        both("CREATE TABLE bigs (k BIGINT UNSIGNED NOT NULL PRIMARY KEY, n INT)", "hashed key=k");
        both(text("words"), "hashed key=k");
        both("CREATE TABLE days (k INT NOT NULL PRIMARY KEY, d DATE)", "hashed key=k");
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

    /** ALLOW_INVALID_DATES lets them in, and a session without it reads them all the same. */
    @Test
    void daysThatNoMonthHasAreGatheredAsTheyAre() throws SQLException {
        both("SET sql_mode = 'ALLOW_INVALID_DATES'");
        both("REPLACE INTO days VALUES (1, '2020-02-31'), (2, '2020-02-10'), (3, '2020-03-01')");
        both("SET sql_mode = DEFAULT");
        for (String sql : List.of(
                "SELECT k, CAST(d AS CHAR) FROM (SELECT k, d FROM days) q WHERE d IS NOT NULL ORDER BY k",
                "SELECT k FROM days WHERE d = (SELECT MIN(d) FROM days)")) {
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

    /** A key's hash is of its characters, so they must be the server's, or none. */
    @Test
    void charactersAreTheServersOrNone() throws SQLException {
        List<String> charsets = ask(
                plain,
                "SELECT CHARACTER_SET_NAME FROM information_schema.CHARACTER_SETS WHERE CHARACTER_SET_NAME NOT IN"
                        + " ('binary', 'ucs2', 'utf16', 'utf16le', 'utf32', 'utf8mb3', 'utf8mb4')");
        List<String> several = ask(
                plain, "SELECT CHARACTER_SET_NAME FROM information_schema.CHARACTER_SETS WHERE MAXLEN BETWEEN 2 AND 4");
        for (String charset : charsets) {
            List<String> codes = codes(several.contains(charset));
            for (int from = 0; from < codes.size(); from += CODES_AT_ONCE) {
                compare(codes.subList(from, Math.min(codes.size(), from + CODES_AT_ONCE)), charset);
            }
        }
    }

    private void compare(List<String> codes, String charset) throws SQLException {
        String query = codes.stream()
                .map(code ->
                        "SELECT IFNULL(HEX(CONVERT(CONVERT(x'" + code + "' USING " + charset + ") USING utf8mb4)), '')")
                .collect(Collectors.joining(" UNION ALL "));
        List<String> answers = ask(plain, query);
        for (int at = 0; at < codes.size(); at++) {
            byte[] bytes = HexFormat.of().parseHex(codes.get(at));
            String byServer = new String(HexFormat.of().parseHex(answers.get(at)), StandardCharsets.UTF_8);
            String byPinion = new LiteralValue.Text(bytes, charset).string().orElse("");
            // A server writes one of these for bytes that it has no character for.
            boolean isRead = byServer.chars().noneMatch(character -> character == '?' || character == '\uFFFD');
            if (isRead && !byServer.isEmpty() && !byPinion.isEmpty()) {
                assertThat(byPinion).as(charset + " " + codes.get(at)).isEqualTo(byServer);
            }
        }
    }

    /** The codes of one byte, and those of two that begin above ASCII. */
    private static List<String> codes(boolean ofTwo) {
        List<String> codes = new ArrayList<>();
        for (int first = 1; first <= 0xFF; first++) {
            codes.add("%02X".formatted(first));
            for (int second = 0x30; ofTwo && first >= 0x80 && second <= 0xFF; second++) {
                codes.add("%02X%02X".formatted(first, second));
            }
        }
        return codes;
    }
}
