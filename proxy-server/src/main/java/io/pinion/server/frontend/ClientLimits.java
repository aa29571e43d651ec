package io.pinion.server.frontend;

/**
 * What one client may take.
 *
 * @param maxPacketBytes the largest command, joined from all its packets; MySQL calls it {@code max_allowed_packet}
 * @param loginMillis how long a client may take from its connection to the end of its login, that of a database that it
 *     names included
 * @param unreadMillis how long a client may take nothing of the answers that wait for it; MySQL calls it
 *     {@code net_write_timeout}
 */
public record ClientLimits(int maxPacketBytes, long loginMillis, long unreadMillis) {
    /** That of {@code net_write_timeout} in MySQL and MariaDB. */
    public static final long DEFAULT_UNREAD_MILLIS = 60_000;

    /** Of one session at a time. Servers allow 16,382 for all of theirs, but these cost Pinion their text alone. */
    static final int MAX_PREPARED_STATEMENTS = 4_096;

    public static final ClientLimits DEFAULT = new ClientLimits(64 * 1024 * 1024, 10_000, DEFAULT_UNREAD_MILLIS);
}
