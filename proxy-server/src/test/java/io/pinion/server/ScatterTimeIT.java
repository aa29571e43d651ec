package io.pinion.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.routing.catalog.TransactionMode;
import io.pinion.server.testing.Jdbc;
import io.pinion.server.testing.TestProxy;
import io.pinion.server.testing.TwoPairs;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The time that a session or a statement gives itself holds for all of its shards together, on real servers. */
class ScatterTimeIT {
    private static final String LOCKING = "data FROM bank.things WHERE data LIKE 'o%' ORDER BY id FOR UPDATE";

    /** Nothing of it waits while it is gathered. */
    private static final String LONG_GATHER =
            "COUNT(*) FROM bank.things a JOIN bank.things b ON a.id <> b.id JOIN bank.things c ON b.id <> c.id"
                    + " JOIN bank.things d ON c.id <> d.id JOIN bank.things e ON d.id <> e.id"
                    + " JOIN bank.things f ON e.id <> f.id JOIN bank.things g ON f.id <> g.id"
                    + " JOIN bank.things h ON g.id <> h.id";

    static Stream<TwoPairs> pairs() throws SQLException {
        return TwoPairs.all();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void theStatementsOwnTimeHolds(TwoPairs pairs) throws Exception {
        pairs.reset();
        try (TestProxy proxy = pairs.proxy(TransactionMode.DEFAULT);
                Connection client = TwoPairs.connect(proxy);
                Connection blocker = pairs.root(1)) {
            block(blocker);
            for (String sql : List.of(LOCKING, LONG_GATHER)) {
                isEndedInTime(pairs, () -> Jdbc.execute(client, within400Millis(pairs, sql)));
                assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM bank.things"))
                        .isEqualTo("16");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void theSessionsTimeHolds(TwoPairs pairs) throws Exception {
        pairs.reset();
        try (TestProxy proxy = pairs.proxy(TransactionMode.DEFAULT);
                Connection client = TwoPairs.connect(proxy);
                Connection blocker = pairs.root(1)) {
            block(blocker);
            Jdbc.execute(
                    client, pairs.isMySql() ? "SET max_execution_time = 400" : "SET SESSION max_statement_time = 0.4");
            isEndedInTime(pairs, () -> Jdbc.execute(client, "SELECT " + LOCKING));
            isEndedInTime(pairs, () -> Jdbc.execute(client, "SELECT " + LONG_GATHER));
            Jdbc.execute(client, pairs.isMySql() ? "SET max_execution_time = 0" : "SET SESSION max_statement_time = 0");
            blocker.rollback();
            Jdbc.execute(client, "SELECT " + LOCKING);
        }
    }

    /** Like any error of a statement, this leaves the transaction open. */
    @ParameterizedTest
    @MethodSource("pairs")
    void theTransactionGoesOn(TwoPairs pairs) throws Exception {
        pairs.reset();
        try (TestProxy proxy = pairs.proxy(TransactionMode.DEFAULT);
                Connection client = TwoPairs.connect(proxy);
                Connection blocker = pairs.root(1)) {
            client.setAutoCommit(false);
            Jdbc.execute(client, "UPDATE bank.things SET data = 'mine' WHERE id = " + TwoPairs.id(5, 1));
            block(blocker);
            isEndedInTime(pairs, () -> Jdbc.execute(client, within400Millis(pairs, LOCKING)));
            blocker.rollback();
            assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM bank.things WHERE data = 'mine'"))
                    .isEqualTo("1");
            client.commit();
            assertThat(Jdbc.value(client, "SELECT COUNT(*) FROM bank.things WHERE data = 'mine'"))
                    .isEqualTo("1");
            client.commit();
        }
    }

    private static void block(Connection blocker) throws SQLException {
        blocker.setAutoCommit(false);
        Jdbc.execute(blocker, "UPDATE " + TwoPairs.THERE + ".things SET data = 'held' WHERE local_id = 1");
    }

    private static String within400Millis(TwoPairs pairs, String query) {
        return pairs.isMySql()
                ? "SELECT /*+ MAX_EXECUTION_TIME(400) */ " + query
                : "SET STATEMENT max_statement_time = 0.4 FOR SELECT " + query;
    }

    private static void isEndedInTime(TwoPairs pairs, ThrowingCallable statement) {
        long began = System.nanoTime();
        assertThatThrownBy(statement).isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                .as(e.getMessage())
                .isEqualTo(pairs.isMySql() ? 3024 : 1969));
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(Duration.ofMillis(350), Duration.ofSeconds(5));
    }
}
