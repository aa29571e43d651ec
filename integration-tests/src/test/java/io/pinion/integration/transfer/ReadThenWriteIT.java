package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * Transactions that read a table and then write it, one after the other without a pause, while an import hands over and
 * back: what waits for such a table's definition makes them fail on MariaDB.
 */
@OnEachServer(mysql = 3)
class ReadThenWriteIT {
    private static final int CLIENTS = 8;
    private static final int SHARDS = 4;

    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final AtomicInteger transactions = new AtomicInteger();
    private volatile boolean end;
    private ShopStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ShopStage.start(product, directory, PairSettings.DEFAULT);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    @Test
    void noneOfThemFails() throws Exception {
        List<Thread> clients = IntStream.range(0, CLIENTS)
                .mapToObj(client -> Thread.ofPlatform().start(() -> work(client)))
                .toList();
        String number = Jdbc.rows(stage.operator(), ShopStage.statement(SHARDS))
                .getFirst()
                .getFirst();
        assertThat(stage.awaitEnd(number)).contains("waiting", "handed over");
        int before = transactions.get();
        Conditions.await(() -> transactions.get() > before + CLIENTS || !errors.isEmpty());
        stage.revert(number);
        end = true;
        for (Thread client : clients) {
            client.join();
        }
        assertThat(errors).isEmpty();
    }

    private void work(int client) {
        String row = " WHERE user_id = " + (client + 1);
        try (Connection connection = stage.client(client, false)) {
            connection.setAutoCommit(false);
            while (!end) {
                Jdbc.value(connection, "SELECT due FROM orders" + row);
                Jdbc.execute(connection, "UPDATE orders SET due = due + 1" + row);
                connection.commit();
                transactions.incrementAndGet();
            }
        } catch (SQLException | AssertionError e) {
            errors.add("client " + client + ": " + e);
        }
    }
}
