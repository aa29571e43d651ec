package io.pinion.dist;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Clients of an application, each with rows of its own that it knows exactly: what was acknowledged is there, and
 * nothing else. While something is killed they may get errors, connect again, and look what became of the change that
 * failed.
 */
final class MovingClients {
    private static final Duration THINK = Duration.ofMillis(Integer.getInteger("pinion.import.think", 100));
    private static final Duration LATE_COMMIT = Duration.ofSeconds(2);
    private static final Duration LONGEST_OUTAGE = Duration.ofMinutes(3);

    private final TwinProxies proxies;
    private final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    private final AtomicInteger tolerated = new AtomicInteger();
    private final AtomicLong longest = new AtomicLong();
    private final AtomicBoolean disturbed = new AtomicBoolean();
    private final AtomicBoolean end = new AtomicBoolean();

    /** Read in turns, and written while all clients rest. */
    private final ReadWriteLock rest = new ReentrantReadWriteLock();

    private final List<Client> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    MovingClients(TwinProxies proxies, MovingApplication application, int count) throws SQLException {
        this.proxies = proxies;
        for (int number = 0; number < count; number++) {
            clients.add(new Client(application, number));
        }
        clients.forEach(client -> threads.add(Thread.ofVirtual().start(client::run)));
    }

    private final class Client {
        private final int number;
        private final MovingApplication.Client does;
        private final AtomicInteger changes = new AtomicInteger();
        private SortedMap<String, String> rows;
        private SortedMap<String, String> rowsAfter;
        private Connection connection;
        private int connected;

        Client(MovingApplication application, int number) throws SQLException {
            this.number = number;
            connected = number;
            connection = connect();
            does = application.join(connection, number);
            rows = does.rows(connection);
            rowsAfter = rows;
        }

        private Connection connect() throws SQLException {
            connected++;
            Connection made = proxies.connect(connected % 2);
            made.setCatalog("shop");
            return made;
        }

        void run() {
            try {
                for (int turn = 0; !end.get(); turn++) {
                    try {
                        turn(turn);
                    } catch (SQLException e) {
                        recover(turn, e);
                    }
                    TimeUnit.NANOSECONDS.sleep(THINK.toNanos());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IllegalStateException | AssertionError e) {
                errors.add("client " + number + ": " + e.getMessage());
            } finally {
                close();
            }
        }

        private void turn(int turn) throws SQLException {
            rest.readLock().lock();
            try {
                long begun = System.nanoTime();
                if (turn % 5 == 4) {
                    requireSame(does.rows(connection));
                } else {
                    change(turn);
                }
                if (!disturbed.get()) {
                    longest.accumulateAndGet(System.nanoTime() - begun, Math::max);
                }
            } finally {
                rest.readLock().unlock();
            }
        }

        private void requireSame(SortedMap<String, String> found) {
            if (!found.equals(rows)) {
                throw new IllegalStateException("has " + found + ", not " + rows);
            }
        }

        private void change(int turn) throws SQLException {
            rowsAfter = new TreeMap<>(rows);
            does.change(connection, turn, rowsAfter);
            if (!rowsAfter.equals(rows)) {
                // What needs no writes says nothing of them.
                changes.incrementAndGet();
            }
            rows = rowsAfter;
        }

        private void recover(int turn, SQLException why) throws InterruptedException {
            if (!disturbed.get()) {
                throw new IllegalStateException(
                        "turn " + turn + ": " + why.getErrorCode() + " " + why.getMessage(), why);
            }
            tolerated.incrementAndGet();
            long until = System.nanoTime() + LONGEST_OUTAGE.toNanos();
            while (!end.get()) {
                close();
                // What a dead proxy has begun on a server may still come to its end there.
                TimeUnit.NANOSECONDS.sleep(LATE_COMMIT.toNanos());
                try {
                    connection = connect();
                    adopt(turn, does.rows(connection));
                    return;
                } catch (SQLException again) {
                    if (System.nanoTime() > until) {
                        throw new IllegalStateException("no way back: " + again.getMessage(), again);
                    }
                }
            }
        }

        /** Either nothing of the failed change was done, or all of it. */
        private void adopt(int turn, SortedMap<String, String> found) {
            if (!found.equals(rows) && !isAfter(found)) {
                throw new IllegalStateException(
                        "behind the failed turn " + turn + " has " + found + ", not " + rows + " or " + rowsAfter);
            }
            rows = found;
            rowsAfter = found;
        }

        private boolean isAfter(SortedMap<String, String> found) {
            return found.keySet().equals(rowsAfter.keySet())
                    && found.entrySet().stream()
                            .allMatch(row -> isRow(row.getValue(), rowsAfter.getOrDefault(row.getKey(), "")));
        }

        private static boolean isRow(String found, String known) {
            return known.startsWith(MovingApplication.OPEN)
                    ? found.endsWith(known.substring(MovingApplication.OPEN.length()))
                    : found.equals(known);
        }

        private void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                // It is gone.
            }
        }
    }

    /** Errors are no failure from now on. */
    void disturb() {
        disturbed.set(true);
    }

    /** Waits until every client has done more; errors are failures again then. */
    void calm(int more) throws InterruptedException {
        awaitMore(more);
        disturbed.set(false);
        awaitMore(1);
    }

    void awaitMore(int more) throws InterruptedException {
        int[] wanted =
                clients.stream().mapToInt(client -> client.changes.get() + more).toArray();
        long until = System.nanoTime() + LONGEST_OUTAGE.toNanos();
        for (int client = 0; client < wanted.length && errors.isEmpty(); client++) {
            while (clients.get(client).changes.get() < wanted[client] && errors.isEmpty()) {
                if (System.nanoTime() > until) {
                    errors.add("client " + client + " doesn't go on");
                }
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
    }

    /** The longest turn without disturbance since the last call. */
    long longestMillis() {
        return longest.getAndSet(0) / 1_000_000;
    }

    /** How many errors came while something was killed. */
    int tolerated() {
        return tolerated.get();
    }

    List<String> errors() {
        return List.copyOf(errors);
    }

    /** Looks at all that was acknowledged while no client is in a turn. */
    void atRest(Look look) throws Exception {
        rest.writeLock().lock();
        try {
            Map<String, String> all = new TreeMap<>();
            clients.forEach(client -> all.putAll(client.rows));
            look.at(all);
        } finally {
            rest.writeLock().unlock();
        }
    }

    interface Look {
        void at(Map<String, String> rows) throws Exception;
    }

    void stop() throws InterruptedException {
        end.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
