package io.pinion.integration.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.PairSettings;
import io.pinion.config.topology.Server;
import io.pinion.integration.testing.DyingJournal;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.engine.RequestKinds;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.pair.FirstLogin;
import io.pinion.operations.pair.PairCreation;
import io.pinion.operations.pair.PairOperations;
import io.pinion.operations.pair.PairRequest;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.Replication;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A CREATE PAIR whose proxy dies, behind each write of the journal. */
@OnEachServer(mysql = 3)
class BrokenOffPairIT {
    private static final FirstLogin ROOT = new FirstLogin("root", LooseServers.ROOT_PASSWORD, "127.0.0.1");

    private PairStage stage;
    private LooseServers servers;
    private PairlessCluster cluster;
    private Connection operator;

    @Parameter
    ServerProduct product;

    /** Its proxies take nothing up by themselves. */
    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = PairStage.start(product, directory, PairCluster.WITHOUT_TAKEOVERS);
        servers = stage.servers();
        cluster = stage.cluster();
        operator = stage.operator();
        servers.first().unfence();
        servers.second().unfence();
        servers.first()
                .execute(List.of(
                        "CREATE DATABASE shop",
                        "CREATE TABLE shop.rows_of (id INT PRIMARY KEY)",
                        "INSERT INTO shop.rows_of VALUES (1), (2), (3)"));
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    private PairCreation task() {
        return new PairCreation(
                "p",
                new Server("pA", "127.0.0.1", servers.first().port()),
                Optional.of(new Server("pB", "127.0.0.1", servers.second().port())),
                true);
    }

    /** @return the number of the operation that was left; empty where it was done before so many writes */
    private Optional<Long> leftBehind(int writes) throws Exception {
        DyingJournal journal = new DyingJournal(cluster.journal(), writes);
        try (PairOperations dying = new PairOperations(cluster.services(journal))) {
            new RequestKinds(List.of(dying))
                    .run(new PairRequest.Creation(task(), Optional.of(ROOT)), "app")
                    .toCompletableFuture()
                    .join();
            // Only its end may not have been written.
            return Optional.empty();
        } catch (CompletionException died) {
            assertThat(journal.isDead()).as(died.getMessage()).isTrue();
            Operation last = journal.list().getLast();
            return last.progress().state() == State.RUNNING ? Optional.of(last.number()) : Optional.empty();
        }
    }

    @Test
    void givenUpItLeavesTheServersAsTheyWere() throws Exception {
        String before = position();
        boolean published = false;
        for (int writes = 1; !published; writes++) {
            Optional<Long> left = leftBehind(writes);
            published = left.isEmpty() || cluster.topologyNow().pair("p").isPresent();
            if (published) {
                assertThat(writes).isGreaterThan(6);
                break;
            }
            Jdbc.execute(operator, "CANCEL OPERATION " + left.get());

            assertThat(PairCluster.lastOperation(operator).toString()).contains("cancelled");
            requireAsBefore(before);
        }
    }

    /** The standby's. */
    private String position() throws SQLException {
        return servers.second().position().gtids();
    }

    private void requireAsBefore(String before) throws Exception {
        for (ManagedServer server : List.of(servers.first(), servers.second())) {
            assertThat(server.isFenced()).as(server.toString()).isFalse();
            assertThat(server.replication().configured()).as(server.toString()).isFalse();
        }
        assertThat(position()).isEqualTo(before);
        try (Connection root = servers.second().connection()) {
            assertThat(Jdbc.column(root, "SHOW DATABASES")).doesNotContain("shop");
        }
        assertThat(cluster.topologyNow().servers()).isEmpty();
    }

    @Test
    void resumedItComesToItsEnd() throws Exception {
        boolean over = false;
        for (int writes = 1; !over; writes++) {
            Optional<Long> left = leftBehind(writes);
            over = left.isEmpty();
            if (left.isPresent()) {
                Jdbc.execute(operator, "RESUME OPERATION " + left.get());
            }
            requirePair();
            cluster.editor().change(now -> now.with(java.util.Map.of(), java.util.Map.of(), Optional.empty()), 0);
            Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS").isEmpty());
            apart();
        }
    }

    private void requirePair() throws Exception {
        assertThat(servers.first().isFenced()).isFalse();
        assertThat(servers.second().isFenced()).isTrue();
        new Replication(servers.first(), servers.second()).awaitCaughtUp(Duration.ofSeconds(30));
        try (Connection root = servers.second().connection()) {
            assertThat(Jdbc.value(root, "SELECT COUNT(*) FROM shop.rows_of")).isEqualTo("3");
        }
        Conditions.await(() -> Jdbc.rows(operator, "SHOW PAIRS").toString().contains("pB"));
    }

    /** As they were before they were a pair. */
    private void apart() throws Exception {
        servers.first().execute(servers.first().dialect().forgetSource());
        ManagedServer standby = servers.second();
        standby.execute(standby.dialect().forgetSource());
        standby.unfence();
        try (Connection root = standby.connection()) {
            List<String> dropping = Jdbc.column(root, "SHOW DATABASES").stream()
                    .filter(database -> database.equals("shop") || database.startsWith("pinion"))
                    .map(database -> "DROP DATABASE " + database)
                    .toList();
            standby.executeUnreplicated(dropping);
        }
        standby.execute(
                product == ServerProduct.MARIADB
                        ? List.of("RESET MASTER", "SET GLOBAL gtid_slave_pos=''")
                        : List.of("RESET BINARY LOGS AND GTIDS"));
    }

    /** Its login was in the memory of the dead one, and nobody needs it any more. */
    @Test
    void anotherProxyFinishesItUnasked(@TempDir Path directory) throws Exception {
        long number = leftBehind(6).orElseThrow();

        cluster.addProxy(directory.resolve("three"), servers.version(), PairSettings.DEFAULT);

        Conditions.await("taken up", Duration.ofMinutes(1), () -> Jdbc.rows(
                        operator, "SHOW OPERATIONS WHERE operation = '" + number + "'")
                .toString()
                .contains("done"));

        requirePair();
    }
}
