package io.pinion.server.observe;

import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Remembers for a minute the servers that have failed a statement because of a full disk. A server doesn't report the
 * end of such a lack, so a minute without another such error counts as the end. Thread-safe; doesn't block.
 */
public final class LackOfRoom {
    private static final long REMEMBERED_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** More servers than any cluster has. */
    private static final int MOST_SERVERS = 8192;

    private final LongSupplier nanos;
    private final Map<String, Told> byServer = new ConcurrentHashMap<>();

    private record Told(int errorCode, long atNanos) {}

    public LackOfRoom() {
        this(System::nanoTime);
    }

    /** @param nanos a clock, such as {@link System#nanoTime} */
    LackOfRoom(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void told(String server, int errorCode) {
        if (byServer.size() < MOST_SERVERS || byServer.containsKey(server)) {
            byServer.put(server, new Told(errorCode, nanos.getAsLong()));
        }
    }

    /** The last such error of a server; empty when it had none in the last minute. */
    public OptionalInt of(String server) {
        Told last = byServer.get(server);
        return last == null || nanos.getAsLong() - last.atNanos() > REMEMBERED_NANOS
                ? OptionalInt.empty()
                : OptionalInt.of(last.errorCode());
    }
}
