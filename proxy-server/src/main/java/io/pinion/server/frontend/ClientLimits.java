package io.pinion.server.frontend;

/**
 * The limits of one client.
 *
 * @param maxPacketBytes the largest command, joined from all its packets; MySQL calls it {@code max_allowed_packet}
 * @param loginMillis the time for each packet of a login, and for the USE of its database. What Pinion itself needs isn't
 *     the client's delay, and has as much time for itself
 * @param unreadMillis the time for which a client may read nothing of its waiting answers; MySQL calls it
 *     {@code net_write_timeout}
 * @param unsentMillis the time in which a client must send more of a command that it has begun; MySQL calls it
 *     {@code net_read_timeout}
 * @param idleMillis the time between two commands, unless the session sets its own {@code wait_timeout}
 * @param maxPreparedStatements the number of statements that a session may have prepared at a time. Servers allow
 *     16,382 for all sessions together, but a statement costs Pinion only its text
 */
public record ClientLimits(
        int maxPacketBytes,
        long loginMillis,
        long unreadMillis,
        long unsentMillis,
        long idleMillis,
        int maxPreparedStatements) {
    public static final ClientLimits DEFAULT =
            new ClientLimits(64 * 1024 * 1024, 10_000, 60_000, 30_000, 8 * 3_600_000, 4_096);

    /** Limits with the defaults for the rest. */
    public ClientLimits(int maxPacketBytes, long loginMillis, long unreadMillis) {
        this(
                maxPacketBytes,
                loginMillis,
                unreadMillis,
                DEFAULT.unsentMillis,
                DEFAULT.idleMillis,
                DEFAULT.maxPreparedStatements);
    }
}
