package io.pinion.integration.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are well, and have other passwords for Pinion's accounts than it has. */
class RefusedAccountIT {
    @TempDir
    Path directory;

    private PairCluster cluster;
    private List<ManagedServer> servers;
    private Connection operator;
    private Path secret;

    @BeforeEach
    void start() throws Exception {
        secret = Files.writeString(directory.resolve("data"), "data-secret\n");
        StartedServers started = ServerProduct.MARIADB.startPair(directory.resolve("servers"));
        servers = started.all();
        cluster = new PairCluster(directory, servers.get(0), servers.get(1), started.end());
        operator = cluster.connect(0);
        cluster.editor().change(now -> withSecret(now, "file:" + secret), 0);
        Conditions.await(
                () -> Jdbc.rows(operator, "SHOW TOPOLOGY STATUS").toString().contains("generation, 2"));
    }

    private static Topology withSecret(Topology now, String reference) {
        Map<String, Account> accounts = new HashMap<>(now.accounts());
        accounts.put(Account.DATA, new Account(Account.DATA, AccountRole.DATA.userName(), reference));
        return new Topology(
                now.generation(),
                now.cluster(),
                now.servers(),
                now.pairs(),
                now.keyspaces(),
                now.knownAnswers(),
                now.homePair(),
                now.users(),
                accounts);
    }

    @AfterEach
    void stop() throws Exception {
        operator.close();
        cluster.stop();
    }

    /** The proxies keep connections, which go on. */
    private void giveAnotherPassword(ManagedServer server, AccountRole role, String password) throws SQLException {
        server.executeUnreplicated(List.of(
                "ALTER USER '" + role.userName() + "'@'127.0.0.1' IDENTIFIED BY '" + password + "'",
                "KILL USER " + role.userName()));
    }

    private boolean isWritten() {
        try {
            PairCluster.write(operator);
            return true;
        } catch (SQLException refused) {
            return false;
        }
    }

    private String status() throws SQLException {
        return Jdbc.rows(operator, "SHOW CLUSTER STATUS").toString();
    }

    @Test
    void theAccountOfStatementsIsNamedWithItsSecretWhichIsReadAgain() throws Exception {
        giveAnotherPassword(servers.getFirst(), AccountRole.DATA, "another");

        assertThat(Failure.of(() -> PairCluster.write(operator)).message()).contains("refused account data");
        assertThat(status())
                .contains("server A refuses the account data (" + AccountRole.DATA.userName() + ") with error 1045")
                .contains("the file " + secret, "CHECK SERVERS")
                .doesNotContain("is down");
        assertThat(Jdbc.rows(operator, "SHOW PAIRS").toString()).contains("refusing: account data, error 1045");

        Files.writeString(secret, "another\n");
        Conditions.await(this::isWritten);
        assertThat(status()).doesNotContain("refuses the account");
    }

    @Test
    void aServerThatRefusesTheMonitorIsNotDown() throws Exception {
        giveAnotherPassword(servers.get(1), AccountRole.MONITOR, "another");

        Conditions.await(() -> status().contains("server B refuses the account monitor"));
        assertThat(status()).contains("the environment variable MONITOR").doesNotContain("is down", "FORCE FENCED");

        giveAnotherPassword(servers.get(1), AccountRole.MONITOR, "monitor-secret");
        Conditions.await(() -> !status().contains("refuses the account"));
    }
}
