package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Writers that know rows by their integers, until they notice that these name none any more: each begins what it does
 * at a board of its own, which it finds by its integer.
 */
final class OldApplication implements AutoCloseable {
    private static final long THINK_NANOS = 20_000_000;

    /** Of two that lock rows in another order, one has done nothing, as on any server. */
    private static final int DEADLOCK = 1213;

    private final AtomicBoolean end = new AtomicBoolean();
    private final AtomicInteger turns = new AtomicInteger();
    private final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    static OldApplication start(ArticleStage stage, int writers) {
        OldApplication application = new OldApplication();
        for (int i = 0; i < writers; i++) {
            int writer = i;
            application.threads.add(Thread.ofPlatform().name("old " + i).start(() -> application.run(stage, writer)));
        }
        return application;
    }

    private void run(ArticleStage stage, int writer) {
        String doing = "connecting";
        try (Connection connection = stage.client(writer)) {
            connection.setAutoCommit(false);
            for (int turn = 0; !end.get(); turn++) {
                int board = 10 + writer + 50 * (turn % 5);
                doing = "finding a board";
                if (!find(connection, board)) {
                    return;
                }
                doing = "turn " + turn;
                try {
                    turn(connection, board, turn);
                    connection.commit();
                    turns.incrementAndGet();
                } catch (SQLException e) {
                    if (e.getErrorCode() != DEADLOCK) {
                        throw e;
                    }
                    connection.rollback();
                }
                LockSupport.parkNanos(THINK_NANOS);
            }
        } catch (SQLException e) {
            errors.add("writer " + writer + ", " + doing + ": " + e.getErrorCode() + " " + e.getMessage());
        }
    }

    /** Whether the integer is that of a board: it is no id, as which it would be refused. */
    private static boolean find(Connection connection, int board) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate("UPDATE boards SET turns = turns + 1 WHERE id = " + board) == 1;
        } catch (SQLException e) {
            assertThat(e.getMessage()).contains(String.valueOf(board));
            return false;
        }
    }

    private static void turn(Connection connection, int board, int turn) throws SQLException {
        switch (turn % 7) {
            case 0, 1 -> {
                long pin = Jdbc.insert(
                        connection,
                        "INSERT INTO pins (board_id, user_id, url) VALUES (" + board + ", " + (turn % 9 + 1)
                                + ", 'u')");
                Jdbc.execute(connection, "INSERT INTO board_pins VALUES (" + board + ", " + pin + ", " + turn + ")");
            }
            case 2 ->
                Jdbc.execute(
                        connection,
                        "UPDATE board_pins SET pin_id = pin_id + 100000, seq = seq + 1 WHERE board_id = " + board
                                + " ORDER BY pin_id DESC LIMIT 1");
            case 3 ->
                Jdbc.execute(connection, "DELETE FROM board_pins WHERE board_id = " + board + " ORDER BY seq LIMIT 1");
            case 4 -> {
                Jdbc.execute(connection, "UPDATE boards SET user_id = " + (turn % 90 + 9) + " WHERE id = " + board);
                Jdbc.execute(
                        connection, "INSERT INTO notes (note, board_id) VALUES ('turn " + turn + "', " + board + ")");
                Jdbc.execute(connection, "DELETE FROM pins WHERE board_id = " + board + " ORDER BY id DESC LIMIT 1");
            }
            case 5 -> {
                Jdbc.execute(
                        connection,
                        "UPDATE users SET turns = turns + 1, mood = 'ü', seen = '2026-02-03' WHERE id = " + board);
                Jdbc.execute(connection, "UPDATE notes SET board_id = board_id + 1 WHERE id = " + (board + turn % 50));
            }
            default ->
                // Users 7 and 8 have the names of the test alone, however many turns there are.
                Jdbc.execute(
                        connection,
                        "UPDATE usernames SET user_id = user_id % 90 + 9 WHERE username = 'name" + board + "'");
        }
    }

    void awaitMore(int more) throws Exception {
        int enough = turns.get() + more;
        Conditions.await(() -> turns.get() >= enough || !errors.isEmpty());
        assertThat(errors).isEmpty();
    }

    /** Waits until all writers have noticed. */
    void awaitNoticed() throws Exception {
        Conditions.await(() -> threads.stream().noneMatch(Thread::isAlive));
        assertThat(errors).isEmpty();
    }

    @Override
    public void close() {
        end.set(true);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
