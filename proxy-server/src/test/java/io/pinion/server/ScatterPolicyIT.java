package io.pinion.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.server.observe.ScatterOutcome;
import io.pinion.server.observe.StatementRecord;
import io.pinion.server.testing.Jdbc;
import io.pinion.server.testing.TestProxy;
import io.pinion.server.testing.TwoPairs;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What a keyspace's scatter policy allows of statements that name no shard, on real servers. */
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.server.testing.TwoPairs#all")
class ScatterPolicyIT {
    private static final String GATHERED = "SELECT id, ROW_NUMBER() OVER (ORDER BY id) FROM bank.things";

    private final TwoPairs pairs;

    ScatterPolicyIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void reset() throws SQLException {
        pairs.reset();
    }

    @Test
    void whatIsRefusedIsRefusedBeforeAnythingIsSent() throws SQLException {
        try (TestProxy proxy = pairs.builder("\"scatter\": \"refuse\",").start();
                Connection client = TwoPairs.connect(proxy)) {
            for (String sql : List.of(
                    "SELECT data FROM bank.things",
                    "UPDATE bank.things SET data = CONCAT(data, id)",
                    "DELETE FROM bank.things WHERE data LIKE 'o%'",
                    GATHERED)) {
                assertThatThrownBy(() -> Jdbc.execute(client, sql))
                        .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                                .isEqualTo(1104))
                        .hasMessageContaining("the scatter policy of keyspace bank refuses")
                        .hasMessageContaining("add things.id = …");
            }
            assertThat(proxy.records())
                    .last()
                    .extracting(StatementRecord::scatter)
                    .isEqualTo(ScatterOutcome.REFUSED);
            assertThat(Jdbc.value(
                            client,
                            "SELECT COUNT(*) FROM bank.things WHERE id IN (" + TwoPairs.id(1, 1) + ", "
                                    + TwoPairs.id(5, 2) + ")"))
                    .isEqualTo("2");
        }
    }

    @Test
    void whatIsWarnedOfRunsAndSaysSo() throws SQLException {
        try (TestProxy proxy = pairs.builder("\"scatter\": \"warn\",").start();
                Connection client = TwoPairs.connect(proxy)) {
            for (String sql : List.of("SELECT COUNT(*) FROM bank.things", GATHERED)) {
                Jdbc.execute(client, sql);
                assertThat(rows(client, "SHOW WARNINGS"))
                        .singleElement()
                        .asString()
                        .startsWith("Warning 1105 ")
                        .contains("8 shards of bank, which the scatter policy of keyspace bank warns of");
            }
            assertThat(proxy.records()).extracting(StatementRecord::scatter).contains(ScatterOutcome.WARNED);
        }
    }

    @Test
    void tooManyRowsAreAnError() throws SQLException {
        String policy = "\"scatter\": {\"policy\": \"allow\", \"max_rows\": 15},";
        try (TestProxy proxy = pairs.builder(policy).start();
                Connection client = TwoPairs.connect(proxy)) {
            for (String sql :
                    List.of("SELECT data FROM bank.things", "SELECT data FROM bank.things ORDER BY id", GATHERED)) {
                assertThatThrownBy(() -> rows(client, sql))
                        .hasMessageContaining("more than the 15 rows")
                        .hasMessageContaining("max_rows");
            }
            assertThat(rows(client, "SELECT data FROM bank.things WHERE data = 'one'"))
                    .hasSize(8);
        }
    }

    @Test
    void aWriteOfTooManyRowsChangesNone() throws SQLException {
        String policy = "\"scatter\": {\"max_rows\": 9},";
        try (TestProxy proxy = pairs.builder(policy).start();
                Connection client = TwoPairs.connect(proxy)) {
            assertThatThrownBy(() -> Jdbc.execute(client, "UPDATE bank.things SET data = CONCAT(data, '!')"))
                    .hasMessageContaining("would change more than the 9 rows");
            assertThat(rows(client, "SELECT data FROM bank.things WHERE data = 'one!'"))
                    .isEmpty();

            client.setAutoCommit(false);
            Jdbc.execute(client, "UPDATE bank.things SET data = 'first' WHERE id = " + TwoPairs.id(0, 1));
            assertThatThrownBy(() -> Jdbc.execute(client, "DELETE FROM bank.things"))
                    .hasMessageContaining("max_rows");
            client.commit();
            assertThat(rows(client, "SELECT data FROM bank.things WHERE data = 'first'"))
                    .hasSize(1);
            assertThat(rows(client, "SELECT data FROM bank.things WHERE data = 'two'"))
                    .hasSize(8);
            client.commit();
        }
    }

    @Test
    void whatTakesTooLongIsEndedOnItsServers() throws SQLException {
        String policy = "\"scatter\": {\"max_time\": \"300ms\"},";
        try (TestProxy proxy = pairs.builder(policy).start();
                Connection client = TwoPairs.connect(proxy);
                Connection blocker = pairs.root(1)) {
            blocker.setAutoCommit(false);
            Jdbc.execute(blocker, "UPDATE " + TwoPairs.THERE + ".things SET data = 'held' WHERE local_id = 1");
            long began = System.nanoTime();
            assertThatThrownBy(() -> Jdbc.execute(client, "UPDATE bank.things SET data = CONCAT(data, '!')"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(pairs.isMySql() ? 3024 : 1969))
                    .hasMessageContaining("300 ms");
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isBetween(Duration.ofMillis(250), Duration.ofSeconds(5));
            blocker.rollback();
            assertThat(rows(client, "SELECT data FROM bank.things WHERE data LIKE '%!'"))
                    .isEmpty();
        }
    }

    private static List<String> rows(Connection client, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = client.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            int columns = found.getMetaData().getColumnCount();
            while (found.next()) {
                List<String> cells = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    cells.add(found.getString(column));
                }
                rows.add(String.join(" ", cells));
            }
        }
        return rows;
    }
}
