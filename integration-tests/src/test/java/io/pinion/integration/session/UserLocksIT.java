package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** User-level locks exclude whatever the sessions do besides: they are all on one server. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
class UserLocksIT {
    private static final String THERE = "UPDATE bank00004.account SET balance = balance + 10 WHERE id = 1";

    private final TwoPairs pairs;

    /** Of each test another: a server gives a connection's locks back some moments after its end. */
    private final String job = "job" + System.nanoTime();

    private TestProxy proxy;
    private TestProxy other;
    private Connection first;
    private Connection second;

    UserLocksIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void connect() throws SQLException {
        pairs.reset();
        proxy = pairs.proxy();
        other = pairs.proxy();
        first = TwoPairs.connect(proxy);
        Jdbc.execute(first, "USE bank00004");
        second = TwoPairs.connect(other);
    }

    @AfterEach
    void close() throws SQLException {
        first.close();
        second.close();
        proxy.close();
        other.close();
    }

    @Test
    void aLockTakenWithinATransactionOnTheOtherPairExcludes() throws SQLException {
        Jdbc.execute(first, "BEGIN");
        Jdbc.execute(first, THERE);
        assertThat(Jdbc.value(first, "SELECT GET_LOCK('" + job + "', 0)")).isEqualTo("1");

        assertThat(Jdbc.value(second, "SELECT GET_LOCK('" + job + "', 0)")).isEqualTo("0");
        Jdbc.execute(first, "ROLLBACK");
        assertThat(pairs.balance(TwoPairs.THERE, 1))
                .as("the transaction went on")
                .isEqualTo(100);
        assertThat(Jdbc.value(second, "SELECT GET_LOCK('" + job + "', 0)"))
                .as("a lock outlives the transaction")
                .isEqualTo("0");
        assertThat(Jdbc.value(first, "SELECT RELEASE_LOCK('" + job + "')")).isEqualTo("1");
        assertThat(Jdbc.value(second, "SELECT GET_LOCK('" + job + "', 0)")).isEqualTo("1");
    }

    @Test
    void aLockIsGivenBackWithinATransactionOnTheOtherPair() throws SQLException {
        assertThat(Jdbc.value(first, "SELECT GET_LOCK('" + job + "', 0)")).isEqualTo("1");
        Jdbc.execute(first, "BEGIN");
        Jdbc.execute(first, THERE);
        assertThat(Jdbc.value(first, "SELECT RELEASE_LOCK('" + job + "')")).isEqualTo("1");
        assertThat(Jdbc.value(second, "SELECT IS_FREE_LOCK('" + job + "')")).isEqualTo("1");
        Jdbc.execute(first, "COMMIT");
        assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(110);
    }

    @Test
    void theTransactionIsStillTheClientsBehindALock() throws SQLException {
        first.setAutoCommit(false);
        assertThat(Jdbc.value(first, "SELECT GET_LOCK('" + job + "', 0)")).isEqualTo("1");
        Jdbc.execute(first, THERE);
        assertThat(Jdbc.value(first, "SELECT IS_USED_LOCK('" + job + "') = CONNECTION_ID()"))
                .isEqualTo("1");
        Jdbc.execute(first, THERE);
        first.rollback();
        assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(100);
        assertThat(Jdbc.value(second, "SELECT GET_LOCK('" + job + "', 0)")).isEqualTo("0");
    }

    @Test
    void whoHasALockIsTold() throws SQLException {
        assertThat(Jdbc.value(first, "SELECT IS_USED_LOCK('" + job + "')")).isNull();
        assertThat(Jdbc.value(first, "SELECT GET_LOCK('" + job + "', 0)")).isEqualTo("1");
        assertThat(Jdbc.value(first, "SELECT IS_USED_LOCK('" + job + "')"))
                .isEqualTo(Jdbc.value(first, "SELECT CONNECTION_ID()"));
        assertThat(Jdbc.value(second, "SELECT IS_USED_LOCK('" + job + "') > 0")).isEqualTo("1");
        assertThat(Jdbc.value(second, "SELECT IS_USED_LOCK('" + job + "') = CONNECTION_ID()"))
                .isEqualTo("0");
        assertThat(Jdbc.value(first, "SELECT RELEASE_ALL_LOCKS()")).isEqualTo("1");
    }

    @Test
    void preparedLocksExcludeToo() throws SQLException {
        try (Connection preparing = TwoPairs.connect(proxy, "&useServerPrepStmts=true");
                PreparedStatement lock = preparing.prepareStatement("SELECT GET_LOCK(?, ?)")) {
            Jdbc.execute(preparing, "BEGIN");
            Jdbc.execute(preparing, THERE);
            lock.setString(1, job);
            lock.setInt(2, 0);
            try (ResultSet got = lock.executeQuery()) {
                assertThat(got.next()).isTrue();
                assertThat(got.getInt(1)).isEqualTo(1);
            }
            Jdbc.execute(preparing, "COMMIT");
            assertThat(Jdbc.value(second, "SELECT GET_LOCK('" + job + "', 0)")).isEqualTo("0");
        }
        Conditions.await(() -> "1".equals(Jdbc.value(second, "SELECT GET_LOCK('" + job + "', 0)")));
    }

    @Test
    void aLockBesideRowsOfTheOtherPairIsRefused() {
        Failure refused = Failure.of(
                () -> Jdbc.value(first, "SELECT GET_LOCK('" + job + "', 0) FROM bank00004.account WHERE id = 1"));
        assertThat(refused.code()).isEqualTo(1235);
        assertThat(refused.message()).contains("pair1", "pair2");
    }

    @Test
    void aLockBetweenOtherTextsExcludes() throws SQLException {
        try (Connection several = TwoPairs.connect(proxy, "&allowMultiQueries=true")) {
            Jdbc.execute(several, THERE + "; SELECT GET_LOCK('" + job + "', 0); " + THERE);
            assertThat(Jdbc.value(second, "SELECT GET_LOCK('" + job + "', 0)")).isEqualTo("0");
        }
    }
}
