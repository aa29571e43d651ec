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

/** When each standby was last seen to follow its primary closely, with nothing that the primary hasn't. Thread-safe. */
public final class CloseStandbys implements ServerWatch.Listener {
    /** Behind which a standby lacks more than anybody would give up without being asked. */
    private static final Duration CLOSE = Duration.ofSeconds(10);

    private final LongSupplier nanos;

    /** By the pair in its roles of then. */
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
    public void answered(Server server, ServerReport report) {}

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

    /** Whether it was within so long. */
    public boolean within(Pair pair, Duration time) {
        Long last = seen.get(Roles.of(pair));
        return last != null && nanos.getAsLong() - last <= time.toNanos();
    }
}
