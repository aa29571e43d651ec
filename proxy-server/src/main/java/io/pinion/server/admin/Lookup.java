package io.pinion.server.admin;

import io.pinion.config.topology.Topology;
import io.pinion.routing.catalog.Keyspace;
import java.util.ArrayList;
import java.util.List;

/** Finds the keyspace that an admin statement names. */
final class Lookup {
    private Lookup() {}

    /** The sharded keyspace behind FROM or IN; all of them where neither stands there. */
    static List<Keyspace.Sharded> sharded(AdminTokens arguments, Topology topology) {
        if (arguments.take("FROM") || arguments.take("IN")) {
            return List.of(sharded(arguments.name("a keyspace"), topology));
        }
        List<Keyspace.Sharded> all = new ArrayList<>();
        for (Keyspace keyspace : topology.keyspaces().values()) {
            if (keyspace instanceof Keyspace.Sharded sharded) {
                all.add(sharded);
            }
        }
        return all;
    }

    /** @throws AdminSyntaxException when no keyspace with shards has the name */
    static Keyspace.Sharded sharded(String name, Topology topology) {
        if (keyspace(name, topology) instanceof Keyspace.Sharded sharded) {
            return sharded;
        }
        throw new AdminSyntaxException("keyspace " + name + " isn't sharded");
    }

    /** @throws AdminSyntaxException with a list of the keyspaces, when none has the name */
    static Keyspace keyspace(String name, Topology topology) {
        return topology.keyspace(name)
                .orElseThrow(() -> new AdminSyntaxException("no keyspace '" + name + "'; there are "
                        + String.join(", ", topology.keyspaces().keySet())));
    }
}
