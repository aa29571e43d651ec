package io.pinion.integration.opening;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.PairCluster;
import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Clients of all proxies that insert, change and delete rows of the reference table {@code colours} all the time, each rows of its
 * own, by themselves and in transactions, swap the unique names of two, and join the table with pins.
 */
final class ColourWriters implements AutoCloseable {
    /** Each change is one of every shard, and a standby that falls behind holds an opening up. */
    private static final Duration THINK = Duration.ofMillis(100);

    private static final int KEPT = 40;

    /** What went wrong. */
    final Queue<String> errors = new ConcurrentLinkedQueue<>();

    /** The rows that must be there, by their ids, as {@code name:hits}. */
    final Map<Long, String> rows = new ConcurrentHashMap<>();

    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicBoolean end = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    /** @param pin a global id of a pin, which is there */
    ColourWriters(PairCluster cluster, int writers, String pin) {
        for (int writer = 0; writer < writers; writer++) {
            int number = writer;
            threads.add(Thread.ofVirtual().start(() -> write(cluster, number, pin)));
        }
    }

    private void write(PairCluster cluster, int number, String pin) {
        List<Long> mine = new ArrayList<>();
        try (Connection client = cluster.connect(number % 2)) {
            Jdbc.execute(client, "USE pinterest");
            for (int turn = 0; !end.get(); turn++) {
                mine.add(insert(client, "w" + number + "-" + turn));
                long other = mine.get(turn * 7 % mine.size());
                if (turn % 2 == 0) {
                    change(client, other);
                } else {
                    changeInTransaction(client, other, pin);
                }
                if (turn % 3 == 2) {
                    swapNames(client, mine.getFirst(), mine.getLast());
                }
                if (mine.size() > KEPT) {
                    delete(client, mine.removeFirst());
                }
                join(client, mine.getLast(), pin);
                changes.incrementAndGet();
                Thread.sleep(THINK);
            }
        } catch (SQLException | InterruptedException e) {
            errors.add("writer " + number + ": " + e.getMessage());
        }
    }

    private long insert(Connection client, String name) throws SQLException {
        Jdbc.execute(client, "INSERT INTO colours (name) VALUES ('" + name + "')");
        long id = Long.parseLong(String.valueOf(Jdbc.value(client, "SELECT LAST_INSERT_ID()")));
        rows.put(id, name + ":0");
        return id;
    }

    private void change(Connection client, long id) throws SQLException {
        Jdbc.execute(client, "UPDATE colours SET hits = hits + 1 WHERE id = " + id);
        hit(id);
    }

    private void changeInTransaction(Connection client, long id, String pin) throws SQLException {
        Jdbc.execute(client, "BEGIN");
        Jdbc.value(client, "SELECT data FROM pins WHERE id = " + pin);
        Jdbc.execute(client, "UPDATE colours SET hits = hits + 1 WHERE id = " + id);
        Jdbc.execute(client, "COMMIT");
        hit(id);
    }

    /** Names are unique: each row gets one that the other row has lost. */
    private void swapNames(Connection client, long one, long other) throws SQLException {
        String ofOne = nameOf(one);
        String ofOther = nameOf(other);
        Jdbc.execute(client, "BEGIN");
        name(client, one, ofOne + " for a moment");
        name(client, other, ofOne);
        name(client, one, ofOther);
        Jdbc.execute(client, "COMMIT");
        rows.computeIfPresent(one, (key, row) -> row.replace(ofOne + ":", ofOther + ":"));
        rows.computeIfPresent(other, (key, row) -> row.replace(ofOther + ":", ofOne + ":"));
    }

    private static void name(Connection client, long id, String name) throws SQLException {
        Jdbc.execute(client, "UPDATE colours SET name = '" + name + "' WHERE id = " + id);
    }

    private String nameOf(long id) {
        return String.valueOf(rows.get(id)).replaceFirst(":.*", "");
    }

    private void hit(long id) {
        rows.computeIfPresent(id, (key, row) -> {
            int colon = row.indexOf(':');
            return row.substring(0, colon + 1) + (Integer.parseInt(row.substring(colon + 1)) + 1);
        });
    }

    private void delete(Connection client, long id) throws SQLException {
        Jdbc.execute(client, "DELETE FROM colours WHERE id = " + id);
        rows.remove(id);
    }

    private void join(Connection client, long id, String pin) throws SQLException {
        List<List<String>> found = Jdbc.rows(
                client, "SELECT p.data, c.name FROM pins p JOIN colours c ON c.id = " + id + " WHERE p.id = " + pin);
        String name = nameOf(id);
        if (found.size() != 1 || !found.getFirst().getLast().equals(name)) {
            errors.add("colour " + id + " is " + found + " and not " + name);
        }
    }

    /** Until all of them together have gone on so often. */
    void awaitMore(int turns) {
        int before = changes.get();
        Conditions.await(
                "that clients go on",
                Duration.ofMinutes(1),
                () -> changes.get() >= before + turns || !errors.isEmpty());
    }

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
}
