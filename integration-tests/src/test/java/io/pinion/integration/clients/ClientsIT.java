package io.pinion.integration.clients;

import static io.pinion.integration.clients.InstalledProgram.installed;
import static io.pinion.integration.clients.InstalledProgram.login;
import static io.pinion.integration.clients.SideBySide.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.SharedDemo;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Each client says the same of its session through Pinion as on the plain server behind it. A client that isn't installed is
 * passed over, and the report says which.
 */
@ExtendWith(SharedDemo.Provider.class)
class ClientsIT {
    private static SideBySide sides;

    @BeforeAll
    static void start(SharedDemo demo) throws Exception {
        sides = SideBySide.start(demo);
    }

    @AfterAll
    static void stop() throws Exception {
        sides.close();
    }

    @Test
    void pymysql() {
        sides.scriptSaysTheSame("PyMySQL", InstalledProgram.python("pymysql"), "pymysql_session.py");
    }

    @Test
    void mysqlclient() {
        sides.scriptSaysTheSame("mysqlclient", InstalledProgram.python("MySQLdb"), "mysqlclient_session.py");
    }

    @Test
    void connectorPython() throws Exception {
        var connector = new PythonPackage("mysql-connector-python", "26.7.0");
        sides.scriptSaysTheSame("MySQL's Connector/Python", connector.python(), "connector_python_session.py");
    }

    @Test
    void mysqli() {
        sides.scriptSaysTheSame("PHP's mysqli", InstalledProgram.php("mysqli"), "mysqli_session.php");
    }

    @Test
    void pdo() {
        sides.scriptSaysTheSame("PHP's PDO", InstalledProgram.php("pdo_mysql"), "pdo_session.php");
    }

    @Test
    void sqlAlchemy() {
        sides.scriptSaysTheSame("SQLAlchemy", InstalledProgram.python("sqlalchemy, pymysql"), "sqlalchemy_session.py");
    }

    @Test
    void django() {
        sides.scriptSaysTheSame("Django", InstalledProgram.python("django, MySQLdb"), "django_session.py");
    }

    @Test
    void goDriver() {
        sides.scriptSaysTheSame(
                "Go's driver", InstalledProgram.go("github.com/go-sql-driver/mysql"), "godriver_session.go");
    }

    @Test
    void mysql2ForNode() throws Exception {
        sides.scriptSaysTheSame("node with mysql2", NodeModules.node(), "mysql2_session.js");
    }

    @Test
    void mysqlslap() {
        InstalledProgram program = installed("mysqlslap", InstalledProgram.find(List.of("mariadb-slap"), "--version"));
        var outcome = program.run(
                Map.of(),
                login(
                        sides.proxyPort(),
                        "--create-schema=legacy",
                        "--no-drop",
                        "--concurrency=8",
                        "--number-of-queries=400",
                        "--query=SELECT 1"));
        assertThat(outcome.status()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("Number of clients running queries: 8");
    }

    @Test
    void connectorJ() throws Exception {
        assertSame(
                ConnectorJSession.lines("127.0.0.1", sides.directPort(), "app", "app"),
                ConnectorJSession.lines("127.0.0.1", sides.proxyPort(), "app", "app"));
    }

    @Test
    void connectorJInsistsOnTls() throws Exception {
        String url = "jdbc:mysql://127.0.0.1:" + sides.proxyPort() + "/legacy?sslMode=REQUIRED";
        try (var connection = DriverManager.getConnection(url, "app", "app");
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT 'through TLS'")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("through TLS");
        }
    }

    @Test
    void aTerminalWithMariadb() {
        InstalledProgram program = installed("mariadb", InstalledProgram.find(List.of("mariadb"), "--version"));
        assertSame(CommandLine.terminal(program, sides.directPort()), CommandLine.terminal(program, sides.proxyPort()));
    }

    @Test
    void aTerminalWithMysql() {
        InstalledProgram program = installed("the mysql command line", InstalledProgram.mysql("mysql"));
        assertThat(CommandLine.terminal(program, sides.proxyPort())).isEqualTo(CommandLine.TERMINAL_LINES);
    }

    @Test
    void mariadbCommandLine() throws Exception {
        InstalledProgram program =
                installed("the mariadb command line", InstalledProgram.find(List.of("mariadb"), "--version"));
        assertSame(CommandLine.session(program, sides.directPort()), CommandLine.session(program, sides.proxyPort()));
    }

    /**
     * MySQL's own can't log in to the MariaDB behind Pinion without a plug-in that its packages leave out, but it can to
     * Pinion. It leaves {@code use} and the like in scripts to the server unless told otherwise.
     */
    @Test
    void mysqlCommandLine() throws Exception {
        List<String> lines = CommandLine.session(
                installed("the mysql command line", InstalledProgram.mysql("mysql")), sides.proxyPort(), "--commands");
        assertThat(lines)
                .contains(
                        "| information_schema |",
                        "Current database:\tlegacy",
                        "Conn.  characterset:\tutf8mb4",
                        "Records: 3  Duplicates: 0  Warnings: 0",
                        "|  1 | ä    |",
                        "| Warning | 1292 | Truncated incorrect INTEGER value: '12x' |",
                        "|     6 |     7 |");
    }
}
