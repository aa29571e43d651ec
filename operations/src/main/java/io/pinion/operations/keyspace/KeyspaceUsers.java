package io.pinion.operations.keyspace;

import io.pinion.config.topology.Topology;
import io.pinion.config.topology.User;
import io.pinion.operations.engine.OperationRefused;
import java.util.List;

/** The users of a topology that name a keyspace: a document without the keyspace isn't valid with them. */
record KeyspaceUsers(Topology topology, String keyspace) {
    void requireNone() throws OperationRefused {
        List<String> cures = topology.users().values().stream()
                .filter(user -> user.keyspaces().contains(keyspace))
                .map(this::cure)
                .sorted()
                .toList();
        if (!cures.isEmpty()) {
            throw new OperationRefused("keyspace " + keyspace + " is not dropped: " + String.join("; ", cures));
        }
    }

    /** What the user keeps is named, where that is something. */
    private String cure(User user) {
        List<String> others = user.keyspaces().stream()
                .filter(name -> !name.equals(keyspace))
                .sorted()
                .toList();
        return "user " + user.name() + " names it: ALTER TOPOLOGY USER " + user.name() + " KEYSPACES "
                + (others.isEmpty() ? "…" : String.join(", ", others)) + " or DROP TOPOLOGY USER " + user.name()
                + " first";
    }
}
