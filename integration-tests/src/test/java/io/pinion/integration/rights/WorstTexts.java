package io.pinion.integration.rights;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Clients of one user that send texts of which each takes long to plan, each as text and to prepare, until they are closed. */
final class WorstTexts implements AutoCloseable {
    /** By a number, which each of them has another shape for, so that none is known. */
    private static final List<IntFunction<String>> TEXTS = List.of(
            n -> "SELECT " + "ts+0,".repeat(20_000 + n) + "1 FROM pinterest.pins",
            n -> "EXPLAIN SELECT 1 FROM pinterest.pins WHERE id = 7" + " OR id = 8+0".repeat(5_000 + n),
            n -> "BEGIN NOT ATOMIC SELECT " + "password,".repeat(20_000 + n) + "1; END",
            n -> "SELECT data FROM pinterest.pins WHERE id IN (" + "241294492511762325+0,".repeat(10_000 + n) + "1)",
            n -> "INSERT INTO pinterest.pins (board_id, data) VALUES "
                    + "(241294492511762325, 'x' 'y'),".repeat(5_000 + n) + "(1, 'x')",
            n -> "PREPARE s FROM 'SELECT " + "ts+0,".repeat(20_000 + n) + "1 FROM pinterest.pins'");

    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger sent = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> senders = new ArrayList<>();

    WorstTexts(int clients, Callable<Connection> connections) {
        for (int client = 0; client < clients; client++) {
            int first = client;
            senders.add(threads.submit(() -> {
                send(first, connections);
                return null;
            }));
        }
    }

    /** The number of texts that were answered. */
    int sent() {
        return sent.get();
    }

    private void send(int first, Callable<Connection> connections) throws Exception {
        try (Connection connection = connections.call();
                Statement statement = connection.createStatement()) {
            for (int number = first; !over.get(); number++) {
                // Each of them in both forms.
                String text = TEXTS.get(number / 2 % TEXTS.size()).apply(number);
                try {
                    if (number % 2 == 0) {
                        statement.execute(text);
                    } else {
                        try (PreparedStatement prepared = connection.prepareStatement(text)) {
                            prepared.clearParameters();
                        }
                    }
                } catch (SQLException refused) {
                    // Most have no meaning for the tables; what they cost is what counts.
                    if (refused.getSQLState().startsWith("08")) {
                        throw refused;
                    }
                }
                sent.incrementAndGet();
            }
        }
    }

    @Override
    public void close() throws ExecutionException {
        over.set(true);
        try {
            for (Future<?> sender : senders) {
                sender.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            threads.shutdownNow();
        }
    }
}
