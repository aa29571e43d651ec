package io.pinion.server.backend;

/**
 * The limits of one loop's pool for one server.
 *
 * @param waitMillis the time that a session may wait for a connection
 * @param maxWaiters the number of sessions of one loop that may wait at a time
 * @param idleMillis the time after which an idle connection is closed
 * @param connectMillis the time for connecting and the time for logging in
 * @param maxOpening the number of connections that one loop opens at a time
 * @param silenceMillis the time for which a server may send nothing while a statement runs there; 0 for no limit
 * @param maxTextBytes of a text that Pinion writes for a server; servers close a connection that sends a longer one
 */
public record PoolLimits(
        long waitMillis,
        int maxWaiters,
        long idleMillis,
        int connectMillis,
        int maxOpening,
        long silenceMillis,
        int maxTextBytes) {
    private static final int DEFAULT_TEXT_BYTES = 64 << 20;

    public static final PoolLimits DEFAULT = new PoolLimits(5_000, 10_000, 60_000, 3_000, 16, 0);

    /** With texts of any length that a client may send by default. */
    public PoolLimits(
            long waitMillis, int maxWaiters, long idleMillis, int connectMillis, int maxOpening, long silenceMillis) {
        this(waitMillis, maxWaiters, idleMillis, connectMillis, maxOpening, silenceMillis, DEFAULT_TEXT_BYTES);
    }
}
