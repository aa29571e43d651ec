package io.pinion.integration.transactions;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.JdbcConnection;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealServer;
import io.pinion.server.backend.PoolLimits;
import io.pinion.server.testing.Conditions;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a client's own branches of XA when the client is gone, and of the connections that they were made on. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class XaIT {
    private static final int UNKNOWN_XID = 1397;
    private static final PoolLimits FEW = new PoolLimits(20_000, 10, 60_000, 10_000, 64, 0);
    private static final int ROUNDS = 20;

    /** How a session may end that has a branch. */
    enum End {
        QUIT {
            @Override
            void end(TestProxy proxy, Connection client) throws SQLException {
                client.close();
            }
        },
        ABORT {
            @Override
            void end(TestProxy proxy, Connection client) throws SQLException {
                client.abort(Runnable::run);
            }
        },
        RESET_CONNECTION {
            @Override
            void end(TestProxy proxy, Connection client) throws SQLException {
                client.unwrap(JdbcConnection.class).resetServerState();
            }
        },
        CHANGE_USER {
            @Override
            void end(TestProxy proxy, Connection client) throws SQLException {
                client.unwrap(JdbcConnection.class).changeUser(TestProxy.USER, TestProxy.PASSWORD);
            }
        },
        KILL {
            @Override
            void end(TestProxy proxy, Connection client) throws SQLException {
                long id = Long.parseLong(requireNonNull(Jdbc.value(client, "SELECT CONNECTION_ID()")));
                requireNonNull(proxy.server().sessions().session(id)).end();
            }
        };

        abstract void end(TestProxy proxy, Connection client) throws SQLException;
    }

    /** As far as a client may come with its branch. */
    enum State {
        ACTIVE,
        IDLE,
        PREPARED
    }

    private final RealServer server;
    private TestProxy proxy;
    private Connection other;

    XaIT(RealServer server) {
        this.server = server;
    }

    @BeforeEach
    void start() throws SQLException {
        // A branch that a failed test has left would lock the tables.
        try (Connection root = server.root()) {
            for (List<String> branch : Jdbc.rows(root, "XA RECOVER")) {
                if (branch.getLast().startsWith("xa-")) {
                    Jdbc.execute(root, "XA ROLLBACK '" + branch.getLast() + "'");
                }
            }
        }
        server.execute(
                "DROP TABLE IF EXISTS legacy.xa_rows",
                "CREATE TABLE legacy.xa_rows (id INT PRIMARY KEY)",
                "CREATE TABLE IF NOT EXISTS legacy.xa_others (id INT AUTO_INCREMENT PRIMARY KEY)");
        proxy = server.proxy().maxConnections(2).poolLimits(FEW).start();
        other = RealServer.connect(proxy);
    }

    @AfterEach
    void stop() throws SQLException {
        other.close();
        proxy.close();
        server.execute("DROP TABLE legacy.xa_rows, legacy.xa_others", "DROP PROCEDURE IF EXISTS legacy.xa_prepares");
    }

    @ParameterizedTest
    @EnumSource
    void aPreparedBranchKeepsItsRow(End end) throws SQLException {
        for (int round = 0; round < ROUNDS; round++) {
            try (Connection client = RealServer.connect(proxy)) {
                begin(client, round, State.PREPARED);
                end.end(proxy, client);
                othersMeetNoError();
                commit("'xa-" + round + "'");
            }
        }
        assertThat(Jdbc.value(other, "SELECT COUNT(*) FROM xa_rows")).isEqualTo(String.valueOf(ROUNDS));
    }

    @ParameterizedTest
    @EnumSource
    void aBranchThatIsntPreparedIsRolledBack(End end) throws SQLException {
        for (State state : List.of(State.ACTIVE, State.IDLE)) {
            try (Connection client = RealServer.connect(proxy)) {
                begin(client, 1, state);
                end.end(proxy, client);
                othersMeetNoError();
                // The row's lock is gone with the branch.
                Jdbc.execute(other, "INSERT INTO xa_rows VALUES (1)");
                Jdbc.execute(other, "DELETE FROM xa_rows");
            }
        }
        try (Connection root = server.root()) {
            assertThat(Jdbc.lines(root, "XA RECOVER")).isEmpty();
        }
    }

    @Test
    void aBranchThatAProcedureHasPreparedKeepsItsRow() throws SQLException {
        server.execute(
                "DROP PROCEDURE IF EXISTS legacy.xa_prepares",
                "CREATE PROCEDURE legacy.xa_prepares() BEGIN XA START 'xa-hidden'; INSERT INTO legacy.xa_rows VALUES (1);"
                        + " XA END 'xa-hidden'; XA PREPARE 'xa-hidden'; END");
        try (Connection client = RealServer.connect(proxy)) {
            Jdbc.execute(client, "CALL xa_prepares()");
        }
        othersMeetNoError();
        commit("'xa-hidden'");
        assertThat(Jdbc.value(other, "SELECT COUNT(*) FROM xa_rows")).isEqualTo("1");
    }

    @Test
    void theCommitOfAnotherBranchDoesntLetGoOfTheConnection() throws SQLException {
        try (Connection client = RealServer.connect(proxy)) {
            begin(client, 1, State.PREPARED);
            // MySQL 9.7 lets a session that has prepared one branch go on with another.
            boolean commits = server.isMySql();
            if (commits) {
                begin(client, 2, State.PREPARED);
                Jdbc.execute(client, "XA COMMIT 'xa-2'");
            } else {
                assertThat(Failure.of(() -> Jdbc.execute(client, "XA COMMIT 'xa-2'"))
                                .code())
                        .isEqualTo(1400);
            }
        }
        othersMeetNoError();
        commit("'xa-1'");
        assertThat(Jdbc.column(other, "SELECT id FROM xa_rows WHERE id = 1")).containsExactly("1");
    }

    private static void begin(Connection client, int row, State state) throws SQLException {
        String name = "'xa-" + row + "'";
        Jdbc.execute(client, "XA START " + name);
        Jdbc.execute(client, "INSERT INTO xa_rows VALUES (" + row + ")");
        if (state != State.ACTIVE) {
            Jdbc.execute(client, "XA END " + name);
        }
        if (state == State.PREPARED) {
            Jdbc.execute(client, "XA PREPARE " + name);
        }
    }

    /** On both connections that there may be. */
    private void othersMeetNoError() throws SQLException {
        try (Connection one = RealServer.connect(proxy);
                Connection two = RealServer.connect(proxy)) {
            Jdbc.execute(one, "BEGIN");
            Jdbc.execute(one, "INSERT INTO xa_others VALUES ()");
            Jdbc.execute(two, "INSERT INTO xa_others VALUES ()");
            Jdbc.execute(one, "COMMIT");
        }
    }

    /** The server notices a little later than Pinion that the connection is closed; until then nobody else knows the branch. */
    private void commit(String name) {
        Conditions.await(() -> {
            try {
                Jdbc.execute(other, "XA COMMIT " + name);
                return true;
            } catch (SQLException e) {
                assertThat(e.getErrorCode()).isEqualTo(UNKNOWN_XID);
                return false;
            }
        });
    }
}
