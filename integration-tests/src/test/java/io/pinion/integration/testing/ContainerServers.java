package io.pinion.integration.testing;

import io.pinion.demo.FreePorts;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * MySQL servers in containers, in the place of given ones: {@code -Dpinion.mysql97=containers} starts three for each JVM that runs
 * tests with real servers, where Testcontainers finds a Docker engine. The containers use the host's network, because the servers replicate from each other by
 * the addresses that the tests use.
 */
public final class ContainerServers implements LauncherSessionListener {
    private static final String IMAGE = System.getProperty("pinion.mysql97.image", "mysql:9.7");
    private static final int SERVERS = 3;

    /** An image that isn't there yet is loaded first. */
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final List<GenericContainer<?>> started = new ArrayList<>();

    /** Runs before the first test of this JVM. */
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        if (!GivenServers.areWantedInContainers()) {
            return;
        }
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            throw new IllegalStateException("-D" + GivenServers.MYSQL97 + "=" + GivenServers.CONTAINERS
                    + " needs a Docker engine, and Testcontainers finds none: give the addresses of servers instead");
        }
        List<String> addresses = new ArrayList<>();
        try {
            for (int number = 1; number <= SERVERS; number++) {
                addresses.add(start(number));
            }
        } catch (IOException | RuntimeException | Error e) {
            // A session that didn't open isn't closed.
            started.forEach(GenericContainer::stop);
            throw new IllegalStateException("MySQL servers in containers of " + IMAGE + " don't start", e);
        }
        System.setProperty(GivenServers.MYSQL97, String.join(",", addresses));
        // They are this JVM's own, whichever it is.
        System.setProperty(GivenServers.FORK, "1");
    }

    private String start(int number) throws IOException {
        int port = FreePorts.next();
        GenericContainer<?> server = server(number, port);
        started.add(server);
        server.start();
        return "127.0.0.1:" + port;
    }

    private static GenericContainer<?> server(int number, int port) {
        return new GenericContainer<>(DockerImageName.parse(IMAGE))
                .withNetworkMode("host")
                .withEnv("MYSQL_ROOT_PASSWORD", GivenServers.mysql97Password())
                .withEnv("MYSQL_ROOT_HOST", "%")
                .withCommand(
                        "--bind-address=127.0.0.1",
                        "--port=" + port,
                        "--mysqlx=OFF",
                        "--server-id=" + (1000 + number),
                        "--log-bin=binlog",
                        "--gtid-mode=ON",
                        "--enforce-gtid-consistency=ON",
                        "--skip-name-resolve",
                        "--max-connections=2000",
                        "--innodb-buffer-pool-size=128M",
                        "--innodb-flush-log-at-trx-commit=2",
                        "--sync-binlog=0")
                .waitingFor(Wait.forLogMessage(".*ready for connections.* port: " + port + " .*", 1)
                        .withStartupTimeout(TIMEOUT));
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        started.forEach(GenericContainer::stop);
    }
}
