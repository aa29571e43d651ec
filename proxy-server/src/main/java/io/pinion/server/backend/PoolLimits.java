package io.pinion.server.backend;

/**
 * The bounds of one loop's pool for one server.
 *
 * @param waitMillis how long a session may wait for a connection
 * @param maxWaiters how many sessions of one loop may wait at a time
 * @param idleMillis after how long an idle connection is closed
 * @param connectMillis how long opening and logging in may take, each
 * @param maxOpening how many connections one loop opens at a time
 * @param silenceMillis how long a server may say nothing while something runs there; 0 for as long as it takes
 */
public record PoolLimits(
        long waitMillis, int maxWaiters, long idleMillis, int connectMillis, int maxOpening, long silenceMillis) {
    public static final PoolLimits DEFAULT = new PoolLimits(5_000, 10_000, 60_000, 3_000, 16, 0);
}
