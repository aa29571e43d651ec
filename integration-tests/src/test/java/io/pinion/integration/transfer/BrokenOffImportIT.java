package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.journal.Progress.State;
import io.pinion.routing.catalog.Keyspace;
import java.nio.file.Path;
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
    private DyingImports imports;

    @Parameter
    ServerProduct product;

    /** Its proxies take nothing up by themselves. */
    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ShopStage.start(product, directory, PairCluster.WITHOUT_TAKEOVERS);
        imports = new DyingImports(stage, SHARDS);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    @Test
    void givenUpItLeavesTheDatabaseAsItWas() throws Exception {
        ShopClients clients = new ShopClients(CLIENTS, stage::client);
        try (clients) {
            DyingImports.Left left = imports.leftBehind(2);
            for (int writes = 2 + SOME; !isHandedOver(); writes += SOME) {
                Jdbc.execute(stage.operator(), "CANCEL OPERATION " + left.number());
                assertThat(imports.state(left.number())).isEqualTo(State.CANCELLED);
                assertThat(stage.shardDatabases()).isEmpty();
                assertThat(stage.cluster().topologyNow().keyspaces()).doesNotContainKey("shop");
                clients.awaitMore(TURNS);
                assertThat(clients.errors).isEmpty();
                left = imports.leftBehind(writes);
            }
            if (!left.over()) {
                // There is no way back but REVERT OPERATION.
                Jdbc.execute(stage.operator(), "RESUME OPERATION " + left.number());
                imports.awaitWaiting(left.number());
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
                DyingImports.Left left = imports.leftBehind(writes);
                over = left.over();
                if (!over) {
                    Jdbc.execute(stage.operator(), "RESUME OPERATION " + left.number());
                    imports.awaitWaiting(left.number());
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
        return stage.cluster().topologyNow().keyspaces().get("shop") instanceof Keyspace.Mod shop
                && !shop.isImporting();
    }
}
