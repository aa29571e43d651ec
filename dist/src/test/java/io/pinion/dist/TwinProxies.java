package io.pinion.dist;

import io.pinion.demo.EmbeddedZooKeeper;
import io.pinion.demo.FreePorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Two proxies of a new cluster, each of which may be killed and is started again on its port. */
final class TwinProxies implements AutoCloseable {
    static final String USER = "admin";
    static final String PASSWORD = "Adm1n-of-it";

    private final InstalledPinion pinion;
    private final List<Path> settings = new ArrayList<>();
    private final List<InstalledPinion.Proxy> proxies = new ArrayList<>();
    private final JournalWatch journal;

    private TwinProxies(InstalledPinion pinion, JournalWatch journal) {
        this.pinion = pinion;
        this.journal = journal;
    }

    /** @param serverVersion what clients are greeted with before there are servers */
    static TwinProxies start(InstalledPinion pinion, EmbeddedZooKeeper zooKeeper, String serverVersion)
            throws Exception {
        return start(pinion, zooKeeper, serverVersion, "");
    }

    /** @param more settings, in YAML */
    static TwinProxies start(InstalledPinion pinion, EmbeddedZooKeeper zooKeeper, String serverVersion, String more)
            throws Exception {
        Path etc = pinion.beginCluster(zooKeeper, serverVersion, PASSWORD);
        String secret = Files.readString(etc.resolve("secrets/zookeeper")).strip();
        TwinProxies twins = new TwinProxies(pinion, new JournalWatch(zooKeeper.connectString(), secret));
        String first = Files.readString(etc.resolve("pinion.yaml"))
                        .replace("  cluster: main\n", "  cluster: main\n  session_timeout: 4s\n")
                + more;
        for (String name : List.of("one", "two")) {
            twins.settings.add(Files.writeString(
                    etc.resolve(name + ".yaml"),
                    first.replace("data_directory: " + etc + "/data", "data_directory: " + etc + "/" + name)));
            twins.proxies.add(twins.begun(twins.settings.getLast(), FreePorts.next()));
        }
        return twins;
    }

    private InstalledPinion.Proxy begun(Path with, int port) throws Exception {
        return pinion.serve("--config", with.toString(), "--port", "" + port, "--http-port", "0");
    }

    JournalWatch journal() {
        return journal;
    }

    /** By a command, since drivers ask a server while they connect, and there is none before the first pair. */
    void createPair(String rootPassword, String name, String primary, String... more) throws Exception {
        pinion.with("PINION_PASSWORD", PASSWORD)
                .with("PINION_SERVER_PASSWORD", rootPassword)
                .run(InstalledPinion.createPair(proxies.getFirst().port(), name, primary, more));
    }

    /** Of both processes. */
    Stream<ProcessHandle> processes() {
        return proxies.stream().map(proxy -> proxy.process().toHandle());
    }

    /** @param proxy 0 or 1 */
    Connection connect(int proxy) throws SQLException {
        return JdbcClients.connect(proxies.get(proxy).port(), USER, PASSWORD);
    }

    /** Kills the proxy that a journal names, and starts it again. */
    void killAndStart(String name) throws Exception {
        for (int proxy = 0; proxy < proxies.size(); proxy++) {
            int port = proxies.get(proxy).port();
            if (name.endsWith(":" + port)) {
                proxies.get(proxy).kill();
                proxies.set(proxy, begun(settings.get(proxy), port));
                return;
            }
        }
        throw new AssertionError("no proxy is " + name);
    }

    @Override
    public void close() {
        for (InstalledPinion.Proxy proxy : proxies) {
            proxy.close();
        }
        journal.close();
    }
}
