package io.pinion.operations.verify;

import io.pinion.operations.copy.TryAgain;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.replication.Channel;
import io.pinion.operations.server.replication.Position;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Compares databases with the copy of them on another pair's server, which follows on a channel: some databases at a
 * time, each time at one place of the source's log. The channel stands still for a moment while that begins. Blocks;
 * one run, by one thread.
 */
public final class ChannelComparison {
    /** Servers keep what changes for as long as their transactions read: so none of them reads all. */
    private static final int DATABASES_AT_ONCE = 16;

    private static final Duration LAG = Duration.ofSeconds(60);

    private final ServerLogin source;
    private final ServerLogin follower;
    private final Applier.OfChannel applier;
    private final VerifyThrottle throttle;
    private final List<String> found = new ArrayList<>();
    private int compared;

    /**
     * @param channel of the follower, with the databases
     * @param begun the position of the source where the channel began
     * @param timeout for all
     * @param stopped asked now and then whether it shall end before
     */
    public ChannelComparison(
            ServerLogin source,
            ServerLogin follower,
            Channel channel,
            Position begun,
            Duration timeout,
            BooleanSupplier stopped) {
        this.source = source;
        this.follower = follower;
        this.applier = new Applier.OfChannel(channel, begun);
        this.throttle = new VerifyThrottle(System.nanoTime() + timeout.toNanos(), timeout, stopped);
    }

    /** How many databases are done. */
    public int compared() {
        return compared;
    }

    /**
     * @return what differs, in words; empty when all is equal
     * @throws TryAgain open transactions or a copy that is behind keep it from beginning, or from going on; the
     *     message says which.     Called again, it goes on where it was
     */
    public List<String> differences() throws SQLException, OperationRefused {
        List<String> databases = applier.channel().databases();
        while (compared < databases.size()) {
            List<String> some = databases.subList(compared, Math.min(databases.size(), compared + DATABASES_AT_ONCE));
            try (ConsistentSnapshot servers = ConsistentSnapshot.open(applier, source, follower, some, LAG)) {
                for (String database : some) {
                    DatabaseComparison comparison = new DatabaseComparison(servers, throttle, database, "new pair");
                    comparison.run();
                    comparison.differences().forEach(difference -> found.add(database + ": " + difference));
                }
            }
            compared += some.size();
        }
        return found;
    }
}
