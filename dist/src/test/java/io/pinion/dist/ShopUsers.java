package io.pinion.dist;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients of the database {@code shop}, each with a user of its own whose orders it knows exactly: what was
 * acknowledged is there, and nothing else. While something is killed they may get errors, connect again, and look what
 * became of the statement that failed.
 */
final class ShopUsers implements AutoCloseable {
    private static final Duration THINK = Duration.ofMillis(Integer.getInteger("pinion.import.think", 20));
    private static final Duration LATE_COMMIT = Duration.ofSeconds(2);
    private static final Duration LONGEST_OUTAGE = Duration.ofMinutes(3);
    private static final int MOST_ORDERS = 20;

    private final TwinProxies proxies;
    private final ConcurrentLinkedQueue<String> errors = new ConcurrentLinkedQueue<>();
    private final AtomicInteger tolerated = new AtomicInteger();
    private final AtomicLong longest = new AtomicLong();
    private final AtomicBoolean disturbed = new AtomicBoolean();
    private final AtomicBoolean end = new AtomicBoolean();
    private final List<AtomicInteger> turns = new ArrayList<>();
    private final List<Client> clients = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    ShopUsers(TwinProxies proxies, int count) throws SQLException {
        this.proxies = proxies;
        for (int number = 0; number < count; number++) {
            turns.add(new AtomicInteger());
            clients.add(new Client(number));
        }
        clients.forEach(client -> threads.add(Thread.ofVirtual().start(client::run)));
    }

    /** What a client wants to do when a statement fails. */
    private enum Doing {
        READ,
        ORDER,
        PAY,
        DELETE
    }

    private final class Client {
        private final int number;
        private final long user;
        private final TreeMap<Long, Integer> mine = new TreeMap<>();
        private Connection connection;
        private Doing doing = Doing.READ;
        private long touched;
        private int due;
        private int connected;

        Client(int number) throws SQLException {
            this.number = number;
            this.connected = number;
            connection = connect();
            try (Statement insert = connection.createStatement()) {
                insert.executeUpdate(
                        "INSERT INTO users (name, turns) VALUES ('client " + number + "', 0)",
                        Statement.RETURN_GENERATED_KEYS);
                user = key(insert);
            }
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
                    long begun = System.nanoTime();
                    try {
                        turn(turn);
                        if (!disturbed.get()) {
                            longest.accumulateAndGet(System.nanoTime() - begun, Math::max);
                        }
                        if (doing == Doing.ORDER || doing == Doing.PAY) {
                            // What may need no writes says nothing of them.
                            turns.get(number).incrementAndGet();
                        }
                    } catch (SQLException e) {
                        recover(e);
                    }
                    TimeUnit.NANOSECONDS.sleep(THINK.toNanos());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IllegalStateException e) {
                errors.add("client " + number + ": " + e.getMessage());
            } finally {
                close();
            }
        }

        private void turn(int turn) throws SQLException {
            due = turn;
            switch (turn % 5) {
                case 0, 1 -> {
                    doing = Doing.ORDER;
                    mine.put(order(), due);
                }
                case 2 -> pay();
                case 3 -> {
                    doing = Doing.READ;
                    Map<Long, Integer> found = orders();
                    if (!found.equals(mine)) {
                        throw new IllegalStateException("user " + user + " has " + found + ", not " + mine);
                    }
                }
                default -> delete();
            }
        }

        private long order() throws SQLException {
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO orders (user_id, due, note) VALUES (?, ?, ?)", Statement.RETURN_GENERATED_KEYS)) {
                insert.setLong(1, user);
                insert.setInt(2, due);
                insert.setString(3, "order of turn " + due);
                insert.executeUpdate();
                return key(insert);
            }
        }

        /** An order anew and the newest one paid: both or neither. */
        private void pay() throws SQLException {
            doing = Doing.PAY;
            touched = mine.lastKey();
            connection.setAutoCommit(false);
            long made = order();
            JdbcClients.execute(
                    connection,
                    "UPDATE orders SET due = -1 WHERE user_id = " + user + " AND id = " + touched,
                    "UPDATE users SET turns = turns + 1 WHERE id = " + user);
            connection.commit();
            connection.setAutoCommit(true);
            mine.put(touched, -1);
            mine.put(made, due);
        }

        private void delete() throws SQLException {
            doing = Doing.DELETE;
            if (mine.size() > MOST_ORDERS) {
                touched = mine.firstKey();
                JdbcClients.execute(connection, "DELETE FROM orders WHERE user_id = " + user + " AND id = " + touched);
                mine.remove(touched);
            }
        }

        private Map<Long, Integer> orders() throws SQLException {
            Map<Long, Integer> found = new HashMap<>();
            try (Statement select = connection.createStatement();
                    ResultSet rows = select.executeQuery("SELECT id, due FROM orders WHERE user_id = " + user)) {
                while (rows.next()) {
                    found.put(rows.getLong(1), rows.getInt(2));
                }
            }
            return found;
        }

        private void recover(SQLException why) throws InterruptedException {
            if (!disturbed.get()) {
                throw new IllegalStateException(doing + ": " + why.getErrorCode() + " " + why.getMessage());
            }
            tolerated.incrementAndGet();
            long until = System.nanoTime() + LONGEST_OUTAGE.toNanos();
            while (!end.get()) {
                close();
                // What a dead proxy has begun on a server may still come to its end there.
                TimeUnit.NANOSECONDS.sleep(LATE_COMMIT.toNanos());
                try {
                    connection = connect();
                    adopt(orders());
                    return;
                } catch (SQLException again) {
                    if (System.nanoTime() > until) {
                        throw new IllegalStateException("no way back: " + again.getMessage());
                    }
                }
            }
        }

        /** Either nothing of the failed statement was done, or all of it. */
        private void adopt(Map<Long, Integer> found) {
            TreeSet<Long> fresh = new TreeSet<>(found.keySet());
            fresh.removeAll(mine.keySet());
            Map<Long, Integer> after = new HashMap<>(mine);
            switch (doing) {
                case READ -> {}
                case ORDER -> fresh.forEach(id -> after.put(id, due));
                case PAY -> {
                    after.put(touched, -1);
                    fresh.forEach(id -> after.put(id, due));
                }
                case DELETE -> after.remove(touched);
            }
            boolean all = found.equals(after) && fresh.size() == (doing == Doing.ORDER || doing == Doing.PAY ? 1 : 0);
            if (!all && !found.equals(mine)) {
                throw new IllegalStateException(
                        "behind a failed " + doing + " user " + user + " has " + found + ", not " + mine);
            }
            mine.clear();
            mine.putAll(found);
        }

        private void close() {
            try {
                connection.close();
            } catch (SQLException e) {
                // It is gone.
            }
        }
    }

    private static long key(Statement insert) throws SQLException {
        try (ResultSet keys = insert.getGeneratedKeys()) {
            keys.next();
            return keys.getLong(1);
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
        int[] wanted = turns.stream().mapToInt(count -> count.get() + more).toArray();
        long until = System.nanoTime() + LONGEST_OUTAGE.toNanos();
        for (int client = 0; client < wanted.length && errors.isEmpty(); client++) {
            while (turns.get(client).get() < wanted[client] && errors.isEmpty()) {
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

    /** All orders that were acknowledged, once the clients have stopped. */
    Map<Long, Integer> orders() {
        Map<Long, Integer> all = new HashMap<>();
        clients.forEach(client -> all.putAll(client.mine));
        return all;
    }

    void stop() throws InterruptedException {
        end.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Override
    public void close() {
        end.set(true);
    }
}
