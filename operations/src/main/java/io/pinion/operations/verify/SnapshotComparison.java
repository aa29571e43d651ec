package io.pinion.operations.verify;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.copy.TryAgain;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.Channel;
import io.pinion.operations.server.replication.Position;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Compares databases of two servers, some in a snapshot: each time at one place of the source's log. What the follower
 * gets stands still for a moment while that begins. Blocks; for one thread.
 */
public final class SnapshotComparison {
    /** How long a follower may take to get to the place at which both are read. */
    static final Duration LAG = Duration.ofSeconds(60);

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
    private final List<String> databases;
    private final List<Compared> compared = new ArrayList<>();
    private int atOnce = AT_ONCE;

    /** @param follower the role of the replicating server, for messages */
    SnapshotComparison(Opening opening, VerifyThrottle throttle, String follower, List<String> databases) {
        this.opening = opening;
        this.throttle = throttle;
        this.follower = follower;
        this.databases = List.copyOf(databases);
    }

    /**
     * Of a pair, or one that is to be, for whoever keeps others from changing its replication.
     *
     * @param timeout for all
     * @param stopped asked now and then whether it shall end before
     */
    public static SnapshotComparison ofStandby(
            ServerLogin primary,
            ServerLogin standby,
            List<String> databases,
            Duration timeout,
            BooleanSupplier stopped) {
        return of(new Applier.OfPartner(), primary, standby, databases, "standby", timeout, stopped);
    }

    /**
     * Of the databases that another pair's server gets on a channel.
     *
     * @param begun the position of the source where the channel began
     * @param timeout for all
     * @param stopped asked now and then whether it shall end before
     */
    public static SnapshotComparison ofChannel(
            ServerLogin source,
            ServerLogin follower,
            Channel channel,
            Position begun,
            Duration timeout,
            BooleanSupplier stopped) {
        Applier applier = new Applier.OfChannel(channel, begun);
        return of(applier, source, follower, channel.databases(), "new pair", timeout, stopped);
    }

    private static SnapshotComparison of(
            Applier applier,
            ServerLogin source,
            ServerLogin follower,
            List<String> databases,
            String role,
            Duration timeout,
            BooleanSupplier stopped) {
        return new SnapshotComparison(
                some -> Optional.of(ConsistentSnapshot.open(applier, source, follower, some, LAG)),
                new VerifyThrottle(System.nanoTime() + timeout.toNanos(), timeout, stopped),
                role,
                databases);
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

    /** How many databases are done. */
    public int done() {
        return compared.size();
    }

    /** What differs in those that are done, in words; empty when all is equal. */
    public List<String> differences() {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < compared.size(); i++) {
            String database = databases.get(i);
            compared.get(i).differences().forEach(difference -> all.add(database + ": " + difference));
        }
        return all;
    }

    /**
     * Compares what isn't done yet.
     *
     * @param told gets the number of databases that are done, after each
     * @throws TryAgain open transactions or a follower that is behind keep it from beginning, or from going on; the
     *     message says which. Called again, it goes on where it was
     */
    public void run(IntConsumer told) throws SQLException, OperationRefused {
        while (compared.size() < databases.size()) {
            int from = compared.size();
            try {
                some(told);
            } catch (StoreUnavailable e) {
                throw new OperationRefused(String.valueOf(e.getMessage()));
            }
            requireWhole(compared.subList(from, compared.size()));
        }
    }

    /** One that was stopped, as while the journal couldn't be read for a moment, is not known to be equal. */
    static void requireWhole(List<Compared> some) throws OperationRefused {
        for (Compared one : some) {
            if (!one.whyNot().isEmpty()) {
                throw new OperationRefused(one.whyNot());
            }
        }
    }

    /**
     * Compares as much as it can; of the rest it says why not.
     *
     * @param unreadable what is said where a server can't be read, before its own words
     */
    List<Compared> all(String unreadable) {
        while (compared.size() < databases.size()) {
            int end = compared.size() + next().size();
            String whyNot = "";
            try {
                some(done -> {});
            } catch (OperationRefused | StoreUnavailable e) {
                whyNot = String.valueOf(e.getMessage());
            } catch (SQLException e) {
                // A server that hangs isn't asked again: locks are held meanwhile. One that refuses to read a table is.
                whyNot = unreadable + e.getMessage();
                end = ServerConnection.isLost(e) ? databases.size() : end;
            }
            while (compared.size() < end) {
                compared.add(new Compared(false, 0, 0, List.of(), whyNot));
            }
        }
        return compared;
    }

    private List<String> next() {
        int from = compared.size();
        return databases.subList(from, Math.min(databases.size(), from + atOnce));
    }

    private void some(IntConsumer told) throws OperationRefused, StoreUnavailable, SQLException {
        long begun = System.nanoTime();
        List<String> some = next();
        throttle.take();
        Optional<ConsistentSnapshot> opened = opening.of(some);
        if (opened.isPresent()) {
            try (ConsistentSnapshot servers = opened.get()) {
                for (String database : some) {
                    compared.add(compared(servers, database));
                    told.accept(compared.size());
                }
            }
        }
        boolean quick = System.nanoTime() - begun < QUICK.toNanos();
        atOnce = quick ? Math.min(MOST_AT_ONCE, 2 * atOnce) : AT_ONCE;
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
