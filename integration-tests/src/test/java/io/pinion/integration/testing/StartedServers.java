package io.pinion.integration.testing;

import io.pinion.operations.server.ManagedServer;
import java.util.List;

/**
 * Servers that tests have for themselves. The first two follow each other, and so do the third and fourth
 * of two pairs.
 *
 * @param end stops them, or leaves them as they were given
 */
public record StartedServers(List<ManagedServer> all, AutoCloseable end) {
    public StartedServers {
        all = List.copyOf(all);
    }

    /** As pairs; of one server each where there are two in all. */
    public List<List<ManagedServer>> pairs() {
        int each = all.size() / 2;
        return List.of(all.subList(0, each), all.subList(each, all.size()));
    }
}
