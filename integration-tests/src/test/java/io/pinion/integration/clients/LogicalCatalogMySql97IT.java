package io.pinion.integration.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Verifiers;
import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.NeedsMySql97;
import io.pinion.server.bootstrap.RunningProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The logical catalog over a real MySQL 9.7, whose information_schema has other columns; only where one is given. */
@NeedsMySql97
class LogicalCatalogMySql97IT {
    private static final GivenServers SERVERS = GivenServers.mysql97();
    private static final String ACCOUNT = "pinion_catalog";
    private static final String SECRET = "catalog-secret";

    private static RunningProxy proxy;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        drop();
        asRoot("CREATE DATABASE catalog_00000 CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci");
        asRoot("CREATE DATABASE catalog_single");
        asRoot(
                "CREATE TABLE catalog_00000.pins (local_id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY COMMENT 'of a pin',"
                        + " data LONGTEXT, title VARCHAR(30) DEFAULT 'it''s', KEY by_title (title))");
        asRoot("CREATE TABLE catalog_single.t (id INT PRIMARY KEY)");
        asRoot("CREATE USER " + ACCOUNT + " IDENTIFIED BY '" + SECRET + "'");
        asRoot("GRANT ALL ON *.* TO " + ACCOUNT);
        proxy = RunningProxy.start(settings(directory), Secrets.ofProcess(), "test");
    }

    @AfterAll
    static void stop() throws Exception {
        proxy.close();
        drop();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void connectorJFindsLogicalTables(boolean useInformationSchema) throws SQLException {
        try (Connection connection = connect("&useInformationSchema=" + useInformationSchema)) {
            DatabaseMetaData metadata = connection.getMetaData();

            assertThat(column(metadata.getCatalogs(), "TABLE_CAT"))
                    .contains("pinterest", "catalog_single")
                    .doesNotContain("catalog_00000");
            assertThat(column(metadata.getColumns("pinterest", null, "pins", "%"), "COLUMN_NAME"))
                    .containsExactly("id", "data", "title");
            assertThat(column(metadata.getPrimaryKeys("pinterest", null, "pins"), "COLUMN_NAME"))
                    .containsExactly("id");
            assertThat(column(metadata.getIndexInfo("pinterest", null, "pins", false, true), "INDEX_NAME"))
                    .containsExactly("PRIMARY", "by_title");
        }
    }

    @Test
    void showAndInformationSchemaAgree() throws SQLException {
        try (Connection connection = connect("");
                Statement statement = connection.createStatement()) {
            assertThat(column(
                            statement.executeQuery("SELECT COLUMN_TYPE FROM information_schema.COLUMNS"
                                    + " WHERE TABLE_SCHEMA = DATABASE() AND COLUMN_NAME = 'id'"),
                            "COLUMN_TYPE"))
                    .isEqualTo(column(statement.executeQuery("SHOW COLUMNS FROM pins WHERE Field = 'id'"), "Type"))
                    .containsExactly("bigint unsigned");
            assertThat(column(statement.executeQuery("SHOW CREATE TABLE pins"), "Create Table")
                            .getFirst())
                    .contains(
                            "`id` bigint unsigned NOT NULL AUTO_INCREMENT COMMENT 'of a pin'",
                            "KEY `by_title` (`title`)");
            assertThat(column(statement.executeQuery("SELECT * FROM pins WHERE id = " + (1L << 36 | 1)), "id"))
                    .isEmpty();
            assertThat(column(statement.executeQuery("SHOW TRIGGERS FROM pinterest"), "Trigger"))
                    .isEmpty();
        }
    }

    private static Settings settings(Path directory) throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), SECRET);
        Verifiers app = Verifiers.of("app");
        Path topology = Files.writeString(directory.resolve("topology.json"), """
                {"generation": 1, "cluster": "catalog",
                 "servers": {"A": "%s:%d"}, "pairs": {"pair1": {"primary": "A"}}, "home": "pair1",
                 "keyspaces": {
                   "pinterest": {"kind": "id", "database": "catalog_%%05d", "ranges": [{"range": [0, 0], "pair": "pair1"}],
                     "tables": {"pins": {"kind": "object", "type": 1}}},
                   "catalog_single": {"kind": "single", "pair": "pair1"}},
                 "users": {"app": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": ["*"]}},
                 "accounts": {"data": {"user": "%s", "secret": "file:%s"}}}
                """.formatted(
                        SERVERS.addresses().getFirst().host(),
                        SERVERS.addresses().getFirst().port(),
                        app.nativeVerifier(),
                        app.sha2Verifier(),
                        ACCOUNT,
                        secret));
        return Settings.DEFAULT
                .withDataDirectory(directory.resolve("data"))
                .withListener(ListenerSettings.DEFAULT.at("127.0.0.1", 0))
                .withHttp(new HttpSettings(false, "127.0.0.1", 0))
                .withTopology(TopologySettings.DEFAULT.withFile(topology));
    }

    private static Connection connect(String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.address().getPort()
                        + "/pinterest?sslMode=DISABLED&allowPublicKeyRetrieval=true" + options,
                "app",
                "app");
    }

    private static void drop() throws SQLException {
        asRoot("DROP DATABASE IF EXISTS catalog_00000");
        asRoot("DROP DATABASE IF EXISTS catalog_single");
        asRoot("DROP USER IF EXISTS " + ACCOUNT);
    }

    private static void asRoot(String sql) throws SQLException {
        GivenServers.Address server = SERVERS.addresses().getFirst();
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:mysql://" + server.host() + ":" + server.port()
                                + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                        "root",
                        GivenServers.mysql97Password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
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
}
