package io.pinion.integration.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.FreePorts;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.ProxyProcess;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.server.testing.Conditions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Proxies as processes are stopped and started while clients write, who connect again and see no other error. */
@ExtendWith(SharedDemo.Provider.class)
class ProxyRestartIT {
    private static final String TABLE = "legacy.restarts";
    private static final int WRITERS = 8;

    private final SharedDemo demo;

    ProxyRestartIT(SharedDemo demo) {
        this.demo = demo;
    }

    @BeforeEach
    void makeTable() throws Exception {
        demo.first().execute("CREATE OR REPLACE TABLE " + TABLE + " (id VARCHAR(40) PRIMARY KEY, n INT)");
    }

    @AfterEach
    void dropTable() throws Exception {
        demo.first().execute("DROP TABLE " + TABLE);
    }

    @Test
    void oneOfSeveralIsRestarted() throws Exception {
        try (ProxyProcess one = proxy("restarted-one");
                ProxyProcess other = proxy("restarted-other")) {
            one.start();
            other.start();
            try (ReconnectingWriters writers =
                    new ReconnectingWriters(TABLE, List.of(one.port(), other.port()), WRITERS)) {
                writers.awaitMore(50);
                for (ProxyProcess proxy : List.of(one, other)) {
                    proxy.terminate();
                    assertThat(proxy.awaitEnd()).isZero();
                    writers.awaitMore(50);
                    proxy.start();
                }
                requireAll(writers);
            }
        }
    }

    @Test
    void aProxyOnTheSamePortTakesOver() throws Exception {
        int port = FreePorts.next();
        try (ProxyProcess old = sharing(port, "taken-over");
                ProxyProcess upgraded = sharing(port, "taking-over")) {
            old.start();
            try (ReconnectingWriters writers = new ReconnectingWriters(TABLE, List.of(port), WRITERS)) {
                writers.awaitMore(50);
                upgraded.start();
                old.terminate();
                assertThat(old.awaitEnd()).isZero();
                writers.awaitMore(50);
                requireAll(writers);
            }
        }
    }

    private void requireAll(ReconnectingWriters writers) throws SQLException {
        writers.stop();
        assertThat(writers.errors).isEmpty();
        assertThat(writers.reconnects).hasPositiveValue();
        try (Connection server = demo.first().connect()) {
            assertThat(Jdbc.column(server, "SELECT id FROM " + TABLE)).containsAll(writers.acknowledged);
            assertThat(Jdbc.column(server, "SELECT id FROM " + TABLE + " WHERE n = 0 AND id NOT LIKE '%-0'"))
                    .isEmpty();
        }
    }

    @Test
    void aSecondSignalHurries() throws Exception {
        try (ProxyProcess proxy = proxy("hurried")) {
            proxy.start();
            try (Connection client = connect(proxy.port())) {
                Jdbc.execute(client, "BEGIN");
                Jdbc.execute(client, "INSERT INTO " + TABLE + " VALUES ('open', 1)");
                proxy.terminate();
                awaitClosed(proxy.port());
                // It is given 30 seconds.
                Jdbc.execute(client, "INSERT INTO " + TABLE + " VALUES ('goes on', 1)");
                assertThat(proxy.isAlive()).isTrue();

                proxy.terminate();
                assertThat(proxy.awaitEnd()).isZero();
            }
        }
        try (Connection server = demo.first().connect()) {
            Conditions.await(
                    () -> Jdbc.column(server, "SELECT id FROM " + TABLE).isEmpty());
        }
    }

    private static void awaitClosed(int port) {
        Conditions.await(() -> {
            try (Connection fresh = connect(port)) {
                return fresh.isClosed();
            } catch (SQLException refused) {
                return true;
            }
        });
    }

    private static Connection connect(int port) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + port + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true", "app", "app");
    }

    private ProxyProcess proxy(String name) throws IOException {
        return new ProxyProcess(demo.directory(name), demo.zookeeperConnect(), demo.cluster());
    }

    private ProxyProcess sharing(int port, String name) throws IOException {
        return ProxyProcess.sharing(port, demo.directory(name), demo.zookeeperConnect(), demo.cluster());
    }
}
