package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealServer;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A session without a current database never runs anything in the one that another session has left its connection in. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class NoDatabaseIT {
    private static final PoolLimits PATIENT = new PoolLimits(20_000, 10, 60_000, 10_000, 16, 0);

    private final RealServer server;
    private TestProxy proxy;
    private Connection inDatabase;

    NoDatabaseIT(RealServer server) {
        this.server = server;
    }

    @BeforeEach
    void start() throws SQLException {
        server.execute(
                "DROP TABLE IF EXISTS legacy.nodb",
                "CREATE TABLE legacy.nodb (id INT PRIMARY KEY)",
                "INSERT INTO legacy.nodb VALUES (1)",
                "DROP PROCEDURE IF EXISTS legacy.nodb_nothing",
                "CREATE PROCEDURE legacy.nodb_nothing() BEGIN SET @nodb = 1; END");
        proxy = server.proxy().maxConnections(1).poolLimits(PATIENT).start();
        inDatabase = RealServer.connect(proxy);
    }

    private Connection inNone() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port()
                        + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=20000",
                TestProxy.USER,
                TestProxy.PASSWORD);
    }

    @AfterEach
    void stop() throws SQLException {
        inDatabase.close();
        proxy.close();
        server.execute("DROP TABLE legacy.nodb", "DROP PROCEDURE legacy.nodb_nothing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "both    | SELECT COUNT(*) FROM nodb",
                "both    | SELECT COUNT(*) FROM .nodb",
                "both    | SELECT * FROM {x nodb}",
                "both    | SELECT (SELECT COUNT(*) FROM (SELECT * FROM (.nodb)) AS d)",
                "both    | INSERT .nodb VALUES (2)",
                "both    | DELETE FROM .nodb",
                "both    | SHOW COLUMNS FROM .nodb",
                "MariaDB | BEGIN NOT ATOMIC DELETE FROM .nodb; END",
                "MariaDB | EXECUTE IMMEDIATE 'DELETE FROM nodb'",
                "both    | DO (SELECT COUNT(*) FROM (nodb))",
                "both    | TABLE nodb",
            })
    void aNameWithoutAQualifierIsNoTable(String of, String sql) throws SQLException {
        assumeThat(of.equals("both") || of.equals(server.toString())).isTrue();
        boolean[] transactions = {false, true};
        for (boolean transaction : transactions) {
            Jdbc.value(inDatabase, "SELECT COUNT(*) FROM nodb");
            try (Connection inNone = inNone()) {
                if (transaction) {
                    Jdbc.execute(inNone, "BEGIN");
                    Jdbc.value(inNone, "SELECT COUNT(*) FROM legacy.nodb");
                }
                // What may be read in two ways is refused before it gets to a server; MySQL doesn't know names that
                // begin with a dot.
                boolean inDoubt = sql.contains(".nodb") || sql.contains("{x");
                assertThat(Failure.of(() -> Jdbc.execute(inNone, sql)).code())
                        .isIn(inDoubt ? Set.of(1235, 1064) : Set.of(1046));
            }
        }
        assertThat(Jdbc.value(inDatabase, "SELECT COUNT(*) FROM nodb")).isEqualTo("1");
    }

    @Test
    void theDatabaseIsNone() throws SQLException {
        Jdbc.value(inDatabase, "SELECT COUNT(*) FROM nodb");
        try (Connection inNone = inNone()) {
            assertThat(Jdbc.value(inNone, "SELECT DATABASE()")).isNull();
        }
    }

    @Test
    void aConnectionOnWhichAProcedureRanIsStillOneWithout() throws SQLException {
        long[] opened = new long[2];
        for (int time = 0; time < 2; time++) {
            try (Connection other = inNone()) {
                Jdbc.execute(other, "CALL legacy.nodb_nothing()");
                opened[time] = thread();
            }
        }
        assertThat(opened[1]).isEqualTo(opened[0]);
    }

    /** Of the one connection to the server that there is. */
    private long thread() throws SQLException {
        try (Connection root = server.root()) {
            return Long.parseLong(String.valueOf(Jdbc.value(
                    root,
                    "SELECT MAX(id) FROM information_schema.processlist WHERE user = '" + server.account()
                            + "' AND id <> CONNECTION_ID()")));
        }
    }
}
