package io.pinion.operations.server;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells a server that is fenced because it has just started from one that somebody has fenced: it has started since it was
 * seen to take writes. Thread-safe.
 */
public final class Restarts {
    /** Servers tell for how long they run in whole seconds, and answer late. */
    private static final Duration TOLERANCE = Duration.ofSeconds(3);

    /** When it had started that was seen to take writes last, by the server's name. */
    private final Map<String, Instant> open = new ConcurrentHashMap<>();

    /** @return whether it is fenced, and was seen to take writes before its last start */
    public boolean isFencedByStart(String server, ServerReport report) {
        if (!report.fenced()) {
            open.put(server, report.started());
            return false;
        }
        Instant before = open.get(server);
        return before != null && Duration.between(before, report.started()).compareTo(TOLERANCE) > 0;
    }

    /** It is to be fenced from now on, as a standby is. */
    public void forget(String server) {
        open.remove(server);
    }
}
