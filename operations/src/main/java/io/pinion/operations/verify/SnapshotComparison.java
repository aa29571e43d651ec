package io.pinion.operations.verify;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/** Compares databases of two servers, some in a snapshot. Blocks; one run, by one thread. */
final class SnapshotComparison {
    /**
     * The databases of one snapshot. A server keeps old row versions as long as a transaction reads, so none reads all
     * of them.
     */
    private static final int AT_ONCE = 16;

    /** So many where they have next to nothing: to open a snapshot takes longer than to read it then. */
    private static final int MOST_AT_ONCE = 64;

    private static final Duration QUICK = Duration.ofSeconds(10);

    private final Opening opening;
    private final VerifyThrottle throttle;
    private final String follower;
    private final String unreadable;
    private final List<Compared> compared = new ArrayList<>();

    /** A server that hangs isn't asked again: locks are held meanwhile. One that refuses to read a table is. */
    private Optional<String> lost = Optional.empty();

    /**
     * @param follower the role of the replicating server, for messages
     * @param unreadable what is said where a server can't be read, before its own words
     */
    SnapshotComparison(Opening opening, VerifyThrottle throttle, String follower, String unreadable) {
        this.opening = opening;
        this.throttle = throttle;
        this.follower = follower;
        this.unreadable = unreadable;
    }

    /** Opens a snapshot of some of the databases; empty when there is nothing to compare any more. */
    @FunctionalInterface
    interface Opening {
        Optional<ConsistentSnapshot> of(List<String> databases) throws OperationRefused, StoreUnavailable, SQLException;
    }

    /**
     * What a database has come to.
     *
     * @param begun whether some of it was compared
     * @param whyNot why not all of it was; empty when all was
     */
    record Compared(boolean begun, int tables, long rows, List<String> differences, String whyNot) {}

    /** @param done gets the number of databases that are done, after each */
    List<Compared> of(List<String> databases, IntConsumer done) {
        int atOnce = AT_ONCE;
        while (compared.size() < databases.size()) {
            int first = compared.size();
            long begun = System.nanoTime();
            some(databases.subList(first, Math.min(databases.size(), first + atOnce)), done);
            boolean quick = System.nanoTime() - begun < QUICK.toNanos();
            atOnce = quick ? Math.min(MOST_AT_ONCE, 2 * atOnce) : AT_ONCE;
        }
        return compared;
    }

    private void some(List<String> databases, IntConsumer done) {
        int end = compared.size() + databases.size();
        String whyNot = lost.orElse("");
        if (lost.isEmpty()) {
            try {
                throttle.take();
                compare(databases, done);
            } catch (OperationRefused | StoreUnavailable e) {
                whyNot = String.valueOf(e.getMessage());
            } catch (SQLException e) {
                whyNot = unreadable + e.getMessage();
                lost = ServerConnection.isLost(e) ? Optional.of(whyNot) : Optional.empty();
            }
        }
        while (compared.size() < end) {
            compared.add(new Compared(false, 0, 0, List.of(), whyNot));
        }
    }

    private void compare(List<String> databases, IntConsumer done)
            throws OperationRefused, StoreUnavailable, SQLException {
        Optional<ConsistentSnapshot> opened = opening.of(databases);
        if (opened.isPresent()) {
            try (ConsistentSnapshot servers = opened.get()) {
                for (String database : databases) {
                    compared.add(compared(servers, database));
                    done.accept(compared.size());
                }
            }
        }
    }

    private Compared compared(ConsistentSnapshot servers, String database) throws SQLException {
        DatabaseComparison comparison = new DatabaseComparison(servers, throttle, database, follower);
        String whyNot = "";
        try {
            comparison.run();
        } catch (OperationRefused e) {
            // The differences that were found are told nevertheless.
            whyNot = String.valueOf(e.getMessage());
        }
        return new Compared(true, comparison.tables(), comparison.rows(), comparison.differences(), whyNot);
    }
}
