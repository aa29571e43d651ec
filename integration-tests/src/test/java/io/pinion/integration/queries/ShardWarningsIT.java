package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SHOW WARNINGS behind statements over several shards, on real servers. */
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
class ShardWarningsIT {
    private final TwoPairs pairs;

    ShardWarningsIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void reset() throws SQLException {
        pairs.reset();
    }

    @Test
    void warningsOfAChangeAreListedWithTheirShards() throws SQLException {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy)) {
            Jdbc.execute(client, "SET sql_mode = ''");
            Jdbc.execute(client, "UPDATE bank.things SET data = CONCAT(data, REPEAT('x', 100))");
            List<String> warnings = warnings(client);
            assertThat(warnings).hasSize(16);
            assertThat(warnings)
                    .allMatch(warning -> warning.startsWith("Warning 1265 Data truncated for column 'data'"));
            assertThat(warnings).anyMatch(warning -> warning.endsWith("(bank00000)"));
            assertThat(warnings).anyMatch(warning -> warning.endsWith("(bank00007)"));
            assertThat(Jdbc.value(client, "SHOW COUNT(*) WARNINGS")).isEqualTo("16");
            Jdbc.execute(client, "UPDATE bank.things SET data = LEFT(data, 3)");
            assertThat(warnings(client)).isEmpty();
        }
    }

    @Test
    void warningsOfAQueryAreListedAsFarAsServersKnow() throws SQLException {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy)) {
            for (int shard = 0; shard < 8; shard++) {
                Jdbc.execute(
                        client, "SELECT CAST(data AS SIGNED) FROM bank.things WHERE id = " + TwoPairs.id(shard, 1));
                assertThat(warnings(client)).hasSize(1);
            }
            Jdbc.execute(client, "SELECT CAST(data AS SIGNED) FROM bank.things");
            assertThat(Jdbc.value(client, "SHOW COUNT(*) WARNINGS")).isEqualTo("16");
            Jdbc.execute(client, "SELECT CAST(data AS SIGNED) FROM bank.things");
            // Each server was sent all of its texts before the first warning came: the last is what it knows of.
            assertThat(warnings(client))
                    .isNotEmpty()
                    .allMatch(warning ->
                            warning.matches("Warning 1292 Truncated incorrect INTEGER value.*\\(bank0000[0-7]\\)"));
        }
    }

    @Test
    void whatIsSaidOfTheTextIsSaidOnce() throws SQLException {
        String query = "SELECT /*+ NO_INDEX(nothing) */ BINARY data FROM %s WHERE data > '' && data < 'zzz'";
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy)) {
            Jdbc.execute(client, query.formatted("bank00000.things"));
            List<String> ofOneServer = warnings(client);
            assertThat(ofOneServer).allMatch(warning -> warning.contains("deprecated") || warning.contains("nothing"));
            Jdbc.execute(client, query.formatted("bank.things"));
            assertThat(warnings(client)).isEqualTo(ofOneServer);
            assertThat(Jdbc.value(client, "SHOW COUNT(*) WARNINGS")).isEqualTo(Integer.toString(ofOneServer.size()));
        }
    }

    @Test
    void whatIsSaidOfTheTextIsNoneOfTheRowsThatLimitLeavesOut() throws SQLException {
        String query = "SELECT CAST(data AS SIGNED) FROM %s WHERE data > '' && data < 'zzz' LIMIT 1";
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy)) {
            Jdbc.execute(client, query.formatted("bank00000.things"));
            String ofOneServer = Jdbc.value(client, "SHOW COUNT(*) WARNINGS");
            Jdbc.execute(client, query.formatted("bank.things"));
            assertThat(Jdbc.value(client, "SHOW COUNT(*) WARNINGS")).isEqualTo(ofOneServer);
        }
    }

    @Test
    void warningsBehindAGatherAreListed() throws SQLException {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy)) {
            Jdbc.execute(
                    client, "SELECT CAST(CONCAT('x', id) AS SIGNED), ROW_NUMBER() OVER (ORDER BY id) FROM bank.things");
            assertThat(warnings(client))
                    .hasSize(16)
                    .allMatch(warning -> warning.startsWith("Warning 1292 Truncated incorrect INTEGER value: 'x"));
        }
    }

    @Test
    void theErrorOfAGatherIsListed() throws SQLException {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy)) {
            assertThatThrownBy(() -> Jdbc.rows(
                            client, "SELECT POW(10, 400 + 0 * id), ROW_NUMBER() OVER (ORDER BY id) FROM bank.things"))
                    .isInstanceOfSatisfying(SQLException.class, refused -> assertThat(refused.getErrorCode())
                            .isEqualTo(1690));
            assertThat(warnings(client))
                    .singleElement()
                    .asString()
                    .startsWith("Error 1690 DOUBLE value is out of range");
            assertThat(Jdbc.value(client, "SHOW COUNT(*) ERRORS")).isEqualTo("1");
        }
    }

    /** Of a shard some of whose rows are left out, all warnings count. */
    @Test
    void limitKeepsTheWarningsOfItsRows() throws SQLException {
        makeWhole();
        try (TestProxy proxy = pairs.proxy();
                RawClient client = RawClient.loggedIn(proxy)) {
            for (String sql : List.of(
                    "SELECT 1/0 x FROM %s LIMIT 1",
                    "SELECT CAST(data AS SIGNED) FROM %s LIMIT 5",
                    "SELECT CAST(data AS SIGNED) FROM %s LIMIT 3 OFFSET 2",
                    "SELECT CAST(data AS SIGNED) FROM %s LIMIT 100",
                    "SELECT CAST(data AS SIGNED), id FROM %s ORDER BY id LIMIT 2",
                    "SELECT CAST(data AS SIGNED), id FROM %s ORDER BY id LIMIT 3",
                    "SELECT CAST(data AS SIGNED), id FROM %s ORDER BY id DESC LIMIT 3 OFFSET 4",
                    "SELECT CAST(data AS SIGNED), id FROM %s ORDER BY local_id, id LIMIT 3",
                    "SELECT CAST(data AS SIGNED), id FROM %s ORDER BY local_id, id LIMIT 3 OFFSET 7",
                    "SELECT IF(data = 'one', CAST(data AS SIGNED), 0), id FROM %s ORDER BY local_id, id LIMIT 10",
                    "SELECT data, id FROM %s ORDER BY local_id, id LIMIT 3")) {
                int ofOneServer = client.told(sql.formatted("bank00000.whole")).warnings();
                assertThat(client.told(sql.formatted("bank.things")).warnings())
                        .as(sql)
                        .isBetween(ofOneServer, 16);
            }
        } finally {
            pairs.execute(0, "DROP TABLE bank00000.whole");
        }
    }

    @Test
    void warningsOfShardsThatLimitLeavesOutAreNotListed() throws SQLException {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy)) {
            Jdbc.execute(
                    client, "SELECT CAST(CONCAT('x', id) AS SIGNED), id FROM bank.things ORDER BY id LIMIT 1 OFFSET 1");
            assertThat(warnings(client))
                    .hasSize(2)
                    .allMatch(warning -> warning.endsWith("(bank00000)"))
                    .anyMatch(warning -> warning.contains("x" + TwoPairs.id(0, 2)));
        }
    }

    @Test
    void warningsOfRowsThatWereOnlyLookedAtAreNotLost() throws SQLException {
        try (TestProxy proxy = pairs.proxy();
                RawClient client = RawClient.loggedIn(proxy)) {
            // One server would have warned of them, too.
            assertThat(client.told("SELECT data, id FROM bank.things WHERE data = 0 ORDER BY local_id LIMIT 1")
                            .warnings())
                    .isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT IGNORE INTO %s (id, data) VALUES (:0, NULL), (:4, NULL), (:5, NULL)",
                "INSERT INTO %s (id, data) VALUES (:0, 'a'), (:4, 'b'), (:5, 'c') ON DUPLICATE KEY UPDATE data = VALUES(data)"
            })
    void newRowsAreWarnedOfAsOnOneServer(String insert) throws SQLException {
        String sql = insert;
        for (int shard : List.of(0, 4, 5)) {
            sql = sql.replace(":" + shard, String.valueOf(TwoPairs.id(shard, 9)));
        }
        makeWhole();
        allowNulls("NOT NULL");
        try (TestProxy proxy = pairs.proxy();
                Connection client = DriverManager.getConnection(
                        "jdbc:mysql://127.0.0.1:" + proxy.port()
                                + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true&useServerPrepStmts=true",
                        TestProxy.USER,
                        TestProxy.PASSWORD)) {
            Jdbc.execute(client, "SET sql_mode = ''");
            List<String> ofOneServer = told(client, sql.formatted("bank00000.whole"));
            assertThat(told(client, sql.formatted("bank.things"))).isEqualTo(ofOneServer);
            pairs.reset();
            try (PreparedStatement one = client.prepareStatement(sql.formatted("bank00000.whole"));
                    PreparedStatement several = client.prepareStatement(sql.formatted("bank.things"))) {
                Jdbc.execute(client, "DELETE FROM bank00000.whole");
                one.execute();
                ofOneServer = conditions(client);
                several.execute();
                assertThat(conditions(client)).isEqualTo(ofOneServer);
            }
        } finally {
            pairs.reset();
            allowNulls("NULL");
            pairs.execute(0, "DROP TABLE bank00000.whole");
        }
    }

    private void allowNulls(String nulls) throws SQLException {
        for (int shard = 0; shard < 8; shard++) {
            String alter = "ALTER TABLE bank%05d.things MODIFY data VARCHAR(100) %s".formatted(shard, nulls);
            pairs.execute(shard < 4 ? 0 : 1, alter);
        }
        if (!nulls.equals("NULL")) {
            pairs.execute(0, "ALTER TABLE bank00000.whole MODIFY data VARCHAR(100) NOT NULL");
        }
    }

    private static List<String> told(Connection client, String sql) throws SQLException {
        Jdbc.execute(client, sql);
        return conditions(client);
    }

    /** Without their rows' numbers and shards, and how many there are. */
    private static List<String> conditions(Connection client) throws SQLException {
        List<String> told = new ArrayList<>(warnings(client).stream()
                .map(warning -> warning.replaceFirst(" \\(bank0000\\d\\)$", "").replaceFirst(" at row \\d+", ""))
                .sorted()
                .toList());
        told.add(Jdbc.value(client, "SHOW COUNT(*) WARNINGS"));
        return told;
    }

    /** All rows in one table of one server. */
    private void makeWhole() throws SQLException {
        pairs.execute(
                0, "CREATE TABLE bank00000.whole (id BIGINT UNSIGNED PRIMARY KEY, local_id BIGINT, data VARCHAR(100))");
        for (int shard = 0; shard < 8; shard++) {
            pairs.execute(
                    0,
                    "INSERT INTO bank00000.whole VALUES (%d, 1, 'one'), (%d, 2, 'two')"
                            .formatted(TwoPairs.id(shard, 1), TwoPairs.id(shard, 2)));
        }
    }

    private static List<String> warnings(Connection client) throws SQLException {
        return Jdbc.rows(client, "SHOW WARNINGS").stream()
                .map(row -> String.join(" ", row))
                .toList();
    }
}
