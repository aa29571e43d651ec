package io.pinion.server.clients;

import static io.pinion.server.clients.ClientProgram.installed;
import static io.pinion.server.clients.ClientProgram.login;
import static io.pinion.server.clients.ClientProgram.script;
import static io.pinion.server.clients.SideBySide.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.testing.SharedDemo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    /** A launcher of MySQL's own command line, whatever the version; absent, the installed one if it is MySQL's. */
    private static final String MYSQL_CLIENT = "pinion.mysql.client";

    /** What {@code status} prints of the connection itself, which is another one. */
    private static final Set<String> CONNECTION_FACTS =
            Set.of("Connection id:", "Current user:", "SSL:", "Server version:", "TCP port:", "Uptime:", "Threads:");

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
        sides.scriptSaysTheSame("PyMySQL", ClientProgram.python("pymysql"), "pymysql_session.py");
    }

    @Test
    void mysqlclient() {
        sides.scriptSaysTheSame("mysqlclient", ClientProgram.python("MySQLdb"), "mysqlclient_session.py");
    }

    @Test
    void mysqli() {
        sides.scriptSaysTheSame("PHP's mysqli", ClientProgram.php("mysqli"), "mysqli_session.php");
    }

    @Test
    void pdo() {
        sides.scriptSaysTheSame("PHP's PDO", ClientProgram.php("pdo_mysql"), "pdo_session.php");
    }

    @Test
    void sqlAlchemy() {
        sides.scriptSaysTheSame("SQLAlchemy", ClientProgram.python("sqlalchemy, pymysql"), "sqlalchemy_session.py");
    }

    @Test
    void django() {
        sides.scriptSaysTheSame("Django", ClientProgram.python("django, MySQLdb"), "django_session.py");
    }

    @Test
    void goDriver() {
        sides.scriptSaysTheSame("Go's driver", goRunning("github.com/go-sql-driver/mysql"), "godriver_session.go");
    }

    @Test
    void mysql2ForNode() throws Exception {
        sides.scriptSaysTheSame("node with mysql2", NodeModules.node(), "mysql2_session.js");
    }

    @Test
    void aDumpIsTheSameAndLoads() throws Exception {
        ClientProgram dump = installed("mysqldump", ClientProgram.find(List.of("mariadb-dump"), "--version"));
        ClientProgram load = installed("the mariadb command line", ClientProgram.find(List.of("mariadb"), "--version"));
        sides.server()
                .execute(
                        "CREATE OR REPLACE TABLE legacy.dumped (id INT AUTO_INCREMENT PRIMARY KEY, b BLOB, s VARCHAR(20))"
                                + " CHARSET utf8mb4",
                        "INSERT INTO legacy.dumped (b, s) VALUES (x'00ff5c27', 'ä🥖'), (NULL, NULL)");
        List<String> direct = dump(dump, sides.directPort());
        assertSame(direct, dump(dump, sides.proxyPort()));

        Path file = Files.createTempFile("dumped", ".sql");
        try {
            Files.write(file, direct);
            sides.server().execute("DROP TABLE legacy.dumped");
            var loaded = load.run(Map.of(), file, login(sides.proxyPort(), "legacy"));
            assertThat(loaded.status()).as(loaded.output()).isZero();
        } finally {
            Files.delete(file);
        }
        assertSame(direct, dump(dump, sides.directPort()));
        sides.server().execute("DROP TABLE legacy.dumped");
    }

    @Test
    void mysqlslap() {
        ClientProgram program = installed("mysqlslap", ClientProgram.find(List.of("mariadb-slap"), "--version"));
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

    private static List<String> dump(ClientProgram program, int port) {
        var outcome = program.run(
                Map.of(),
                login(
                        port,
                        "--skip-comments",
                        "--single-transaction",
                        "--hex-blob",
                        "--default-character-set=utf8mb4",
                        "legacy",
                        "dumped"));
        assertThat(outcome.status()).as(outcome.output()).isZero();
        return outcome.output().lines().toList();
    }

    /** A Go that runs programs with a library of Debian's packages. */
    private static Optional<ClientProgram> goRunning(String library) {
        if (!Files.isDirectory(Path.of("/usr/share/gocode/src", library))) {
            return Optional.empty();
        }
        return ClientProgram.find(List.of("go"), "version")
                .map(go ->
                        new ClientProgram(List.of("env", "GO111MODULE=off", "GOPATH=/usr/share/gocode", "go", "run")));
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
    void mariadbCommandLine() throws Exception {
        ClientProgram program =
                installed("the mariadb command line", ClientProgram.find(List.of("mariadb"), "--version"));
        assertSame(commandLine(program, sides.directPort()), commandLine(program, sides.proxyPort()));
    }

    /**
     * MySQL's own can't log in to the MariaDB behind Pinion without a plug-in that its packages leave out, but it can to
     * Pinion. It leaves {@code use} and the like in scripts to the server unless told otherwise.
     */
    @Test
    void mysqlCommandLine() throws Exception {
        Optional<ClientProgram> found = ClientProgram.find(
                        List.of(System.getProperty(MYSQL_CLIENT, "mysql")), "--version")
                .filter(program -> !program.run(Map.of(), "--version").output().contains("MariaDB"));
        List<String> lines = commandLine(installed("the mysql command line", found), sides.proxyPort(), "--commands");
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

    private static List<String> commandLine(ClientProgram program, int port, String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "--no-defaults", "-h127.0.0.1", "-P" + port, "-uapp", "-papp", "--default-character-set=utf8mb4"));
        arguments.addAll(List.of(options));
        // Very verbose: every statement, how many rows it touched, and its info text.
        arguments.addAll(List.of("--table", "--comments", "-vv", "legacy"));
        var outcome = program.run(Map.of(), Path.of(script("cli_session.sql")), arguments.toArray(String[]::new));
        assertThat(outcome.status()).as(outcome.output()).isZero();
        return outcome.output()
                .lines()
                .filter(line -> CONNECTION_FACTS.stream().noneMatch(line::startsWith))
                .toList();
    }
}
