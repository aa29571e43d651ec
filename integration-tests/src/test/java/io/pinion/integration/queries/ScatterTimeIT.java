package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** The time that a session or a statement gives itself holds for all of its shards together, on real servers. */
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
class ScatterTimeIT {
    private static final String LOCKING = "data FROM bank.things WHERE data LIKE 'o%' ORDER BY id FOR UPDATE";

    /** Nothing of it waits while it is gathered. */
    private static final String LONG_GATHER =
            "COUNT(*) FROM bank.things a JOIN bank.things b ON a.id <> b.id JOIN bank.things c ON b.id <> c.id"
                    + " JOIN bank.things d ON c.id <> d.id JOIN bank.things e ON d.id <> e.id"
                    + " JOIN bank.things f ON e.id <> f.id JOIN bank.things g ON f.id <> g.id"
                    + " JOIN bank.things h ON g.id <> h.id";

    private final TwoPairs pairs;

    ScatterTimeIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void reset() throws SQLException {
        pairs.reset();
    }

    @Test
    void theStatementsOwnTimeHolds() throws Exception {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy);
                Connection blocker = pairs.holdARow()) {
            for (String sql : List.of(LOCKING, LONG_GATHER)) {
                isEndedInTime(() -> Jdbc.execute(client, within400Millis(sql)));
                assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM bank.things"))
                        .isEqualTo("16");
            }
            blocker.rollback();
            assertThat(pairs.linesInTime(client, within400Millis(LOCKING))).isNotEmpty();
        }
    }

    @Test
    void theSessionsTimeHolds() throws Exception {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy);
                Connection blocker = pairs.holdARow()) {
            Jdbc.execute(
                    client, pairs.isMySql() ? "SET max_execution_time = 400" : "SET SESSION max_statement_time = 0.4");
            isEndedInTime(() -> Jdbc.execute(client, "SELECT " + LOCKING));
            isEndedInTime(() -> Jdbc.execute(client, "SELECT " + LONG_GATHER));
            Jdbc.execute(client, pairs.isMySql() ? "SET max_execution_time = 0" : "SET SESSION max_statement_time = 0");
            blocker.rollback();
            Jdbc.execute(client, "SELECT " + LOCKING);
        }
    }

    /** Like any error of a statement, this leaves the transaction open. */
    @Test
    void theTransactionGoesOn() throws Exception {
        try (TestProxy proxy = pairs.proxy();
                Connection client = TwoPairs.connect(proxy);
                Connection blocker = pairs.holdARow()) {
            client.setAutoCommit(false);
            Jdbc.execute(client, "UPDATE bank.things SET data = 'mine' WHERE id = " + TwoPairs.id(5, 1));
            isEndedInTime(() -> Jdbc.execute(client, within400Millis(LOCKING)));
            blocker.rollback();
            assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM bank.things WHERE data = 'mine'"))
                    .isEqualTo("1");
            client.commit();
            assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM bank.things WHERE data = 'mine'"))
                    .isEqualTo("1");
            client.commit();
        }
    }

    private String within400Millis(String query) {
        return pairs.isMySql()
                ? "SELECT /*+ MAX_EXECUTION_TIME(400) */ " + query
                : "SET STATEMENT max_statement_time = 0.4 FOR SELECT " + query;
    }

    private void isEndedInTime(ThrowingCallable statement) {
        long began = System.nanoTime();
        assertThatThrownBy(statement).isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                .as(e.getMessage())
                .isEqualTo(pairs.timeIsOver()));
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(Duration.ofMillis(350), Duration.ofSeconds(30));
    }
}
