package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.server.observe.ScatterOutcome;
import io.pinion.server.observe.StatementRecord;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What a keyspace's scatter policy allows of statements that name no shard, on real servers. */
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
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
        // Or Connector/J asks before each write whether the session is read-only, which goes to a server.
        String quiet = "&readOnlyPropagatesToServer=false";
        try (TestProxy proxy = pairs.scattering("\"refuse\"").start();
                Connection client = TwoPairs.connect(proxy, quiet);
                Connection here = pairs.root(0);
                Connection there = pairs.root(1)) {
            long sentHere = questions(here);
            long sentThere = questions(there);
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
            assertThat(questions(here)).isEqualTo(sentHere + 1);
            assertThat(questions(there)).isEqualTo(sentThere + 1);
            assertThat(proxy.records())
                    .filteredOn(record -> record.errorCode() == 1104)
                    .extracting(StatementRecord::scatter)
                    .hasSize(4)
                    .containsOnly(ScatterOutcome.REFUSED);
            assertThat(Jdbc.value(
                            client,
                            "SELECT COUNT(*) FROM bank.things WHERE id IN (" + TwoPairs.id(1, 1) + ", "
                                    + TwoPairs.id(5, 2) + ")"))
                    .isEqualTo("2");
        }
    }

    /** How many statements a server was ever sent, this one included. */
    private static long questions(Connection root) throws SQLException {
        return Long.parseLong(Jdbc.rows(root, "SHOW GLOBAL STATUS LIKE 'Questions'")
                .getFirst()
                .get(1));
    }

    @Test
    void whatIsWarnedOfRunsAndSaysSo() throws SQLException {
        try (TestProxy proxy = pairs.scattering("\"warn\"").start();
                Connection client = TwoPairs.connect(proxy)) {
            for (String sql : List.of("SELECT COUNT(*) FROM bank.things", GATHERED)) {
                Jdbc.execute(client, sql);
                assertThat(Jdbc.lines(client, "SHOW WARNINGS"))
                        .singleElement()
                        .asString()
                        .startsWith("Warning | 1105 | ")
                        .contains("8 shards of bank, which the scatter policy of keyspace bank warns of");
            }
            assertThat(proxy.records()).extracting(StatementRecord::scatter).contains(ScatterOutcome.WARNED);
        }
    }

    @Test
    void tooManyRowsAreAnError() throws SQLException {
        String policy = "{\"policy\": \"allow\", \"max_rows\": 15}";
        try (TestProxy proxy = pairs.scattering(policy).start();
                Connection client = TwoPairs.connect(proxy)) {
            for (String sql :
                    List.of("SELECT data FROM bank.things", "SELECT data FROM bank.things ORDER BY id", GATHERED)) {
                assertThatThrownBy(() -> Jdbc.lines(client, sql))
                        .hasMessageContaining("more than the 15 rows")
                        .hasMessageContaining("max_rows");
            }
            assertThat(Jdbc.lines(client, "SELECT data FROM bank.things WHERE data = 'one'"))
                    .hasSize(8);
        }
    }

    @Test
    void aWriteOfTooManyRowsChangesNone() throws SQLException {
        String policy = "{\"max_rows\": 9}";
        try (TestProxy proxy = pairs.scattering(policy).start();
                Connection client = TwoPairs.connect(proxy)) {
            assertThatThrownBy(() -> Jdbc.execute(client, "UPDATE bank.things SET data = CONCAT(data, '!')"))
                    .hasMessageContaining("would change more than the 9 rows");
            assertThat(Jdbc.lines(client, "SELECT data FROM bank.things WHERE data = 'one!'"))
                    .isEmpty();

            client.setAutoCommit(false);
            Jdbc.execute(client, "UPDATE bank.things SET data = 'first' WHERE id = " + TwoPairs.id(0, 1));
            assertThatThrownBy(() -> Jdbc.execute(client, "DELETE FROM bank.things"))
                    .hasMessageContaining("max_rows");
            client.commit();
            assertThat(Jdbc.lines(client, "SELECT data FROM bank.things WHERE data = 'first'"))
                    .hasSize(1);
            assertThat(Jdbc.lines(client, "SELECT data FROM bank.things WHERE data = 'two'"))
                    .hasSize(8);
            client.commit();
        }
    }

    @Test
    void whatTakesTooLongIsEndedOnItsServers() throws SQLException {
        String policy = "{\"max_time\": \"300ms\"}";
        try (TestProxy proxy = pairs.scattering(policy).start();
                Connection client = TwoPairs.connect(proxy);
                Connection blocker = pairs.holdARow()) {
            long began = System.nanoTime();
            assertThatThrownBy(() -> Jdbc.execute(client, "UPDATE bank.things SET data = CONCAT(data, '!')"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(pairs.timeIsOver()))
                    .hasMessageContaining("300 ms");
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isBetween(Duration.ofMillis(250), Duration.ofSeconds(30));
            blocker.rollback();
            assertThat(pairs.linesInTime(client, "SELECT data FROM bank.things WHERE data LIKE '%!'"))
                    .isEmpty();
        }
    }
}
