package io.pinion.server.schema;

import java.time.Instant;
import java.util.List;

/**
 * How the last reading of the servers' tables went.
 *
 * @param readAt when it ended; {@link Instant#EPOCH} before the first
 * @param version of what is planned with
 * @param findings what an operator should know: what couldn't be read, what differs from the topology
 */
public record SchemaStatus(Instant readAt, long version, List<String> findings) {
    public static final SchemaStatus UNREAD = new SchemaStatus(Instant.EPOCH, 0, List.of());

    public SchemaStatus {
        findings = List.copyOf(findings);
    }
}
