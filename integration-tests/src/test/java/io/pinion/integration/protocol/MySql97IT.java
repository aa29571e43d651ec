package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.NeedsMySql97;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.backend.login.BackendTls;
import io.pinion.server.backend.login.BackendTls.Mode;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.TestProxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The data path to a real MySQL 9.7, which knows no native passwords; only where one is given. */
@NeedsMySql97
@ExtendWith(LeakWatch.class)
class MySql97IT {
    private static final int SERVER_VERSION = 90704;
    private static final String USER = "pinion_data_path";
    private static final String USER_PASSWORD = "data-path-secret";

    private static final GivenServers SERVERS = GivenServers.mysql97();

    @BeforeAll
    static void makeAccount() throws SQLException {
        asRoot("CREATE DATABASE IF NOT EXISTS data_path");
        asRoot("CREATE OR REPLACE VIEW data_path.one AS SELECT 1 AS c");
        asRoot("DROP USER IF EXISTS " + USER);
        asRoot("CREATE USER " + USER + " IDENTIFIED WITH caching_sha2_password BY '" + USER_PASSWORD + "'");
        asRoot("GRANT ALL ON *.* TO " + USER);
        asRoot("DROP TABLE IF EXISTS data_path.t");
        asRoot("CREATE TABLE data_path.t (id INT AUTO_INCREMENT PRIMARY KEY, v INT UNIQUE)");
    }

    @Test
    void anUncachedAccountLogsInByTheServersKey() throws SQLException {
        asRoot("FLUSH PRIVILEGES");
        try (TestProxy proxy = proxy(BackendTls.OFF).start();
                Connection connection = connect(proxy)) {
            assertThat(Jdbc.value(connection, "SELECT c FROM one")).isEqualTo("1");
        }
    }

    @Test
    void anUncachedAccountLogsInInsideTls() throws SQLException {
        asRoot("FLUSH PRIVILEGES");
        try (TestProxy proxy = proxy(BackendTls.unverified(Mode.REQUIRED)).start();
                Connection connection = connect(proxy)) {
            assertThat(Jdbc.value(
                            connection,
                            "SELECT VARIABLE_VALUE FROM performance_schema.session_status"
                                    + " WHERE VARIABLE_NAME = 'Ssl_cipher'"))
                    .isNotEmpty();
        }
    }

    @Test
    void theCertificateThatTheServerMadeIsVerifiedByItsOwnAuthority() throws Exception {
        BackendTls tls = BackendTls.of(Mode.VERIFY_CA, Optional.of(authority()), Optional.empty(), Optional.empty());
        try (TestProxy proxy = proxy(tls).start();
                Connection connection = connect(proxy)) {
            assertThat(Jdbc.value(connection, "SELECT c FROM one")).isEqualTo("1");
        }
    }

    @Test
    void theCertificateThatTheServerMadeNamesNoHost() throws Exception {
        BackendTls tls =
                BackendTls.of(Mode.VERIFY_IDENTITY, Optional.of(authority()), Optional.empty(), Optional.empty());
        try (TestProxy proxy = proxy(tls).start()) {
            assertThatThrownBy(() -> {
                        try (Connection connection = connect(proxy)) {
                            Jdbc.value(connection, "SELECT c FROM one");
                        }
                    })
                    .hasMessageContaining(
                            "its certificate doesn't speak of " + address().host())
                    .hasMessageContaining("verify_ca");
        }
    }

    @Test
    void aCachedAccountLogsInFast() throws SQLException {
        try (TestProxy first = proxy(BackendTls.OFF).start();
                Connection connection = connect(first)) {
            Jdbc.value(connection, "SELECT 1");
        }
        try (TestProxy second = proxy(BackendTls.OFF).start();
                Connection connection = connect(second)) {
            assertThat(Jdbc.value(connection, "SELECT c FROM one")).isEqualTo("1");
        }
    }

    @Test
    void aWrongAccountIsNamed() throws SQLException {
        try (TestProxy proxy =
                proxy(BackendTls.OFF).account(USER, "not the password").start()) {
            assertThatThrownBy(() -> {
                        try (Connection connection = connect(proxy)) {
                            Jdbc.value(connection, "SELECT c FROM one");
                        }
                    })
                    .hasMessageContaining("refused account data")
                    .hasMessageContaining("1045");
        }
    }

    @Test
    void transactionsSettingsAndInsertIdsHold() throws SQLException {
        try (TestProxy proxy = proxy(BackendTls.OFF).start();
                Connection connection = connect(proxy);
                Statement statement = connection.createStatement()) {
            statement.execute("SET sql_mode = 'ANSI'");
            statement.executeUpdate("DELETE FROM t");
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO t (v) VALUES (1)");
            connection.rollback();
            statement.executeUpdate("INSERT INTO t (v) VALUES (2)");
            assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO t (v) VALUES (2)"))
                    .hasMessageContaining("Duplicate entry");
            connection.commit();
            connection.setAutoCommit(true);

            assertThat(Jdbc.value(connection, "SELECT \"v\" FROM t")).isEqualTo("2");
            statement.executeUpdate("INSERT INTO t (v) VALUES (3)");
            assertThat(Jdbc.value(connection, "SELECT LAST_INSERT_ID() = MAX(id) FROM t"))
                    .isEqualTo("1");
        }
    }

    @Test
    void aParameterThatCantBeConvertedAddsToTheWarningsOfItsPreparation() throws SQLException {
        asRoot("CREATE TABLE IF NOT EXISTS data_path.words (id INT PRIMARY KEY, w VARCHAR(9))");
        try (TestProxy proxy = proxy(BackendTls.OFF).maxConnections(1).start();
                // The driver asks for transaction_read_only ahead of an execution else.
                Connection connection = connect(proxy, "&useServerPrepStmts=true&readOnlyPropagatesToServer=false");
                Connection other = connect(proxy)) {
            Jdbc.execute(connection, "SET NAMES ascii");
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO words VALUES (1, ?) ON DUPLICATE KEY UPDATE w = VALUES(w)")) {
                insert.setString(1, "ä");
                // The connection is another session's in between, so Pinion has read the warnings by then.
                Jdbc.value(other, "SELECT 1");
                assertThatThrownBy(insert::execute).hasMessageContaining("Conversion from collation");
            }
            assertThat(Jdbc.rows(connection, "SHOW WARNINGS"))
                    .extracting(row -> row.get(1))
                    .containsExactly("1287", "3988");
        }
    }

    private static GivenServers.Address address() {
        return SERVERS.addresses().getFirst();
    }

    private static TestProxy.Builder proxy(BackendTls tls) {
        FingerprintKey key = new FingerprintKey(1, 2);
        PlanCache cache = new PlanCache(100);
        return TestProxy.builder()
                .primary("pair1", address().host(), address().port())
                .account(USER, USER_PASSWORD)
                .backendTls(tls)
                .planner(() -> Planners.make(cache, key, SqlDialect.MYSQL, SERVER_VERSION));
    }

    private static Connection connect(TestProxy proxy) throws SQLException {
        return connect(proxy, "");
    }

    private static Connection connect(TestProxy proxy, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port() + "/data_path?sslMode=DISABLED&allowPublicKeyRetrieval=true"
                        + options,
                TestProxy.USER,
                TestProxy.PASSWORD);
    }

    /** In the server's data directory, which this machine must have. */
    private static Path authority() throws SQLException {
        try (Connection connection = root()) {
            Path file = Path.of(Jdbc.value(connection, "SELECT @@datadir"), "ca.pem");
            assumeThat(file).exists();
            return file;
        }
    }

    private static void asRoot(String sql) throws SQLException {
        try (Connection connection = root();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Connection root() throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://" + address().host() + ":" + address().port()
                        + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                "root",
                GivenServers.mysql97Password());
    }
}
