package io.pinion.operations.server.watch;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Tells a server that is fenced because it has just started from one that somebody has fenced: it has started since it
 * was seen to take writes. Thread-safe.
 */
public final class Restarts {
    /** Servers tell for how long they run in whole seconds, and answer late. */
    private static final Duration TOLERANCE = Duration.ofSeconds(3);

    /**
     * A server as it was seen to take writes last. Times are as of {@link System#nanoTime}.
     *
     * @param started when it had started
     */
    private record Open(long started, long seen) {}

    /** By the server's name. */
    private final Map<String, Open> open = new ConcurrentHashMap<>();

    private final LongSupplier nanos;

    public Restarts() {
        this(System::nanoTime);
    }

    Restarts(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** @return whether it is fenced, and was seen to take writes before its last start */
    public boolean isFencedByStart(String server, ServerReport report) {
        if (!report.fenced()) {
            open.put(server, new Open(report.started(), nanos.getAsLong()));
            return false;
        }
        Open before = open.get(server);
        // One whose clock was put back seems to have started later, but hardly since it was seen.
        boolean restarted = before != null
                && report.started() - before.started() > TOLERANCE.toNanos()
                && report.started() - before.seen() > -TOLERANCE.toNanos();
        if (!restarted) {
            // It runs on, so somebody has fenced it, and a restart changes nothing about that.
            open.remove(server);
        }
        return restarted;
    }

    /** It is to be fenced from now on, as a standby is. */
    public void forget(String server) {
        open.remove(server);
    }
}
