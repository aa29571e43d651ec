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
 */
public record PoolLimits(
        long waitMillis, int maxWaiters, long idleMillis, int connectMillis, int maxOpening, long silenceMillis) {
    public static final PoolLimits DEFAULT = new PoolLimits(5_000, 10_000, 60_000, 3_000, 16, 0);
}
