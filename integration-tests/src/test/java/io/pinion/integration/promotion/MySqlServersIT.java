package io.pinion.integration.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MySqlPair;
import io.pinion.integration.testing.NeedsMySql97;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.Replication;
import io.pinion.operations.server.ServerAccount;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What promotions do to MySQL 9.7 servers, without a proxy: fences, positions and replication both ways. */
@NeedsMySql97
class MySqlServersIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final String PASSWORD = "it-is-a-test";

    private final GivenServers servers = GivenServers.mysql97();

    @Test
    void aFencedServerRefusesEveryAccountAndTheOperatorOpensIt() throws SQLException {
        try (ManagedServer root = servers.manage(0)) {
            root.unfence();
            root.createAccounts(accounts());
            try (ManagedServer operator = loggedIn(AccountRole.OPERATOR);
                    ManagedServer data = loggedIn(AccountRole.DATA)) {
                data.execute(List.of("CREATE DATABASE pinion_it", "CREATE TABLE pinion_it.t (id INT PRIMARY KEY)"));
                operator.fence(TIMEOUT);
                assertThat(operator.isFenced()).isTrue();
                for (ManagedServer writer : List.of(data, operator, root)) {
                    assertThatThrownBy(() -> writer.execute(List.of("INSERT INTO pinion_it.t VALUES (1)")))
                            .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                                    .isEqualTo(1290));
                }
                operator.unfence();
                data.execute(List.of("INSERT INTO pinion_it.t VALUES (2)"));
                assertThat(operator.awaitPosition(operator.position(), TIMEOUT)).isTrue();
            } finally {
                root.unfence();
                root.execute(List.of("DROP DATABASE IF EXISTS pinion_it"));
            }
        }
    }

    @Test
    void theMonitorSeesReplicationAndPosition() throws SQLException {
        try (ManagedServer root = servers.manage(0)) {
            root.createAccounts(accounts());
        }
        try (ManagedServer monitor = loggedIn(AccountRole.MONITOR)) {
            assertThat(monitor.replication().lastError()).isEmpty();
            assertThat(monitor.position().gtids()).doesNotContain("\n");
        }
    }

    @Test
    @NeedsMySql97(2)
    void twoServersReplicateBothWays() throws SQLException {
        try (MySqlPair pair = MySqlPair.join(servers);
                ManagedServer first = pair.manage(0);
                ManagedServer second = pair.manage(1)) {
            Replication replication = new Replication(first, second);

            first.execute(List.of("CREATE DATABASE pinion_it", "CREATE TABLE pinion_it.t (id INT PRIMARY KEY)"));
            replication.awaitCaughtUp(TIMEOUT);
            second.execute(List.of("INSERT INTO pinion_it.t VALUES (1)"));
            replication.awaitCaughtUp(TIMEOUT);

            try (Connection connection = first.connection()) {
                assertThat(Jdbc.value(connection, "SELECT COUNT(*) FROM pinion_it.t"))
                        .isEqualTo("1");
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
