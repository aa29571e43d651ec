package io.pinion.integration.clients;

import static io.pinion.integration.clients.InstalledProgram.installed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.server.bootstrap.RunningProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sharded keyspaces as dump programs read them without further options, and as their dumps are loaded. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
@OnEachServer
class ShardedDumpIT {
    private static final List<String> TABLES = List.of(
            "pinterest.users",
            "pinterest.pins",
            "pinterest.board_has_pins",
            "pinterest.colours",
            "pinterest.jobs",
            "lookup.phones");
    private static final List<String> DEFINITIONS = List.of(
            "CREATE TABLE pinterest.users (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, data LONGTEXT)"
                    + " COMMENT 'pinion: object'",
            "CREATE TABLE pinterest.pins (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, data LONGTEXT, cover BLOB,"
                    + " KEY by_data (data(9))) COMMENT 'it''s of pins; pinion: object type=7 colocate=data.user_id'",
            "CREATE TABLE pinterest.board_has_pins (board_id BIGINT NOT NULL, pin_id BIGINT NOT NULL, sequence INT NOT NULL,"
                    + " PRIMARY KEY (board_id, sequence)) COMMENT 'pinion: mapping from=board_id ids=pin_id'",
            "CREATE TABLE pinterest.colours (n INT PRIMARY KEY, name VARCHAR(20)) COMMENT 'pinion: reference'",
            "CREATE TABLE pinterest.jobs (name VARCHAR(20) PRIMARY KEY) COMMENT 'pinion: single shard=0'",
            "CREATE TABLE lookup.phones (phone VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,"
                    + " n INT) COMMENT 'pinion: hashed key=phone'");

    SchemaCluster cluster;
    RunningProxy proxy;

    @Parameter
    ServerProduct product;

    private InstalledProgram dumper() {
        return switch (product) {
            case MARIADB -> installed("mariadb-dump", InstalledProgram.find(List.of("mariadb-dump"), "--version"));
            case MYSQL97 -> installed("MySQL's mysqldump", InstalledProgram.mysql("mysqldump"));
        };
    }

    /** What its users always say. */
    private List<String> options() {
        return switch (product) {
            case MARIADB -> List.of();
            case MYSQL97 -> List.of("--set-gtid-purged=OFF", "--skip-masking-policies");
        };
    }

    private InstalledProgram loader() {
        return switch (product) {
            case MARIADB -> installed("mariadb", InstalledProgram.find(List.of("mariadb"), "--version"));
            case MYSQL97 -> installed("the mysql command line", InstalledProgram.mysql("mysql"));
        };
    }

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void start(@TempDir Path directory) throws Exception {
        dumper();
        loader();
        cluster = product.openCluster(directory);
        proxy = cluster.startProxy();
        try (Connection client = client("pinterest")) {
            for (String definition : DEFINITIONS) {
                Jdbc.execute(client, definition);
            }
            fill(client);
        }
    }

    private static void fill(Connection client) throws SQLException {
        for (int shard = 0; shard < SchemaCluster.SHARDS; shard += 9) {
            long user = (long) shard << 46 | 1L << 36 | shard + 1;
            long pin = (long) shard << 46 | 7L << 36 | 5;
            Jdbc.execute(client, "INSERT INTO users (id, data) VALUES (" + user + ", 'it''s ä🥖')");
            Jdbc.execute(
                    client,
                    "INSERT INTO pins (id, data, cover) VALUES (" + pin + ", '{\"user_id\": " + user
                            + "}', x'00ff5c27')");
            Jdbc.execute(client, "INSERT INTO board_has_pins VALUES (" + user + ", " + pin + ", 1)");
            Jdbc.execute(client, "INSERT INTO lookup.phones VALUES ('+49" + shard + "', " + shard + ")");
        }
        Jdbc.execute(client, "INSERT INTO colours VALUES (1, 'red'), (2, NULL)");
        Jdbc.execute(client, "INSERT INTO jobs VALUES ('once')");
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        if (proxy != null) {
            proxy.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--single-transaction"})
    void aDumpLoadsOverItsTables(String option) throws Exception {
        List<String> before = rows();
        String dump = dump(option, "--databases", "pinterest", "lookup");
        try (Connection client = client("pinterest")) {
            Jdbc.execute(client, "UPDATE users SET data = NULL");
            Jdbc.execute(client, "INSERT INTO jobs VALUES ('since')");
        }
        load(dump);
        assertThat(rows()).isEqualTo(before);
    }

    @Test
    void aDumpLoadsIntoAPlainServer() throws Exception {
        for (String keyspace : List.of("pinterest", "lookup")) {
            String dump = dump(keyspace);
            load(cluster.portOfShard(63), "root", cluster.rootPassword(63), "USE legacy;\n" + dump);
        }
        List<String> plain = new ArrayList<>();
        try (Connection server = cluster.toShard(63)) {
            for (String table : TABLES) {
                plain.addAll(read(server, "legacy" + table.substring(table.indexOf('.'))));
            }
        }
        assertThat(plain).isEqualTo(rows());
        try (Connection client = client("legacy")) {
            for (String table : TABLES) {
                Jdbc.execute(client, "DROP TABLE legacy" + table.substring(table.indexOf('.')));
            }
        }
    }

    /** Of all tables, each row a text, in order. */
    private List<String> rows() throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection client = client("")) {
            for (String table : TABLES) {
                rows.addAll(read(client, table));
            }
        }
        assertThat(rows).hasSizeGreaterThan(4 * 7);
        return rows;
    }

    private static List<String> read(Connection connection, String table) throws SQLException {
        String columns = String.join(", ", values(connection, "SHOW COLUMNS FROM " + table));
        return values(connection, "SELECT CONCAT_WS('|', HEX(CONCAT_WS('|', " + columns + "))) FROM " + table).stream()
                .sorted()
                .toList();
    }

    /** The first column. */
    private static List<String> values(Connection connection, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getString(1));
            }
        }
        return values;
    }

    String dump(String... arguments) {
        List<String> all =
                new ArrayList<>(List.of(InstalledProgram.login(proxy.address().getPort())));
        // The test holds the dump as text, in which a byte that is no letter of UTF-8 would be lost.
        all.add("--hex-blob");
        all.addAll(options());
        List.of(arguments).stream().filter(argument -> !argument.isEmpty()).forEach(all::add);
        var outcome = dumper().run(Map.of(), all.toArray(String[]::new));
        assertThat(outcome.status()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("-- Dump completed");
        // What the program says of the password, on the other stream.
        return String.join(
                "\n",
                outcome.output()
                        .lines()
                        .filter(line -> !line.contains("Using a password"))
                        .toList());
    }

    /** Through Pinion. */
    private void load(String dump) throws Exception {
        load(proxy.address().getPort(), "app", "app", dump);
    }

    private void load(int port, String user, String password, String dump) throws Exception {
        Path file = Files.writeString(Files.createTempFile("sharded", ".sql"), dump);
        try {
            var outcome = loader().run(
                            Map.of(),
                            file,
                            "--no-defaults",
                            "-h127.0.0.1",
                            "-P" + port,
                            "-u" + user,
                            "-p" + password,
                            "--default-character-set=utf8mb4");
            assertThat(outcome.status()).as(outcome.output()).isZero();
        } finally {
            Files.delete(file);
        }
    }

    private Connection client(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.address().getPort() + "/" + database
                        + "?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                "app",
                "app");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--single-transaction"})
    void allDatabases(String option) {
        assumeThat(product).isEqualTo(ServerProduct.MARIADB);
        assertThat(dump(option, "--all-databases"))
                .contains("USE `pinterest`;", "USE `lookup`;", "USE `legacy`;", "INSERT INTO `phones` VALUES");
    }
}
