package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.DyingJournal;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RequestKinds;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.keyspace.Keyspaces;
import io.pinion.operations.pair.PairOperations;
import io.pinion.operations.reshard.KeyspaceResharding;
import io.pinion.operations.reshard.ReshardRequest;
import io.pinion.operations.reshard.Reshardings;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A RESHARD KEYSPACE whose proxy dies behind a write of the journal, under clients. */
@OnEachServer(mysql = 3)
class BrokenOffReshardIT {
    private static final int CLIENTS = 4;
    private static final int FROM = 32;
    private static final int INTO = 8;
    private static final int TURNS = 10;

    /** Between two deaths, in writes of the journal. */
    private static final int SOME = Integer.getInteger("pinion.import.writes", 6);

    private ReshardStage stage;

    @Parameter
    ServerProduct product;

    /** Its proxies take nothing up by themselves. */
    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ReshardStage.start(product, directory, PairCluster.WITHOUT_TAKEOVERS, FROM);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    private record Left(long number, boolean over) {}

    private Left leftBehind(int writes, int into) throws Exception {
        DyingJournal journal = new DyingJournal(stage.cluster().journal(), writes);
        OperationServices services = stage.cluster().services(journal);
        // Pairs and keyspaces were made by operations, which stand in the same journal.
        try (PairOperations pairs = new PairOperations(services);
                Keyspaces keyspaces = new Keyspaces(services);
                Reshardings dying = new Reshardings(services)) {
            assertThat(pairs.kinds()).isNotEmpty();
            assertThat(keyspaces.kinds()).isNotEmpty();
            long number = new RequestKinds(List.of(dying))
                    .run(
                            new ReshardRequest(
                                    "shop", into, Optional.empty(), List.of("p1", "p2"), Optional.empty(), false),
                            "app")
                    .toCompletableFuture()
                    .join()
                    .number();
            Conditions.await(
                    "its death or its end",
                    Duration.ofMinutes(2),
                    () -> journal.isDead() || state(number) == State.WAITING);
            return new Left(number, state(number) == State.WAITING);
        }
    }

    private State state(long number) throws Exception {
        OperationJournal journal = stage.cluster().journal();
        journal.learn(KeyspaceResharding.class);
        return journal.read(number).map(Operation::progress).orElseThrow().state();
    }

    private int shards() throws Exception {
        return stage.cluster().topologyNow().keyspaces().get("shop") instanceof Keyspace.Mod shop ? shop.shards() : 0;
    }

    @Test
    void givenUpItLeavesTheKeyspaceAsItWas() throws Exception {
        ShopClients clients = new ShopClients(CLIENTS, stage::client);
        try (clients) {
            Left left = leftBehind(2, INTO);
            for (int writes = 2 + SOME; shards() == FROM; writes += SOME) {
                Jdbc.execute(stage.shop().operator(), "CANCEL OPERATION " + left.number());
                assertThat(state(left.number())).isEqualTo(State.CANCELLED);
                assertThat(stage.databases("shop_.*")).isEmpty();
                clients.awaitMore(TURNS);
                assertThat(clients.errors).isEmpty();
                left = leftBehind(writes, INTO);
            }
            if (!left.over()) {
                // There is no way back.
                Jdbc.execute(stage.shop().operator(), "RESUME OPERATION " + left.number());
                assertThat(stage.shop().awaitEnd(String.valueOf(left.number()))).contains("waiting");
            }
            clients.awaitMore(TURNS);
        }
        assertThat(clients.errors).isEmpty();
        stage.requireShards(INTO, "md5", "shop_" + INTO + "_", clients);
    }

    @Test
    void resumedItComesToItsEnd() throws Exception {
        int now = FROM;
        ShopClients clients = new ShopClients(CLIENTS, stage::client);
        try (clients) {
            boolean over = false;
            for (int writes = 2; !over; writes += 2 * SOME) {
                int into = now == FROM ? INTO : FROM;
                Left left = leftBehind(writes, into);
                over = left.over();
                String number = String.valueOf(left.number());
                if (!over) {
                    Jdbc.execute(stage.shop().operator(), "RESUME OPERATION " + number);
                    assertThat(stage.shop().awaitEnd(number)).contains("waiting");
                }
                clients.awaitMore(TURNS);
                assertThat(clients.errors).isEmpty();
                now = into;
                Jdbc.execute(stage.shop().operator(), "FINISH OPERATION " + number);
                assertThat(stage.shop().awaitEnd(number)).contains("the old shards are dropped");
            }
        }
        assertThat(clients.errors).isEmpty();
        stage.requireShards(now, "md5", "shop_" + now + "_", clients);
    }
}
