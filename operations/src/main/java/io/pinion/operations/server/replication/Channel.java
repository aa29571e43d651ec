package io.pinion.operations.server.replication;

import java.util.List;

/**
 * A replication channel from a server of one pair to a server of another, for some databases, beside the replication
 * within the pairs.
 *
 * @param name of letters, digits and {@code _}
 * @param databases the only databases that are replicated
 */
public record Channel(String name, List<String> databases) {
    public Channel {
        databases = List.copyOf(databases);
    }
}
