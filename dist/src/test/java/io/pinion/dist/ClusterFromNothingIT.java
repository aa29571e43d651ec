package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * From four servers without data, three ZooKeepers and the tarball to a sharded table, by commands of Pinion alone. More by hand: {@code
 * -Dpinion.shards=4096}, {@code -Dpinion.megabytes=1000} for a server that runs, {@code -Dpinion.empty} for other servers.
 */
class ClusterFromNothingIT {
    private static final int SHARDS = Integer.getInteger("pinion.shards", 256);
    private static final int MEGABYTES = Integer.getInteger("pinion.megabytes", 20);
    private static final int WRITERS = 32;
    private static final String PASSWORD = "Adm1n-of-it";

    private final Path directory;
    private EmptyServers servers;
    private ZooKeeperEnsemble zooKeepers;
    private InstalledPinion pinion;
    private String port;
    private final Parts parts = new Parts();
    private final List<String> typed = new ArrayList<>();

    ClusterFromNothingIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeEach
    void start() throws Exception {
        zooKeepers = ZooKeeperEnsemble.start(directory.resolve("zookeepers"));
        parts.push(zooKeepers);
        servers = EmptyServers.start(directory.resolve("servers"));
        parts.push(servers);
        Path home = Files.createDirectories(directory.resolve("host"));
        pinion = InstalledPinion.unpackedInto(home)
                .with("PINION_PASSWORD", PASSWORD)
                .with("PINION_SERVER_PASSWORD", servers.rootPassword());
        port = "" + FreePorts.next();
        assertThat(zooKeepers.answers()).isTrue();
    }

    @AfterEach
    void stop() throws Exception {
        parts.end();
    }

    /** A command that an operator types, and what it prints. */
    private String type(String... command) throws Exception {
        typed.add("pinion " + String.join(" ", command));
        long begun = System.nanoTime();
        String out = command[0].equals("init") ? pinion.runWith(PASSWORD, command) : pinion.run(command);
        System.out.printf("%5d ms: %s%n", (System.nanoTime() - begun) / 1_000_000, typed.getLast());
        return out;
    }

    /** Its settings are written and it serves; the proxy's process goes on in the background. */
    private void begin() throws Exception {
        type(
                "init",
                "--directory",
                "etc",
                "--server-version",
                servers.version(),
                "--zookeeper",
                zooKeepers.hosts(),
                "--port",
                port);
        typed.add("pinion serve --config etc/pinion.yaml");
        parts.push(pinion.serve("--config", "etc/pinion.yaml", "--http-port", "0"));
    }

    private void createPair(String name, int first, String... more) throws Exception {
        List<String> standby =
                new ArrayList<>(List.of("standby", servers.addresses().get(first + 1)));
        standby.addAll(List.of(more));
        type(InstalledPinion.createPair(
                Integer.parseInt(port), name, servers.addresses().get(first), standby.toArray(String[]::new)));
    }

    private Connection client() throws SQLException {
        return JdbcClients.connect(Integer.parseInt(port), "admin", PASSWORD);
    }

    @Test
    void emptyServersBecomeAShardedTable() throws Exception {
        long begun = System.nanoTime();
        begin();
        createPair("p1", 0);
        createPair("p2", 2);
        type("create", "keyspace", "shop", "id", "shards", "" + SHARDS, "on", "pairs", "p1,", "p2", "--port", port);
        try (Connection client = client()) {
            JdbcClients.execute(
                    client,
                    "CREATE TABLE shop.users (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))"
                            + " COMMENT 'pinion: object'",
                    "INSERT INTO shop.users (name) VALUES ('ada'), ('ben'), ('eva')");
            assertThat(JdbcClients.value(client, "SELECT COUNT(*) FROM shop.users"))
                    .isEqualTo("3");
            String id = JdbcClients.value(client, "SELECT id FROM shop.users WHERE name = 'ada'");
            assertThat(JdbcClients.value(client, "SELECT name FROM shop.users WHERE id = " + id))
                    .isEqualTo("ada");
        }
        System.out.printf(
                "%d commands of Pinion and %d ms from empty servers to a row in one of %d shards%n",
                typed.size(), (System.nanoTime() - begun) / 1_000_000, SHARDS);
        assertThat(typed).hasSizeLessThanOrEqualTo(10);
        assertThat(pinion.run("show", "pairs", "--port", port, "--format", "json"))
                .contains("both ways")
                .doesNotContain("doesn't");
    }

    @Test
    void aRunningServerComesInWhileItsClientsWrite() throws Exception {
        try (Connection root = servers.connect(0)) {
            DirectClients.fill(root, MEGABYTES);
        }
        begin();
        try (DirectClients clients = new DirectClients(servers, WRITERS)) {
            clients.awaitMore(500);
            createPair("old", 0, "as", "home");
            clients.awaitMore(500);
            clients.stop();
            assertThat(clients.errors()).isEmpty();
            System.out.printf(
                    "%d rows by %d clients beside the copy of %d MB; the longest wait for a commit %d ms%n",
                    clients.acknowledged(), WRITERS, MEGABYTES, clients.longestMillis());
            try (Connection client = client()) {
                assertThat(JdbcClients.value(client, "SELECT COUNT(*) FROM shop.written"))
                        .isEqualTo("" + clients.acknowledged());
            }
        }
        requireCopy();
    }

    private void requireCopy() throws Exception {
        try (Connection primary = servers.connect(0);
                Connection standby = servers.connect(1)) {
            String rows = JdbcClients.value(primary, "SELECT COUNT(*) FROM shop.written");
            long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
            while (!JdbcClients.value(standby, "SELECT COUNT(*) FROM shop.written")
                            .equals(rows)
                    && System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(100);
            }
            for (String sum : List.of(
                    "SELECT SUM(CRC32(CONCAT(id, '#', n))) FROM shop.written",
                    "SELECT SUM(CRC32(CONCAT(id, '#', data))) FROM shop.big")) {
                assertThat(JdbcClients.value(standby, sum)).isEqualTo(JdbcClients.value(primary, sum));
            }
        }
    }
}
