package io.pinion.integration.move;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.Pauses;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients that append to lists, one board each, on all shards; each remembers how far what was acknowledged goes. Some name
 * the shard's database, as legacy clients do, and some write transactions.
 */
final class BoardWriters implements AutoCloseable {
    private static final int SHARDS = 8;

    private final MoveCluster cluster;
    private final Duration think;
    private final AtomicBoolean end = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    /** The last number of each board that was acknowledged. */
    final Map<Board, Integer> acknowledged = new ConcurrentHashMap<>();

    final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();

    /** Of those whose shards move. */
    final Pauses pauses;

    private final Map<Board, Integer> waiting = new HashMap<>();

    /** @param number of the writer, which is the local id of its board */
    record Board(int number) {
        int shard() {
            return number % SHARDS;
        }

        long id() {
            return GlobalId.compose(new ShardId(shard()), 1, number).value();
        }
    }

    /** @param moving the shards that are going to move */
    BoardWriters(MoveCluster cluster, int count, Duration think, Set<Integer> moving) {
        this.cluster = cluster;
        this.think = think;
        for (int writer = 1; writer <= count; writer++) {
            Board board = new Board(writer);
            acknowledged.put(board, 0);
            if (moving.contains(board.shard())) {
                waiting.put(board, waiting.size());
            }
        }
        pauses = new Pauses(waiting.size());
        for (Board board : acknowledged.keySet()) {
            threads.add(Thread.ofVirtual().start(() -> write(board)));
        }
    }

    private void write(Board board) {
        try (Connection client = cluster.connect(board.number() / SHARDS % 2)) {
            for (int next = 1; !end.get(); next++) {
                long begun = System.nanoTime();
                append(client, board, next);
                Integer number = waiting.get(board);
                if (number != null) {
                    pauses.took(number, System.nanoTime() - begun);
                }
                acknowledged.put(board, next);
                LockSupport.parkNanos(think.toNanos());
            }
        } catch (SQLException e) {
            errors.add(board + ": " + e.getErrorCode() + " " + e.getMessage());
        }
    }

    private static void append(Connection client, Board board, int next) throws SQLException {
        switch (board.number() / SHARDS % 4) {
            case 0 -> Jdbc.execute(client, row("board_has_pins", board, next));
            case 1 -> Jdbc.execute(client, row(MoveCluster.database(board.shard()) + ".board_has_pins", board, next));
            case 2 -> {
                Jdbc.execute(client, "BEGIN");
                Jdbc.execute(client, row("board_has_pins", board, next));
                Jdbc.execute(
                        client,
                        "UPDATE board_has_pins SET sequence = sequence + 0 WHERE board_id = " + board.id()
                                + " AND pin_id = " + next);
                Jdbc.execute(client, "COMMIT");
            }
            default -> {
                try (var statement = client.prepareStatement(
                        "INSERT INTO board_has_pins (board_id, pin_id, sequence) VALUES (?, ?, ?)")) {
                    statement.setLong(1, board.id());
                    statement.setInt(2, next);
                    statement.setInt(3, next);
                    statement.executeUpdate();
                }
            }
        }
    }

    private static String row(String table, Board board, int next) {
        return "INSERT INTO " + table + " (board_id, pin_id, sequence) VALUES (" + board.id() + ", " + next + ", "
                + next + ")";
    }

    private int written() {
        return acknowledged.values().stream().mapToInt(Integer::intValue).sum();
    }

    void awaitMore(int rows) {
        int before = written();
        Conditions.await("more rows", Conditions.LONG, () -> written() >= before + rows || !errors.isEmpty());
    }

    /** Returns when all have stopped; twice is harmless. */
    @Override
    public void close() {
        end.set(true);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts a test", e);
            }
        }
    }

    /** What a client sees of each board: all that was acknowledged, once, and nothing else. */
    List<String> differences(Connection client) throws SQLException {
        List<String> found = new ArrayList<>();
        for (Map.Entry<Board, Integer> board : acknowledged.entrySet()) {
            found.addAll(differences(
                    board.getKey(),
                    board.getValue(),
                    Jdbc.rows(
                            client,
                            "SELECT COUNT(*), MIN(pin_id), MAX(pin_id) FROM board_has_pins WHERE board_id = "
                                    + board.getKey().id())));
        }
        return found;
    }

    private static List<String> differences(Board board, int last, List<List<String>> rows) {
        List<String> expected =
                last == 0 ? List.of("0", "null", "null") : List.of(Integer.toString(last), "1", Integer.toString(last));
        List<String> seen = rows.getFirst().stream().map(String::valueOf).toList();
        return seen.equals(expected) ? List.of() : List.of(board + ": " + seen + " instead of " + expected);
    }
}
