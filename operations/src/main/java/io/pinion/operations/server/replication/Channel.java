package io.pinion.operations.server.replication;

import java.util.List;

/**
 * The way of some databases from a server of one pair to a server of another, beside the replication within the pairs.
 *
 * @param name of letters, digits and {@code _}
 * @param databases nothing of any other one is taken over
 */
public record Channel(String name, List<String> databases) {
    public Channel {
        databases = List.copyOf(databases);
    }
}
