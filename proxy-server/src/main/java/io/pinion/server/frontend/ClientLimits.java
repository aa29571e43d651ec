package io.pinion.server.frontend;

/**
 * What one client may take.
 *
 * @param maxPacketBytes the largest command, joined from all its packets; MySQL calls it {@code max_allowed_packet}
 * @param loginMillis how long a client may take from its connection to the end of its login, that of a database that it
 *     names included
 * @param unreadMillis how long a client may take nothing of the answers that wait for it; MySQL calls it
 *     {@code net_write_timeout}
 * @param unsentMillis how long a client may send next to nothing of a command that it has begun; MySQL calls it
 *     {@code net_read_timeout}
 * @param idleMillis how long a client may send no command at all, unless its session sets a {@code wait_timeout} of its own
 * @param maxPreparedStatements how many statements a session may have prepared at a time. Servers allow 16,382 for all of
 *     theirs, but these cost Pinion their text alone
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

    /** The rest as by default. */
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
