package io.pinion.integration.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operation says of a server that goes away in the middle of what it does there. */
class LostServerIT {
    @Test
    void itIsNamedInOneLineAndTheReasonBehindIt(@TempDir Path directory) throws Exception {
        try (LocalServers servers = LocalServers.open(directory.resolve("servers"))) {
            LocalServer server = servers.start(ServerSpec.single("MySQL001A"));
            Server named = new Server("MySQL001A", server.host(), server.port());
            ServerAccess access = new ServerAccess(new Secrets(Map.of("ROOT", server.rootPassword())::get), Map::of);
            Account root = new Account(Account.OPERATOR, server.rootUser(), "env:ROOT");
            try (ServerConnection connection = ServerConnection.open(access, named, root, Duration.ofSeconds(10))) {
                server.kill9();

                for (int attempt = 0; attempt < 2; attempt++) {
                    Failure failure = Failure.of(() -> connection.execute(List.of("SELECT 1")));

                    assertThat(failure.message())
                            .startsWith("the connection to MySQL001A (127.0.0.1:" + server.port() + ") is lost: ")
                            .hasLineCount(1)
                            .doesNotContain("Communications link failure");
                    assertThat(failure.code()).isZero();
                    assertThat(failure.sqlState()).startsWith("08");
                }
            }
        }
    }
}
