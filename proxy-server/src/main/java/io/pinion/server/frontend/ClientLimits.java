package io.pinion.server.frontend;

/**
 * What one client may take.
 *
 * @param maxPacketBytes the largest command, joined from all its packets; MySQL calls it {@code max_allowed_packet}
 * @param loginMillis how long a client may take from its connection to the end of its login
 */
public record ClientLimits(int maxPacketBytes, long loginMillis) {
    public static final ClientLimits DEFAULT = new ClientLimits(64 * 1024 * 1024, 10_000);
}
