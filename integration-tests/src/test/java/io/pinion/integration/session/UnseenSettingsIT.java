package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Settings that only one of a session's connections knows, and statements that both pairs answer. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
class UnseenSettingsIT {
    private static final int NOT_SUPPORTED = 1235;
    private static final String HOURS = "SELECT DISTINCT HOUR(FROM_UNIXTIME(0)) FROM bank.things";

    private final TwoPairs pairs;
    private TestProxy proxy;
    private Connection client;

    UnseenSettingsIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void start() throws SQLException {
        pairs.reset();
        String procedure = TwoPairs.THERE + ".zone";
        pairs.execute(
                1,
                "DROP PROCEDURE IF EXISTS " + procedure,
                "CREATE PROCEDURE " + procedure + "() SET SESSION time_zone = '+05:00'");
        proxy = pairs.proxy();
        client = TwoPairs.connect(proxy);
        Jdbc.execute(client, "USE " + TwoPairs.THERE);
    }

    @AfterEach
    void close() throws SQLException {
        client.close();
        proxy.close();
        pairs.execute(1, "DROP PROCEDURE " + TwoPairs.THERE + ".zone");
    }

    @Test
    void aRoutinesTimeZoneHoldsOnBothPairs() throws SQLException {
        Jdbc.execute(client, "CALL zone()");
        assertThat(Jdbc.column(client, HOURS)).containsExactly("5");
        Jdbc.execute(client, "SET time_zone = '+03:00'");
        assertThat(Jdbc.column(client, HOURS)).containsExactly("3");
    }

    /** As it is refused behind the same SET, which Pinion sees. */
    @Test
    void aLimitOfATextThatIsNotSeenIsTheSessions() throws SQLException {
        Jdbc.execute(client, "SET @q = 'SET SESSION sql_select_limit = 1'");
        Jdbc.execute(client, "PREPARE z FROM @q");
        Jdbc.execute(client, "EXECUTE z");
        assertThat(Failure.of(() -> Jdbc.execute(client, "SELECT id FROM bank.things ORDER BY id")))
                .returns(NOT_SUPPORTED, Failure::code);
        Jdbc.execute(client, "SET sql_select_limit = DEFAULT");
        assertThat(Jdbc.column(client, "SELECT id FROM bank.things ORDER BY id"))
                .hasSize(16);
    }

    @Test
    void whatWasSetSinceIsKnown() throws SQLException {
        Jdbc.execute(client, "CALL zone()");
        Jdbc.execute(client, "SET time_zone = '+03:00'");
        assertThat(Jdbc.column(client, HOURS)).containsExactly("3");
    }
}
