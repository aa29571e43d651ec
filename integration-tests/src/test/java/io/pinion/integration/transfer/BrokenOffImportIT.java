package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.DyingJournal;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.pair.PairOperations;
import io.pinion.operations.transfer.DatabaseImport;
import io.pinion.operations.transfer.ImportRequest;
import io.pinion.operations.transfer.Imports;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** An IMPORT DATABASE whose proxy dies behind a write of the journal, under clients. */
@OnEachServer(mysql = 3)
class BrokenOffImportIT {
    private static final int CLIENTS = 4;
    private static final int SHARDS = 8;
    private static final int TURNS = 10;

    /** Between two deaths, in writes of the journal. */
    private static final int SOME = Integer.getInteger("pinion.import.writes", 8);

    private ShopStage stage;

    @Parameter
    ServerProduct product;

    /** Its proxies take nothing up by themselves. */
    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ShopStage.start(product, directory, PairSettings.DEFAULT.withResumeAbandonedOperations(false));
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    private static ImportRequest request() {
        KeyspaceShape shape = new KeyspaceShape(
                "shop",
                Kind.MOD,
                SHARDS,
                Optional.of(DatabasePattern.parse("shop%05d")),
                List.of("p1", "p2"),
                "md5",
                "",
                "");
        return new ImportRequest(shape, ShopStage.TABLES);
    }

    /** @return the number of the operation that was left, and whether it had come to its end before so many writes */
    private Left leftBehind(int writes) throws Exception {
        DyingJournal journal = new DyingJournal(stage.cluster().journal(), writes);
        OperationServices services = stage.cluster().services(journal);
        // The pairs were made by operations, which stand in the same journal.
        try (PairOperations known = new PairOperations(services);
                Imports dying = new Imports(services)) {
            assertThat(known.runners()).isNotEmpty();
            long number =
                    dying.begin(request(), "app").toCompletableFuture().join().number();
            Conditions.await(
                    "its death or its end",
                    Duration.ofMinutes(2),
                    () -> journal.isDead() || state(number) == State.WAITING);
            return new Left(number, state(number) == State.WAITING);
        }
    }

    private record Left(long number, boolean over) {}

    private State state(long number) throws Exception {
        OperationJournal journal = stage.cluster().journal();
        journal.learn(DatabaseImport.class);
        return journal.read(number).map(Operation::progress).orElseThrow().state();
    }

    @Test
    void givenUpItLeavesTheDatabaseAsItWas() throws Exception {
        ShopClients clients = new ShopClients(CLIENTS, stage::client);
        try (clients) {
            Left left = leftBehind(2);
            for (int writes = 2 + SOME; !isHandedOver(); writes += SOME) {
                Jdbc.execute(stage.operator(), "CANCEL OPERATION " + left.number());
                assertThat(state(left.number())).isEqualTo(State.CANCELLED);
                assertThat(stage.shardDatabases()).isEmpty();
                assertThat(stage.cluster().topologyNow().keyspaces()).doesNotContainKey("shop");
                clients.awaitMore(TURNS);
                assertThat(clients.errors).isEmpty();
                left = leftBehind(writes);
            }
            if (!left.over()) {
                // There is no way back but REVERT OPERATION.
                Jdbc.execute(stage.operator(), "RESUME OPERATION " + left.number());
                awaitWaiting(left.number());
            }
            clients.awaitMore(TURNS);
        }
        assertThat(clients.errors).isEmpty();
        stage.requireOrdersOfShards(clients);
    }

    @Test
    void resumedItComesToItsEndAndBack() throws Exception {
        ShopClients clients = new ShopClients(CLIENTS, stage::client);
        try (clients) {
            boolean over = false;
            for (int writes = 2; !over; writes += 2 * SOME) {
                Left left = leftBehind(writes);
                over = left.over();
                if (!over) {
                    Jdbc.execute(stage.operator(), "RESUME OPERATION " + left.number());
                    awaitWaiting(left.number());
                }
                clients.awaitMore(TURNS);
                assertThat(clients.errors).isEmpty();
                if (!over) {
                    stage.revert(String.valueOf(left.number()));
                    clients.awaitMore(TURNS);
                    assertThat(clients.errors).isEmpty();
                }
            }
        }
        assertThat(clients.errors).isEmpty();
        stage.requireOrdersOfShards(clients);
    }

    private boolean isHandedOver() throws Exception {
        return stage.cluster().topologyNow().keyspaces().get("shop") instanceof Keyspace.Mod shop && !shop.importing();
    }

    private void awaitWaiting(long number) throws SQLException {
        assertThat(stage.awaitEnd(String.valueOf(number))).contains("waiting");
    }
}
