package io.pinion.server.schema;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The result of the last reading of the servers' tables.
 *
 * @param generation of the topology whose tables were read; 0 before the first reading
 * @param readAt the end of the reading; {@link Instant#EPOCH} before the first
 * @param version the version of the schema that planning uses
 * @param findings the tables that couldn't be read or that differ from the topology, for an operator
 * @param lasting those of them that two readings in a row have found
 * @param unread those of tables that couldn't be read, each with the pair that was asked last
 */
public record SchemaStatus(
        long generation,
        Instant readAt,
        long version,
        List<String> findings,
        List<String> lasting,
        Map<String, String> unread) {
    public static final SchemaStatus UNREAD = new SchemaStatus(0, Instant.EPOCH, 0, List.of(), List.of(), Map.of());

    public SchemaStatus {
        findings = List.copyOf(findings);
        lasting = List.copyOf(lasting);
        unread = Map.copyOf(unread);
    }
}
