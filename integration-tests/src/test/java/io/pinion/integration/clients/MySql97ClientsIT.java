package io.pinion.integration.clients;

import static io.pinion.integration.clients.InstalledProgram.installed;
import static io.pinion.integration.clients.SideBySide.assertSame;
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
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients on a real MySQL 9.7 and through Pinion in front of it; only where one is given. */
@NeedsMySql97
class MySql97ClientsIT {
    private static final GivenServers SERVERS = GivenServers.mysql97();
    private static final List<String> DATABASES = List.of("legacy", "dump_original", "dump_copy");

    private static RunningProxy proxy;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        drop();
        for (String database : DATABASES) {
            asRoot("", "CREATE DATABASE " + database);
        }
        asRoot("", "CREATE USER app IDENTIFIED BY 'app'", "GRANT ALL ON *.* TO app");
        proxy = RunningProxy.start(settings(directory), Secrets.ofProcess(), "test");
    }

    @AfterAll
    static void stop() throws Exception {
        proxy.close();
        drop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"useServerPrepStmts=false", "useServerPrepStmts=true&useCursorFetch=true"})
    void connectorJ(String options) throws Exception {
        String with = "/legacy?allowMultiQueries=true&allowPublicKeyRetrieval=true&" + options;
        assertSame(
                JdbcSession.lines("jdbc:mysql://127.0.0.1:" + directPort() + with, Integer.MIN_VALUE),
                JdbcSession.lines("jdbc:mysql://127.0.0.1:" + proxyPort() + with, Integer.MIN_VALUE));
    }

    /** Its server-side prepared statements fail on MySQL 9.7 itself (1835) where a NULL is bound without a type. */
    @Test
    void mariadbConnectorJ() throws Exception {
        String with = "/legacy?allowMultiQueries=true&allowPublicKeyRetrieval=true";
        assertSame(
                JdbcSession.lines("jdbc:mariadb://127.0.0.1:" + directPort() + with, 2),
                JdbcSession.lines("jdbc:mariadb://127.0.0.1:" + proxyPort() + with, 2));
    }

    @Test
    void r2dbcMysql() {
        assertSame(
                R2dbcSession.lines("r2dbc:mysql://127.0.0.1:" + directPort() + "/legacy"),
                R2dbcSession.lines("r2dbc:mysql://127.0.0.1:" + proxyPort() + "/legacy"));
    }

    @Test
    void mysqlCommandLine() {
        InstalledProgram program = installed("the mysql command line", InstalledProgram.mysql("mysql"));
        assertSame(
                CommandLine.session(program, directPort(), "--commands"),
                CommandLine.session(program, proxyPort(), "--commands"));
    }

    @Test
    void aTerminal() {
        InstalledProgram program = installed("the mysql command line", InstalledProgram.mysql("mysql"));
        // Here an interrupted SLEEP answers a row.
        assertSame(CommandLine.terminal(program, directPort()), CommandLine.terminal(program, proxyPort()));
    }

    @Test
    void aDumpOfEverything() throws Exception {
        FullDump dump = new FullDump(
                installed("MySQL's mysqldump", InstalledProgram.mysql("mysqldump")),
                installed("the mysql command line", InstalledProgram.mysql("mysql")));
        asRoot("dump_original", FullDump.OBJECTS.toArray(String[]::new));
        List<String> direct = dump.of(directPort(), "dump_original", "--set-gtid-purged=OFF");
        assertThat(direct).anyMatch(line -> line.contains("EVENT `dumped_event`"));
        assertSame(direct, dump.of(proxyPort(), "dump_original", "--set-gtid-purged=OFF"));

        dump.loadInto(proxyPort(), "dump_copy", direct);
        assertSame(
                direct.stream()
                        .map(line -> line.replace("dump_original", "dump_copy"))
                        .toList(),
                dump.of(directPort(), "dump_copy", "--set-gtid-purged=OFF"));
    }

    private static int directPort() {
        return SERVERS.addresses().getFirst().port();
    }

    private static int proxyPort() {
        return proxy.address().getPort();
    }

    private static Settings settings(Path directory) throws Exception {
        Path secret = Files.writeString(directory.resolve("secret"), "app");
        Verifiers app = Verifiers.of("app");
        Path topology = Files.writeString(directory.resolve("topology.json"), """
                {"generation": 1, "cluster": "clients",
                 "servers": {"A": "127.0.0.1:%d"}, "pairs": {"pair1": {"primary": "A"}}, "home": "pair1",
                 "keyspaces": {"legacy": {"kind": "single", "pair": "pair1"}},
                 "users": {"app": {"password_hash": {"native": "%s", "sha2": "%s"}, "keyspaces": ["*"]}},
                 "accounts": {"data": {"user": "app", "secret": "file:%s"}}}
                """.formatted(
                        directPort(), app.nativeVerifier(), app.sha2Verifier(), secret));
        return Settings.DEFAULT
                .withDataDirectory(directory.resolve("data"))
                .withListener(ListenerSettings.DEFAULT.at("127.0.0.1", 0))
                .withHttp(new HttpSettings(false, "127.0.0.1", 0))
                .withTopology(TopologySettings.DEFAULT.withFile(topology));
    }

    private static void drop() throws SQLException {
        for (String database : DATABASES) {
            asRoot("", "DROP DATABASE IF EXISTS " + database);
        }
        asRoot("", "DROP USER IF EXISTS app");
    }

    private static void asRoot(String database, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:mysql://127.0.0.1:" + directPort() + "/" + database
                                + "?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                        "root",
                        GivenServers.mysql97Password());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
