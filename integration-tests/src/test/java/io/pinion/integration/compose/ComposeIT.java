package io.pinion.integration.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.cli.Cli;
import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.SettingsReader;
import io.pinion.config.settings.SettingsReader.SettingsReading;
import io.pinion.config.topology.Secrets;
import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.FreePorts;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.integration.testing.Jdbc;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts of docker/compose.yaml, on local servers that have its options, its accounts and its settings. */
class ComposeIT {
    private static final List<String> SERVERS = List.of("p1a", "p1b", "p2a", "p2b");

    private final Path directory;
    private final Scripts scripts;
    private final ComposeFile compose = ComposeFile.read("compose.yaml");
    private final Map<String, LocalServer> servers = new LinkedHashMap<>();

    ComposeIT(@TempDir Path directory) throws IOException {
        this.directory = directory;
        this.scripts = Scripts.in(directory.resolve("programs"));
    }

    @Test
    void theScriptsMakeAClusterThatPromotesAndMovesAndComesBack() throws Exception {
        assumeTrue(
                Stream.of("/usr/bin/mariadb", "/usr/bin/mysql").map(Path::of).anyMatch(Files::isExecutable),
                "no command line of MariaDB or MySQL is installed");
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(directory.resolve("zookeeper"), FreePorts.next());
                LocalServers local = LocalServers.open(directory.resolve("servers"))) {
            writeTopologyOnce(zooKeeper);
            startServers(local);
            try (RunningProxy proxy = proxy(zooKeeper, "first")) {
                assertThat(setUp(proxy)).contains("keyspace pinterest", "keyspace legacy");
                assertThat(setUp(proxy)).noneMatch(line -> line.startsWith("keyspace") || line.startsWith("pair"));
                assertThat(statusOnceIt(proxy, 0, ""))
                        .startsWith(
                                "main: nothing is wrong, and nothing would refuse a promotion or a move\n2 pairs, 32 shards");
                writeAndPromoteAndMove(proxy);
            }
            for (LocalServer server : servers.values()) {
                server.restart();
            }
            // This proxy has not seen which primary took writes before.
            try (RunningProxy proxy = proxy(zooKeeper, "second")) {
                setUp(proxy);
                try (Connection admin = connect(proxy)) {
                    Conditions.await(() -> Jdbc.rows(admin, "SHOW PAIRS WHERE primary = 'p1b' AND primary_state = 'up'")
                                    .size()
                            == 1);
                    assertThat(Jdbc.value(admin, "SELECT COUNT(*) FROM pinterest.users"))
                            .isEqualTo("1");
                    Jdbc.execute(admin, "INSERT INTO pinterest.users (data) VALUES ('{}')");
                }
                local("p2b").stop();
                assertThat(statusOnceIt(proxy, 1, ") is down: "))
                        .contains("pinion replace standby p2 with host:port")
                        .contains("no promotion by plan, and no move of shards: p2b doesn't answer");
            }
        }
    }

    @Test
    void aMySqlIsFencedFromItsSecondStartOn() throws Exception {
        scripts.program("mysqld", "");
        Map<String, String> variables = new TreeMap<>(compose.environment("p1a"));
        variables.put("DATA_DIRECTORY", directory.resolve("data").toString());

        assertThat(scripts.alone("database.sh", variables))
                .startsWith("mysqld")
                .contains("--gtid-mode=ON", "--server-id=11")
                .doesNotContain("--super-read-only=1", "--read-only=1");
        Files.createDirectories(directory.resolve("data/mysql"));
        assertThat(scripts.alone("database.sh", variables)).contains("--super-read-only=1");
    }

    private void writeTopologyOnce(EmbeddedZooKeeper zooKeeper) throws Exception {
        Map<String, String> where = Map.of(
                "ZOOKEEPER",
                zooKeeper.connectString(),
                "TOPOLOGY",
                ComposeFile.DIRECTORY.resolve("compose/topology.json").toString());
        assertThat(scripts.run("topology.sh", where)).anyMatch(line -> line.startsWith("generation 1 is in"));
        assertThat(scripts.run("topology.sh", where)).containsExactly("the cluster has a topology already");
    }

    private void startServers(LocalServers local) throws Exception {
        scripts.program("mariadbd", "");
        for (String name : SERVERS) {
            Map<String, String> variables = compose.environment(name);
            List<String> command = scripts.run("database.sh", variables);
            assertThat(command).startsWith("mariadbd").contains("--binlog-format=ROW", "--read-only=1");
            servers.put(
                    name,
                    local.start(new ServerSpec(
                            name,
                            Integer.parseInt(variables.getOrDefault("SERVER_ID", "")),
                            Integer.parseInt(variables.getOrDefault("PAIR_NUMBER", "")),
                            0,
                            command.subList(1, command.size()))));
        }
    }

    private RunningProxy proxy(EmbeddedZooKeeper zooKeeper, String name) throws Exception {
        String text = Files.readString(ComposeFile.DIRECTORY.resolve("compose/mariadb/pinion.yaml"));
        Settings settings = ((SettingsReading.Read) new SettingsReader().read(text)).settings();
        return RunningProxy.start(
                settings.withDataDirectory(directory.resolve(name))
                        .withListener(settings.listener().at("127.0.0.1", 0))
                        .withHttp(new HttpSettings(false, "127.0.0.1", 0))
                        .withTopology(settings.topology().withZooKeeper(zooKeeper.connectString(), "main")),
                new Secrets(compose.environment("pinion1")::get),
                "test");
    }

    private List<String> setUp(RunningProxy proxy) throws Exception {
        Map<String, String> variables = new TreeMap<>(compose.environment("setup"));
        String pairs = variables.getOrDefault("PAIRS", "");
        for (LocalServer server : servers.values()) {
            pairs = pairs.replace(server.name() + ":3306", "127.0.0.1:" + server.port());
        }
        variables.put("PAIRS", pairs);
        variables.put("PINION", "127.0.0.1:" + proxy.address().getPort());
        variables.put("ROOT_PASSWORD", servers.values().iterator().next().rootPassword());
        variables.put("READY", directory.resolve("ready").toString());
        variables.put("STAY", "no");
        return scripts.run("setup.sh", variables);
    }

    private LocalServer local(String name) {
        return Objects.requireNonNull(servers.get(name), name);
    }

    /** What {@code pinion status} prints when it ends with that status. */
    private static String statusOnceIt(RunningProxy proxy, int exitStatus, String says) {
        Cli shell = Cli.at(proxy.address().getPort(), "admin", "admin");
        AtomicReference<String> page = new AtomicReference<>("");
        Conditions.await(() -> {
            Cli.Outcome status = shell.run("status");
            page.set(status.out());
            return status.exitStatus() == exitStatus && status.out().contains(says);
        });
        return String.valueOf(page.get());
    }

    private static Connection connect(RunningProxy proxy) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.address().getPort()
                        + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=120000",
                "admin",
                "admin");
    }

    private static void writeAndPromoteAndMove(RunningProxy proxy) throws Exception {
        try (Connection admin = connect(proxy)) {
            Jdbc.execute(admin, "INSERT INTO pinterest.users (data) VALUES ('{}')");
            Jdbc.execute(admin, "PROMOTE PAIR p1");
            Jdbc.execute(admin, "MOVE SHARDS 0-3 TO PAIR p2 IN pinterest");
            Conditions.await(() ->
                    Jdbc.rows(admin, "SHOW OPERATIONS WHERE state = 'waiting'").size() == 1);
            String number = Jdbc.rows(admin, "SHOW OPERATIONS WHERE state = 'waiting'")
                    .getFirst()
                    .getFirst();
            Jdbc.execute(admin, "FINISH OPERATION " + number);
        }
    }
}
