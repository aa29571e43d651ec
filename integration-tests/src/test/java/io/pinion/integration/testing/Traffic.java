package io.pinion.integration.testing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Clients that ask again and again, each with a connection of its own, and remember what they were told. */
public final class Traffic implements AutoCloseable {
    /** Enough to be steady, and leaves the machine to the servers. */
    private static final long PAUSE_NANOS = 1_000_000;

    private static final long STOP_MILLIS = 30_000;

    private final List<Client> clients = new ArrayList<>();
    private volatile boolean stopping;

    /** Opens connections of one kind. */
    public interface Connector {
        Connection connect() throws SQLException;
    }

    /** What one client does, over and over. */
    public interface Work {
        /** @return the server that answered, by name */
        String once(Connection connection) throws SQLException;
    }

    /** Begins at once; a client whose connection breaks opens another. */
    public Traffic add(String name, Connector connector, Work work) {
        Client client = new Client(name, connector, work);
        clients.add(client);
        client.thread.start();
        return this;
    }

    /** True when the newest answer of every client came from {@code server}. */
    public boolean allServedBy(String server) {
        return clients.stream().allMatch(client -> server.equals(client.server));
    }

    /** How many answers each client has had so far. */
    public long[] mark() {
        return clients.stream().mapToLong(client -> client.answers.get()).toArray();
    }

    /** Every client had at least {@code more} answers since {@code mark}. */
    public boolean hasMoved(long[] mark, int more) {
        for (int i = 0; i < mark.length; i++) {
            if (clients.get(i).answers.get() < mark[i] + more) {
                return false;
            }
        }
        return true;
    }

    /** The moment, by {@link System#nanoTime}, at which the last client first heard from {@code server}. */
    public long lastConvertedNanos(String server) {
        return clients.stream()
                .flatMapToLong(client -> client.changes.stream()
                        .filter(change -> change.server.equals(server))
                        .mapToLong(Change::nanos)
                        .limit(1))
                .max()
                .orElseThrow();
    }

    /** Every error that a client saw, with the client's name before it. */
    public List<String> errors() {
        return clients.stream().flatMap(client -> client.errors.stream()).toList();
    }

    /** The longest that any answer, right or wrong, was waited for. */
    public long slowestMillis() {
        return clients.stream().mapToLong(client -> client.slowestNanos).max().orElse(0) / 1_000_000;
    }

    /** Ends every client after its present round. */
    @Override
    public void close() {
        stopping = true;
        for (Client client : clients) {
            join(client.thread);
            if (client.thread.isAlive()) {
                throw new IllegalStateException("client " + client.name + " hangs");
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while clients were ending", e);
        }
    }

    private record Change(String server, long nanos) {}

    private final class Client {
        final String name;
        final Thread thread;
        final List<String> errors = new CopyOnWriteArrayList<>();
        final List<Change> changes = new CopyOnWriteArrayList<>();
        final AtomicLong answers = new AtomicLong();
        volatile @Nullable String server;
        volatile long slowestNanos;
        private final Connector connector;
        private final Work work;
        private Optional<Connection> open = Optional.empty();

        Client(String name, Connector connector, Work work) {
            this.name = name;
            this.connector = connector;
            this.work = work;
            this.thread = new Thread(this::run, "traffic-" + name);
            this.thread.setDaemon(true);
        }

        private void run() {
            while (!stopping) {
                long startedNanos = System.nanoTime();
                try {
                    answered(work.once(connection()));
                } catch (SQLException e) {
                    errors.add(name + ": " + e.getErrorCode() + " " + e.getSQLState() + " " + e.getMessage());
                    recover();
                }
                slowestNanos = Math.max(slowestNanos, System.nanoTime() - startedNanos);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            closeConnection();
        }

        private void answered(String by) {
            if (!by.equals(server)) {
                changes.add(new Change(by, System.nanoTime()));
                server = by;
            }
            answers.incrementAndGet();
        }

        private Connection connection() throws SQLException {
            if (open.isEmpty()) {
                open = Optional.of(connector.connect());
            }
            return open.get();
        }

        /** As a pool of connections does: keep it if it still works. */
        private void recover() {
            try {
                if (open.isPresent()) {
                    if (!open.get().getAutoCommit()) {
                        open.get().rollback();
                    }
                    if (open.get().isValid(1)) {
                        return;
                    }
                }
            } catch (SQLException broken) {
                // Closed below.
            }
            closeConnection();
        }

        private void closeConnection() {
            try {
                if (open.isPresent()) {
                    open.get().close();
                }
            } catch (SQLException e) {
                errors.add(name + ": at its end: " + e.getMessage());
            }
            open = Optional.empty();
        }
    }
}
