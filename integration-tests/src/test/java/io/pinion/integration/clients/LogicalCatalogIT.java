package io.pinion.integration.clients;

import static io.pinion.integration.clients.InstalledProgram.installed;
import static io.pinion.integration.clients.InstalledProgram.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.demo.LocalServer;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keyspaces as databases and each table once, as tools and ORMs ask for them. */
@ExtendWith(SharedDemo.Provider.class)
class LogicalCatalogIT {
    /** The shard of the first pair that stands for the keyspace. */
    private static final String FIRST = "db00000";

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static LocalServer home;
    private static RunningProxy proxy;

    @BeforeAll
    static void start(SharedDemo demo) throws Exception {
        home = demo.first();
        home.execute(
                "CREATE USER 'app'@'127.0.0.1' IDENTIFIED BY 'app'",
                "GRANT ALL ON *.* TO 'app'@'127.0.0.1'",
                "CREATE TABLE legacy.authors (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40) NOT NULL DEFAULT 'it''s'"
                        + " COMMENT 'of a person', born DATE, KEY by_name (name)) COMMENT 'who writes'",
                "CREATE TABLE legacy.books (id INT AUTO_INCREMENT PRIMARY KEY, author_id INT, title TEXT, price DECIMAL(8,2),"
                        + " CONSTRAINT written_by FOREIGN KEY (author_id) REFERENCES legacy.authors (id))",
                "INSERT INTO legacy.authors (name) VALUES ('ä'), (''), ('x\\\\y')",
                "CREATE TABLE " + FIRST + ".stray (a INT)");
        proxy = demo.startProxy();
        try (Connection connection = SharedDemo.connect(proxy, "legacy")) {
            // Its definer is whoever Pinion logs in as, who can load it again.
            SharedDemo.update(connection, "CREATE VIEW cheap AS SELECT id, title FROM books WHERE price < 5");
        }
    }

    @AfterAll
    static void stop() throws Exception {
        proxy.close();
        home.execute(
                "DROP TABLE " + FIRST + ".stray",
                "DROP VIEW legacy.cheap",
                "DROP TABLE legacy.books, legacy.authors",
                "DROP USER 'app'@'127.0.0.1'");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void connectorJFindsLogicalTables(boolean useInformationSchema) throws SQLException {
        try (Connection connection = connect("pinterest", "&useInformationSchema=" + useInformationSchema)) {
            DatabaseMetaData metadata = connection.getMetaData();

            assertThat(column(metadata.getCatalogs(), "TABLE_CAT"))
                    .contains("information_schema", "legacy", "lookup", "pinterest")
                    .noneMatch(name -> name.startsWith("db0") || name.startsWith("msdb"));
            assertThat(column(metadata.getTables("pinterest", null, "%", new String[] {"TABLE"}), "TABLE_NAME"))
                    .containsExactlyInAnyOrder("board_has_pins", "boards", "pins", "user_has_boards", "users");
            assertThat(column(metadata.getColumns("pinterest", null, "pins", "%"), "COLUMN_NAME"))
                    .containsExactly("id", "data", "ts");
            assertThat(column(metadata.getColumns("pinterest", null, "pins", "id"), "TYPE_NAME"))
                    .containsExactly("BIGINT UNSIGNED");
            assertThat(column(metadata.getPrimaryKeys("pinterest", null, "pins"), "COLUMN_NAME"))
                    .containsExactly("id");
            assertThat(column(metadata.getIndexInfo("pinterest", null, "pins", true, true), "COLUMN_NAME"))
                    .containsExactly("id");
            assertThat(column(metadata.getImportedKeys("legacy", null, "books"), "PKTABLE_NAME"))
                    .containsExactly("authors");
            assertThat(column(metadata.getImportedKeys("pinterest", null, "pins"), "PKTABLE_NAME"))
                    .isEmpty();
        }
    }

    /** As phpMyAdmin and its like ask. */
    @Test
    void informationSchemaTellsOfKeyspaces() throws SQLException {
        try (Connection connection = SharedDemo.connect(proxy, "pinterest");
                Statement statement = connection.createStatement()) {
            assertThat(column(
                            statement.executeQuery("SELECT SCHEMA_NAME, DEFAULT_COLLATION_NAME FROM"
                                    + " information_schema.SCHEMATA WHERE SCHEMA_NAME LIKE 'p%'"),
                            "SCHEMA_NAME"))
                    .contains("pinterest");
            assertThat(column(
                            statement.executeQuery(
                                    "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()"),
                            "table_name"))
                    .containsExactlyInAnyOrder("board_has_pins", "boards", "pins", "user_has_boards", "users");
            assertThat(column(
                            statement.executeQuery("SELECT t.TABLE_NAME, COUNT(*) AS n FROM information_schema.TABLES t"
                                    + " JOIN information_schema.COLUMNS c USING (TABLE_SCHEMA, TABLE_NAME)"
                                    + " WHERE t.TABLE_SCHEMA IN ('lookup') AND t.TABLE_TYPE = 'BASE TABLE'"
                                    + " GROUP BY t.TABLE_NAME ORDER BY t.TABLE_NAME"),
                            "n"))
                    .containsExactly("2", "2");
            assertThat(column(statement.executeQuery("SHOW FULL COLUMNS FROM `pins` LIKE 'i%'"), "Type"))
                    .containsExactly("bigint(20) unsigned");
            assertThat(column(statement.executeQuery("SHOW TABLE STATUS FROM `pinterest` LIKE 'pins'"), "Engine"))
                    .containsExactly("InnoDB");
            assertThat(column(statement.executeQuery("SHOW FULL TABLES WHERE Table_type = 'VIEW'"), "Table_type"))
                    .isEmpty();
        }
    }

    /** It goes to the pair that has that shard, and keeps its names. */
    @Test
    void aShardShowsByItsOwnName() throws SQLException {
        try (Connection connection = SharedDemo.connect(proxy, "");
                PreparedStatement statement = connection.prepareStatement("SELECT COLUMN_NAME FROM"
                        + " information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = 'pins' ORDER BY"
                        + " ORDINAL_POSITION")) {
            statement.setString(1, "db03429");
            assertThat(column(statement.executeQuery(), "COLUMN_NAME")).startsWith("local_id");
            statement.setString(1, "pinterest");
            assertThat(column(statement.executeQuery(), "COLUMN_NAME")).startsWith("id");
        }
    }

    @Test
    void aColumnThatIsAddedThroughPinionIsKnownSoon() throws Exception {
        try (Connection connection = SharedDemo.connect(proxy, "pinterest");
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE " + FIRST + ".users ADD COLUMN nick VARCHAR(20) COMMENT 'short'");
            try {
                String id = Long.toString(3L << 36 | 1);
                await(() -> column(statement.executeQuery("SHOW COLUMNS FROM users"), "Field")
                        .contains("nick"));
                assertThat(columns(statement.executeQuery("SELECT * FROM users WHERE id = " + id)))
                        .contains("id", "nick")
                        .doesNotContain("local_id");
                assertThat(column(statement.executeQuery("SHOW CREATE TABLE users"), "Create Table")
                                .getFirst())
                        .contains("`nick` varchar(20)", "COMMENT 'short'", "PRIMARY KEY (`id`)");
            } finally {
                statement.execute("ALTER TABLE " + FIRST + ".users DROP COLUMN nick");
            }
            await(() -> !column(statement.executeQuery("SHOW COLUMNS FROM users"), "Field")
                    .contains("nick"));
        }
    }

    @Test
    void operatorsAreToldOfTablesThatTheTopologyDoesNotName() throws SQLException {
        try (Connection connection = SharedDemo.connect(proxy, "", "admin");
                Statement statement = connection.createStatement()) {
            // Connector/J takes a statement that begins so for one without rows.
            statement.execute("RELOAD SCHEMA");
            assertThat(column(statement.getResultSet(), "finding"))
                    .anyMatch(finding -> finding.contains("pinterest") && finding.endsWith(": stray"));
            assertThat(SharedDemo.value(connection, "SHOW TOPOLOGY STATUS", "schema_read"))
                    .isPresent();
        }
        try (Connection connection = SharedDemo.connect(proxy, "");
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("RELOAD SCHEMA"))
                    .hasMessageContaining("you need (at least one of) the ADMIN privilege");
        }
    }

    @Test
    void sqlAlchemyReflects() {
        InstalledProgram python = installed("SQLAlchemy", InstalledProgram.python("sqlalchemy, pymysql"));
        String script = script("sqlalchemy_reflection.py");

        assertThat(output(python, proxy.address().getPort(), "legacy", script))
                .isEqualTo(output(python, home.port(), "legacy", script))
                .anyMatch(line -> line.startsWith("foreign key books"));
        assertThat(output(python, proxy.address().getPort(), "pinterest", script))
                .contains(
                        "column pins id BIGINT False None",
                        "key pins ['id']",
                        "key board_has_pins ['board_id', 'sequence', 'pin_id']",
                        "reflected ['board_has_pins', 'boards', 'pins', 'user_has_boards', 'users']");
    }

    @Test
    void djangoInspects() {
        InstalledProgram python = installed("Django", InstalledProgram.python("django, MySQLdb"));
        String script = script("django_introspection.py");

        assertThat(output(python, proxy.address().getPort(), "legacy", script))
                .isEqualTo(output(python, home.port(), "legacy", script))
                .anyMatch(line -> line.startsWith("class Books"));
    }

    @Test
    void fieldListsCompleteNames() {
        InstalledProgram python = installed("PyMySQL", InstalledProgram.python("pymysql"));
        String script = script("field_list.py");

        assertThat(output(python, proxy.address().getPort(), "legacy", script, "authors", "books", "nosuch"))
                .isEqualTo(output(python, home.port(), "legacy", script, "authors", "books", "nosuch"));
        List<String> logical =
                output(python, proxy.address().getPort(), "pinterest", script, "board_has_pins", "nosuch");
        List<String> physical = output(python, home.port(), FIRST, script, "board_has_pins");
        assertThat(physical).hasSize(4);
        for (String column : List.of("board_id", "pin_id", "sequence")) {
            assertThat(physical).anyMatch(line -> line.contains(hex(column)));
            assertThat(logical.subList(0, 3))
                    .anyMatch(line -> line.contains(hex("pinterest")) && line.contains(hex(column)));
        }
        assertThat(logical).contains("nosuch (1146, \"Table 'pinterest.nosuch' doesn't exist\")");
    }

    @Test
    void aDumpOfASingleKeyspaceIsThatOfTheServerAndLoadsAgain() throws Exception {
        InstalledProgram dump = installed("mariadb-dump", InstalledProgram.find(List.of("mariadb-dump"), "--version"));
        InstalledProgram client = installed("mariadb", InstalledProgram.find(List.of("mariadb"), "--version"));
        int port = proxy.address().getPort();
        List<String> through = dump(dump, port);

        assertThat(through).isEqualTo(dump(dump, home.port())).anyMatch(line -> line.startsWith("INSERT INTO"));
        Path file = Files.createTempFile("dump", ".sql");
        try (Connection connection = SharedDemo.connect(proxy, "")) {
            Files.write(file, through);
            SharedDemo.update(connection, "CREATE DATABASE copy_of_legacy");
            var loaded =
                    client.run(Map.of(), file, login(port, "copy_of_legacy").toArray(String[]::new));
            assertThat(loaded.status()).as(loaded.output()).isZero();
            assertThat(SharedDemo.ask(connection, "SELECT GROUP_CONCAT(name) FROM copy_of_legacy.authors"))
                    .isEqualTo(SharedDemo.ask(connection, "SELECT GROUP_CONCAT(name) FROM legacy.authors"));
            SharedDemo.update(connection, "DROP DATABASE copy_of_legacy");
        } finally {
            Files.delete(file);
        }
    }

    private static List<String> dump(InstalledProgram dump, int port) {
        List<String> arguments = new ArrayList<>(login(port, "legacy"));
        arguments.add(1, "--skip-dump-date");
        arguments.add(1, "--single-transaction");
        var outcome = dump.run(Map.of(), arguments.toArray(String[]::new));
        assertThat(outcome.status()).as(outcome.output()).isZero();
        // The heading names the server's version as the greeting has it.
        return outcome.output().lines().filter(line -> !line.startsWith("-- ")).toList();
    }

    private static List<String> login(int port, String database) {
        return List.of(
                "--no-defaults",
                "-h127.0.0.1",
                "-P" + port,
                "-uapp",
                "-papp",
                "--skip-ssl",
                "--default-character-set=utf8mb4",
                database);
    }

    private static List<String> output(InstalledProgram program, int port, String database, String... arguments) {
        var outcome = program.run(
                Map.of(
                        "PINION_HOST", "127.0.0.1",
                        "PINION_PORT", Integer.toString(port),
                        "PINION_USER", "app",
                        "PINION_PASSWORD", "app",
                        "PINION_DATABASE", database),
                arguments);
        assertThat(outcome.status()).as(outcome.output()).isZero();
        return outcome.output().lines().toList();
    }

    private static Connection connect(String database, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.address().getPort() + "/" + database
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true" + options,
                "app",
                "app");
    }

    private static List<String> column(ResultSet rows, String label) throws SQLException {
        List<String> values = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                values.add(rows.getString(label));
            }
        }
        return values;
    }

    private static List<String> columns(ResultSet rows) throws SQLException {
        try (rows) {
            List<String> labels = new ArrayList<>();
            for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                labels.add(rows.getMetaData().getColumnLabel(column));
            }
            return labels;
        }
    }

    private static void await(Conditions.Condition condition) {
        Conditions.await("knowing it", TIMEOUT, condition);
    }

    private static String hex(String text) {
        return java.util.HexFormat.of().formatHex(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
