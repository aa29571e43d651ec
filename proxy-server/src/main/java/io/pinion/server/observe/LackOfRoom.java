package io.pinion.server.observe;

import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Servers that clients were told of lately that there is no room for what they write. Nobody tells when there is some again: after
 * a minute without another such error there is. Thread-safe; doesn't block.
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

    /** @param nanos as of {@link System#nanoTime} */
    LackOfRoom(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void told(String server, int errorCode) {
        if (byServer.size() < MOST_SERVERS || byServer.containsKey(server)) {
            byServer.put(server, new Told(errorCode, nanos.getAsLong()));
        }
    }

    /** The last error of that kind; empty when there was none in the last minute. */
    public OptionalInt of(String server) {
        Told last = byServer.get(server);
        return last == null || nanos.getAsLong() - last.atNanos() > REMEMBERED_NANOS
                ? OptionalInt.empty()
                : OptionalInt.of(last.errorCode());
    }
}
