package io.pinion.operations.server.watch;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.Standing;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Remembers when each standby was last close behind its primary, without errant transactions. Thread-safe. */
public final class CloseStandbys implements ServerWatch.Listener {
    /** A standby with a greater lag lacks more than may be given up without an operator. */
    private static final Duration CLOSE = Duration.ofSeconds(10);

    private final LongSupplier nanos;

    /** The time of the last such check, by the pair's servers in their roles at that time. */
    private final Map<Roles, Long> seen = new ConcurrentHashMap<>();

    private record Roles(Server primary, Optional<Server> standby) {
        static Roles of(Pair pair) {
            return new Roles(pair.primary(), pair.standby());
        }
    }

    /** @param nanos as {@link System#nanoTime} */
    public CloseStandbys(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public void compared(Pair pair, Standing standing) {
        boolean close = standing.lag()
                .filter(lag -> !lag.atLeast() && lag.time().compareTo(CLOSE) < 0)
                .isPresent();
        boolean nothingElse = standing.errant().filter(GtidSet::isEmpty).isPresent();
        if (close && nothingElse) {
            seen.put(Roles.of(pair), nanos.getAsLong());
        }
    }

    /** Whether the last such check is no older than {@code time}. */
    public boolean within(Pair pair, Duration time) {
        Long last = seen.get(Roles.of(pair));
        return last != null && nanos.getAsLong() - last <= time.toNanos();
    }
}
