package io.pinion.integration.keyspace;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.DyingJournal;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.engine.RequestKinds;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.keyspace.Keyspaces;
import io.pinion.operations.keyspace.NewKeyspace;
import io.pinion.operations.server.ManagedServer;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * A CREATE KEYSPACE whose proxy dies behind a write of the journal: each of few shards, some of many ({@code -Dpinion.shards=4096}, by
 * hand).
 */
@OnEachServer
class BrokenOffKeyspaceIT {
    private static final int SHARDS = Integer.getInteger("pinion.shards", 64);

    /** The journal is written before and behind every 32 shards. */
    private static final int SOME = Math.max(1, SHARDS / 128);

    private PairCluster cluster;
    private Connection operator;

    @Parameter
    ServerProduct product;

    /** Its proxies take nothing up by themselves. */
    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        cluster = PairCluster.start(product, directory);
        operator = cluster.connect(0);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (cluster != null) {
            operator.close();
            cluster.stop();
        }
    }

    private List<String> pairs() {
        return product == ServerProduct.MARIADB ? List.of("p", "q") : List.of("p");
    }

    private KeyspaceShape shape() {
        DatabasePattern databases = DatabasePattern.parse("depot%05d");
        return new KeyspaceShape("depot", Kind.ID, SHARDS, Optional.of(databases), pairs(), "", "utf8mb4", "");
    }

    /** @return the number of the operation that was left; empty where it was done before so many writes */
    private Optional<Long> leftBehind(int writes) throws Exception {
        DyingJournal journal = new DyingJournal(cluster.journal(), writes);
        try (Keyspaces dying = new Keyspaces(cluster.services(journal))) {
            new RequestKinds(List.of(dying))
                    .run(new NewKeyspace(shape()), "app")
                    .toCompletableFuture()
                    .join();
            return Optional.empty();
        } catch (CompletionException died) {
            assertThat(journal.isDead()).as(died.getMessage()).isTrue();
            Operation last = journal.list().getLast();
            return last.progress().state() == State.RUNNING ? Optional.of(last.number()) : Optional.empty();
        }
    }

    /** The databases of all servers, standbys too. */
    private List<String> databases() throws SQLException {
        List<String> all = new ArrayList<>();
        for (ManagedServer server : cluster.servers()) {
            try (Connection root = server.connection()) {
                Jdbc.column(root, "SHOW DATABASES").forEach(database -> all.add(server.port() + " " + database));
            }
        }
        return all;
    }

    private boolean isPublished() {
        return cluster.topologyNow().keyspaces().containsKey("depot");
    }

    @Test
    void givenUpItLeavesTheServersAsTheyWere() throws Exception {
        List<String> before = databases();
        int writes = 1;
        for (Optional<Long> left = leftBehind(writes); !isPublished(); left = leftBehind(writes)) {
            Jdbc.execute(operator, "CANCEL OPERATION " + left.orElseThrow());

            assertThat(PairCluster.lastOperation(operator).toString()).contains("cancelled");
            Conditions.await(() -> databases().equals(before));
            writes += SOME;
        }
        assertThat(writes).isGreaterThan(4 * SOME);
    }

    @Test
    void resumedItComesToItsEnd() throws Exception {
        boolean over = false;
        for (int writes = 1; !over; writes += SOME) {
            Optional<Long> left = leftBehind(writes);
            over = left.isEmpty();
            if (left.isPresent()) {
                Jdbc.execute(operator, "RESUME OPERATION " + left.get());
            }
            requireKeyspace();
            Conditions.await(
                    () -> Jdbc.rows(operator, "SHOW KEYSPACES").toString().contains("depot"));
            Jdbc.rows(operator, "DROP KEYSPACE depot");
        }
    }

    private void requireKeyspace() throws SQLException {
        assertThat(isPublished()).isTrue();
        List<String> made =
                databases().stream().filter(name -> name.contains(" depot")).toList();
        assertThat(made).hasSizeGreaterThanOrEqualTo(SHARDS);
    }

    @Test
    void anotherProxyFinishesItUnasked(@TempDir Path directory) throws Exception {
        long number = leftBehind(1 + 2 * SOME).orElseThrow();

        cluster.addProxy(directory.resolve("three"), PairSettings.DEFAULT, "127.0.0.1:" + cluster.zooKeeperPort());

        Conditions.await("taken up", Duration.ofMinutes(1), () -> Jdbc.rows(
                        operator, "SHOW OPERATIONS WHERE operation = '" + number + "'")
                .toString()
                .contains("done"));
        requireKeyspace();
    }
}
