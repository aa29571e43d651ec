package io.pinion.operations.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.replication.Standing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is told of servers that can't say anything themselves, in the numbers that MySQL's clients have for it. */
class ServerWatchTest {
    @Test
    void nobodyListening() throws Exception {
        int port;
        try (ServerSocket closed = listening()) {
            port = closed.getLocalPort();
        }
        assertThat(reasonOf(port)).isEqualTo("error 2003 (nobody listens there), unreachable");
    }

    @Test
    void aServerThatSaysNothing() throws Exception {
        try (ServerSocket silent = listening()) {
            assertThat(reasonOf(silent.getLocalPort())).isEqualTo("error 2013 (it doesn't answer), unreachable");
        }
    }

    private static ServerSocket listening() throws IOException {
        return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    private static String reasonOf(int port) throws Exception {
        Server server = new Server("MySQL001A", "127.0.0.1", port);
        Topology topology = new Topology(
                1,
                "test",
                Map.of(server.name(), server),
                Map.of(),
                Map.of(),
                Map.of(),
                Optional.empty(),
                Map.of(),
                Map.of(Account.DATA, new Account(Account.DATA, "pinion", "env:PASSWORD")));
        CompletableFuture<String> reason = new CompletableFuture<>();
        ServerWatch.Listener listener = new ServerWatch.Listener() {
            @Override
            public void answered(Server asked, ServerReport report, Topology topology) {
                reason.complete("answered " + report.version());
            }

            @Override
            public void failed(Server asked, AskFailure why) {
                reason.complete(why.reason() + (why.unreachable() ? ", unreachable" : ""));
            }

            @Override
            public void compared(Pair pair, Standing standing) {}
        };
        Secrets secrets = new Secrets(Map.of("PASSWORD", "secret")::get);
        ServerWatch watch =
                ServerWatch.start(() -> topology, new ServerAccess(secrets, Map::of), Duration.ofSeconds(60), listener);
        try {
            return reason.get(20, TimeUnit.SECONDS);
        } finally {
            watch.close();
        }
    }
}
