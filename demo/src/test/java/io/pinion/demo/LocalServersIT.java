package io.pinion.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalServersIT {
    private final LocalServers servers;

    LocalServersIT(@TempDir Path directory) throws IOException {
        servers = LocalServers.open(directory);
    }

    @AfterEach
    void stop() throws IOException {
        servers.close();
    }

    @Test
    void startsFencedAndOnTheLoopbackInterfaceOnly() throws Exception {
        LocalServer server = servers.start(ServerSpec.single("a"));
        assertThat(Ask.root(server, "SELECT @@read_only")).isEqualTo("1");
        assertThat(Ask.root(server, "SELECT @@bind_address")).isEqualTo("127.0.0.1");
        assertThat(Ask.root(server, "SELECT @@port")).isEqualTo(String.valueOf(server.port()));
    }

    @Test
    void keepsDataAndPortOverAKill() throws Exception {
        LocalServer server = servers.start(ServerSpec.single("a"));
        server.execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)", "INSERT INTO d.t VALUES (7)");
        int port = server.port();
        server.kill9();
        assertThat(server.isRunning()).isFalse();
        server.start();
        assertThat(server.port()).isEqualTo(port);
        assertThat(Ask.root(server, "SELECT id FROM d.t")).isEqualTo("7");
    }

    @Test
    void leavesNoProcessBehind() throws Exception {
        LocalServer server = servers.start(ServerSpec.single("a"));
        ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
        servers.close();
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void refusesADirectoryInUse() {
        assertThatThrownBy(() -> LocalServers.open(servers.directory()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("running servers in the same directory");
    }

    @Test
    void saysWhyAServerDidNotStart() {
        ServerSpec wrong = ServerSpec.single("a").withOptions("--no-such-option");
        assertThatThrownBy(() -> servers.start(wrong))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no-such-option");
    }
}
