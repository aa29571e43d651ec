package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.DyingJournal;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RequestKinds;
import io.pinion.operations.pair.PairOperations;
import io.pinion.operations.transfer.Imports;
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

/** {@code IMPORT DATABASE … HAND OVER ON REQUEST}: it follows clients until an operator says the word. */
@OnEachServer(mysql = 3)
class ImportOnRequestIT {
    private static final int CLIENTS = 4;
    private static final int SHARDS = 8;
    private static final int TURNS = 30;

    private ShopStage stage;

    @Parameter
    ServerProduct product;

    /** Its proxies take nothing up by themselves. */
    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ShopStage.start(product, directory, PairCluster.WITHOUT_TAKEOVERS);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    @Test
    void theWordIsHeardByWhoeverTakesItUp() throws Exception {
        ShopClients clients = new ShopClients(CLIENTS, stage::client);
        try (clients) {
            String number = leftWhenReady();
            assertThat(operation(number)).contains("interrupted");
            assertThat(told("HAND OVER OPERATION " + number)).contains("it hands over");
            Jdbc.execute(stage.operator(), "RESUME OPERATION " + number);
            assertThat(stage.awaitEnd(number)).contains("waiting", "handed over, after a pause of");
            assertThatThrownBy(() -> told("HAND OVER OPERATION " + number)).hasMessageContaining("has done its work");
            clients.awaitMore(TURNS);
        }
        assertThat(clients.errors).isEmpty();
        stage.requireOrdersOfShards(clients);
    }

    /** @return the number of an import whose proxy has died while it waited for the word */
    private String leftWhenReady() throws Exception {
        DyingJournal journal = new DyingJournal(stage.cluster().journal(), Integer.MAX_VALUE);
        OperationServices services = stage.cluster().services(journal);
        // The pairs were made by operations, which stand in the same journal.
        try (PairOperations known = new PairOperations(services);
                Imports dying = new Imports(services)) {
            assertThat(known.kinds()).isNotEmpty();
            long number = new RequestKinds(List.of(dying))
                    .run(DyingImports.request(Optional.empty(), SHARDS, true), "app")
                    .toCompletableFuture()
                    .join()
                    .number();
            assertThat(stage.awaitEnd(String.valueOf(number))).contains("ready", "HAND OVER ON REQUEST");
            journal.die();
            Conditions.await("its end", Duration.ofMinutes(1), () -> operation(String.valueOf(number))
                    .contains("interrupted"));
            return String.valueOf(number);
        }
    }

    @Test
    void itFollowsForAsLongAsNobodySaysTheWord() throws Exception {
        ShopClients clients = new ShopClients(CLIENTS, stage::client);
        try (clients) {
            String number = Jdbc.rows(stage.operator(), ShopStage.statement(SHARDS) + " HAND OVER ON REQUEST")
                    .getFirst()
                    .getFirst();
            assertThat(stage.awaitEnd(number)).contains("ready");
            Conditions.await("changes to be carried, and told", Duration.ofMinutes(1), () -> operation(number)
                    .matches("(?s).*following on: [1-9]\\d* changes of clients carried, \\d+ s behind; HAND OVER"
                            + " OPERATION " + number + " compares every row and hands over.*"));
            clients.awaitMore(TURNS);
            assertThat(Jdbc.lines(stage.operator(), "EXPLAIN HAND OVER OPERATION " + number)
                            .toString())
                    .contains("every row is compared", "keyspaces.shop.importing.handed_over = true")
                    .doesNotContain("rows go to shards");
            assertThat(operation(number)).contains("ready");
            Jdbc.execute(stage.operator(), "CANCEL OPERATION " + number);
            assertThat(stage.shardDatabases()).isEmpty();
            clients.awaitMore(TURNS);
        }
        assertThat(clients.errors).isEmpty();
    }

    private String operation(String number) throws SQLException {
        return told("SHOW OPERATIONS WHERE operation = '" + number + "'");
    }

    private String told(String statement) throws SQLException {
        return Jdbc.rows(stage.operator(), statement).toString();
    }
}
