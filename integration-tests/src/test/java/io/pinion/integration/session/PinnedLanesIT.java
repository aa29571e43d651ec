package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.integration.testing.Wire;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A statement over several shards that ends before one of the servers was asked anything: what the session keeps on the
 * connection there stays. The server of pair2 answers nothing meanwhile, not even the settings that go ahead.
 */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
class PinnedLanesIT {
    private static final int OUT_OF_RANGE = 1690;
    private static final String REFUSED_AT_ONCE =
            "SELECT id FROM things WHERE CAST(CHAR_LENGTH(data) AS UNSIGNED) - 1000 > 0";

    private final TwoPairs pairs;
    private Wire wire;
    private TestProxy proxy;
    private Connection client;

    PinnedLanesIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void keepSomethingOnBothPairs() throws SQLException {
        pairs.reset();
        wire = new Wire(pairs.host(1), pairs.port(1));
        proxy = pairs.proxyThrough(TransactionMode.BEST_EFFORT, wire);
        client = TwoPairs.connect(proxy);
        for (String database : List.of(TwoPairs.HERE, TwoPairs.THERE)) {
            Jdbc.execute(client, "USE " + database);
            Jdbc.execute(client, "CREATE TEMPORARY TABLE kept (n INT)");
            Jdbc.execute(client, "INSERT INTO kept VALUES (7)");
        }
        Jdbc.execute(client, "USE bank");
    }

    @AfterEach
    void close() throws SQLException {
        client.close();
        proxy.close();
        wire.close();
    }

    private void failBeforePair2IsAsked() throws SQLException {
        Jdbc.execute(client, "SET sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE'"); // Pair1's connection accepts it.
        wire.freeze(true);
        assertThat(Failure.of(() -> Jdbc.rows(client, REFUSED_AT_ONCE))).returns(OUT_OF_RANGE, Failure::code);
        wire.freeze(false);
    }

    private void assertAllIsKept() throws SQLException {
        assertThat(Jdbc.value(client, "SELECT n FROM " + TwoPairs.THERE + ".kept"))
                .isEqualTo("7");
        assertThat(Jdbc.value(client, "SELECT @@sql_mode FROM " + TwoPairs.THERE + ".kept"))
                .contains("NO_ZERO_DATE");
    }

    @Test
    void aTemporaryTableStaysWhereNothingWasAsked() throws SQLException {
        failBeforePair2IsAsked();
        assertAllIsKept();
    }

    @Test
    void soItDoesWithinATransactionThatGoesOn() throws SQLException {
        Jdbc.execute(client, "BEGIN");
        Jdbc.execute(client, "UPDATE bank00000.account SET balance = balance - 10 WHERE id = 1");
        Jdbc.execute(client, "UPDATE bank00004.account SET balance = balance + 10 WHERE id = 1");
        failBeforePair2IsAsked();
        assertAllIsKept();
        Jdbc.execute(client, "COMMIT");

        assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(110);
    }

    @Test
    void soItDoesWhenTheTransactionOnlyBeginsThere() throws SQLException {
        Jdbc.execute(client, "BEGIN");
        Jdbc.execute(client, "UPDATE bank00000.account SET balance = balance - 10 WHERE id = 1");
        failBeforePair2IsAsked();
        assertAllIsKept();
        Jdbc.execute(client, "COMMIT");

        assertThat(pairs.balance(TwoPairs.HERE, 1)).isEqualTo(90);
    }
}
