package io.pinion.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.Replication;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.replication.ReplicationLogin;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MySqlServersIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String PASSWORD = "it-is-a-test";

    private final GivenServers servers = GivenServers.mysql97();

    @Test
    void aFencedServerRefusesEveryAccountAndTheOperatorOpensIt() throws SQLException {
        assumeTrue(!servers.addresses().isEmpty(), GivenServers.howToGiveMySql97(1));
        try (ManagedServer root = servers.manage(0)) {
            root.unfence();
            root.createAccounts(accounts());
            try (ManagedServer operator = loggedIn(AccountRole.OPERATOR);
                    ManagedServer data = loggedIn(AccountRole.DATA)) {
                data.execute(List.of("CREATE DATABASE pinion_it", "CREATE TABLE pinion_it.t (id INT PRIMARY KEY)"));
                operator.fence(PATIENCE);
                assertThat(operator.isFenced()).isTrue();
                for (ManagedServer writer : List.of(data, operator, root)) {
                    assertThatThrownBy(() -> writer.execute(List.of("INSERT INTO pinion_it.t VALUES (1)")))
                            .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                                    .isEqualTo(1290));
                }
                operator.unfence();
                data.execute(List.of("INSERT INTO pinion_it.t VALUES (2)"));
                assertThat(operator.awaitPosition(operator.position(), PATIENCE))
                        .isTrue();
            } finally {
                root.unfence();
                root.execute(List.of("DROP DATABASE IF EXISTS pinion_it"));
            }
        }
    }

    @Test
    void theMonitorSeesReplicationAndPosition() throws SQLException {
        assumeTrue(!servers.addresses().isEmpty(), GivenServers.howToGiveMySql97(1));
        try (ManagedServer root = servers.manage(0)) {
            root.createAccounts(accounts());
        }
        try (ManagedServer monitor = loggedIn(AccountRole.MONITOR)) {
            assertThat(monitor.replication().lastError()).isEmpty();
            assertThat(monitor.position().gtids()).doesNotContain("\n");
        }
    }

    @Test
    void twoServersReplicateBothWays() throws SQLException {
        assumeTrue(servers.addresses().size() > 1, GivenServers.howToGiveMySql97(2));
        try (ManagedServer first = servers.manage(0);
                ManagedServer second = servers.manage(1)) {
            Replication replication = new Replication(first, second);
            for (ManagedServer server : List.of(first, second)) {
                server.unfence();
                server.createAccounts(accounts());
            }
            try {
                replication.join(new ReplicationLogin(AccountRole.REPLICATION.userName(), PASSWORD, false), PATIENCE);
                first.execute(List.of("CREATE DATABASE pinion_it", "CREATE TABLE pinion_it.t (id INT PRIMARY KEY)"));
                replication.awaitCaughtUp(PATIENCE);
                second.execute(List.of("INSERT INTO pinion_it.t VALUES (1)"));
                replication.awaitCaughtUp(PATIENCE);
                try (Connection connection = first.connection()) {
                    assertThat(Ask.on(connection, "SELECT COUNT(*) FROM pinion_it.t"))
                            .isEqualTo("1");
                }
                first.execute(List.of("DROP DATABASE pinion_it"));
                replication.awaitCaughtUp(PATIENCE);
            } finally {
                first.execute(first.dialect().forgetSource());
                second.execute(second.dialect().forgetSource());
            }
        }
    }

    private ManagedServer loggedIn(AccountRole role) throws SQLException {
        GivenServers.Address address = servers.addresses().getFirst();
        return ManagedServer.connect(role.userName(), address.host(), address.port(), role.userName(), PASSWORD);
    }

    private static List<ServerAccount> accounts() {
        return Arrays.stream(AccountRole.values())
                .map(role -> ServerAccount.of(role, "127.0.0.1", PASSWORD))
                .toList();
    }
}
