package io.pinion.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.ServerAccount;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LocalPairIT {
    private final LocalServers servers;
    private final LocalPair pair;

    LocalPairIT(@TempDir Path directory) throws IOException {
        servers = LocalServers.open(directory);
        pair = LocalPair.start(servers, "P", 1);
    }

    @BeforeAll
    void createTable() throws SQLException {
        pair.primary().execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
        pair.awaitCaughtUp();
    }

    @AfterAll
    void stop() throws IOException {
        servers.close();
    }

    @Test
    void replicatesBothWays() throws SQLException {
        pair.primary().execute("INSERT INTO d.t VALUES (1)");
        pair.awaitCaughtUp();
        assertThat(Ask.root(pair.standby(), "SELECT COUNT(*) FROM d.t WHERE id = 1"))
                .isEqualTo("1");

        promote(pair.primary(), pair.standby());
        pair.standby().execute("INSERT INTO d.t VALUES (2)");
        pair.awaitCaughtUp();
        assertThat(Ask.root(pair.primary(), "SELECT COUNT(*) FROM d.t WHERE id = 2"))
                .isEqualTo("1");
        promote(pair.standby(), pair.primary());
    }

    @Test
    void replicatesAgainAfterTheStandbyWasKilled() throws Exception {
        pair.standby().kill9();
        pair.primary().execute("INSERT INTO d.t VALUES (3)");
        pair.standby().start();
        pair.awaitReplicating();
        pair.awaitCaughtUp();
        assertThat(Ask.root(pair.standby(), "SELECT COUNT(*) FROM d.t WHERE id = 3"))
                .isEqualTo("1");
    }

    @Test
    void aFencedServerRefusesTheDataAccountAndNotTheOperator() throws SQLException {
        try (ManagedServer standby = pair.standby().manage()) {
            standby.createAccounts(List.of(
                    ServerAccount.of(AccountRole.DATA, "127.0.0.1", "d"),
                    ServerAccount.of(AccountRole.MONITOR, "127.0.0.1", "m"),
                    ServerAccount.of(AccountRole.OPERATOR, "127.0.0.1", "o")));
            assertThat(standby.isFenced()).isTrue();
        }
        try (Connection data = pair.standby().connect(AccountRole.DATA.userName(), "d")) {
            assertThatThrownBy(() -> data.createStatement().execute("INSERT INTO d.t VALUES (4)"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1290));
        }
        try (ManagedServer operator =
                ManagedServer.connect("B", "127.0.0.1", pair.standby().port(), AccountRole.OPERATOR.userName(), "o")) {
            operator.executeUnreplicated(List.of("INSERT INTO d.t VALUES (5)", "DELETE FROM d.t WHERE id = 5"));
            operator.unfence();
            assertThat(operator.isFenced()).isFalse();
            operator.fence(Duration.ofSeconds(20));
            assertThat(operator.isFenced()).isTrue();
        }
    }

    @Test
    void theMonitorSeesReplicationButNoData() throws SQLException {
        try (ManagedServer primary = pair.primary().manage()) {
            primary.createAccounts(List.of(ServerAccount.of(AccountRole.MONITOR, "127.0.0.1", "m")));
        }
        try (ManagedServer monitor =
                ManagedServer.connect("A", "127.0.0.1", pair.primary().port(), AccountRole.MONITOR.userName(), "m")) {
            assertThat(monitor.replication().isRunning()).isTrue();
            assertThat(monitor.position().gtids()).startsWith("1-11-");
            assertThatThrownBy(() -> monitor.execute(List.of("SELECT * FROM d.t")))
                    .isInstanceOf(SQLException.class);
        }
    }

    private void promote(LocalServer from, LocalServer to) throws SQLException {
        from.fence(true);
        pair.awaitCaughtUp();
        to.fence(false);
    }
}
