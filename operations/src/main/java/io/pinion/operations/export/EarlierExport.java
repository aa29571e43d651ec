package io.pinion.operations.export;

import io.pinion.config.topology.Server;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.export.store.ExportStore;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.transfer.binlog.SourcePlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An export from which another one goes on, by the binary logs of the servers that it read. */
record EarlierExport(String name, Manifest manifest) {
    /** Blocks. */
    static EarlierExport open(ExportPlaces places, String place) throws OperationRefused {
        try (ExportStore store = places.open(place)) {
            return new EarlierExport(store.toString(), Manifest.in(store));
        }
    }

    void require(TableExport task) throws OperationRefused {
        if (manifest.manifest() != Manifest.VERSION || !manifest.keyspace().equals(task.keyspace())) {
            throw new OperationRefused(name + " has rows of keyspace " + manifest.keyspace());
        }
        if (manifest.since().isPresent()) {
            throw new OperationRefused(
                    name + " has the rows " + manifest.since().get() + ", and not all");
        }
        List<String> added = new ArrayList<>(task.tables());
        added.removeAll(manifest.named());
        if (!added.isEmpty()) {
            throw new OperationRefused(name + " has no rows of " + String.join(", ", added)
                    + ": export them as a whole, and name the other tables here (EXPORT TABLES …)");
        }
        if (!manifest.placement().equals(Optional.of(task.placement()))) {
            throw new OperationRefused(name + " has rows of other shards than keyspace " + task.keyspace()
                    + " has now: export it as a whole");
        }
    }

    /** The place in a server's log up to which all of these shards were read. */
    SourcePlace placeOf(Server standby, List<Integer> shards) throws OperationRefused {
        Optional<SourcePlace> first = Optional.empty();
        ShardSet found = ShardSet.NONE;
        for (Manifest.ReadPosition position : manifest.positions()) {
            if (position.server().equals(standby.name())) {
                SourcePlace place = new SourcePlace(position.logFile(), position.logOffset(), position.gtids());
                first = first.filter(known -> !known.isAtLeast(place)).or(() -> Optional.of(place));
                found = found.with(ShardSet.parse(position.shards()).list());
            }
        }
        for (int shard : shards) {
            if (!found.has(shard)) {
                throw new OperationRefused("shard " + shard + " was read from another server than " + standby.name()
                        + " for " + name + ", and each has places of its own in its log: export it as a whole");
            }
        }
        return first.orElseThrow(() -> new OperationRefused("there are no shards"));
    }
}
