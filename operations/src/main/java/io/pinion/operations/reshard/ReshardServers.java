package io.pinion.operations.reshard;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.server.WorkMark;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The servers of a resharding, logged in. Blocks; for one thread.
 *
 * @param old each pair of the old shards with their databases, that of the lowest shard first
 * @param next each pair of the new shards with theirs; the same pairs may be among both
 */
record ReshardServers(List<PairSide> old, List<PairSide> next) implements AutoCloseable {
    /** Kills the connections of earlier attempts; a resharding that is only explained gets connections for reading. */
    static ReshardServers open(
            OperationServices services, Topology topology, KeyspaceResharding task, RunningOperation operation)
            throws OperationRefused {
        Optional<WorkMark> work = operation.isExplained() ? Optional.empty() : Optional.of(operation.mark());
        Set<String> seen = new HashSet<>();
        ReshardServers opened = new ReshardServers(new ArrayList<>(), new ArrayList<>());
        try {
            for (Map.Entry<String, List<String>> pair :
                    task.old().databasesOfPairs().entrySet()) {
                opened.old.add(PairSide.open(
                        services, topology, pair.getValue(), pair.getKey(), work, seen.add(pair.getKey())));
            }
            for (Map.Entry<String, List<String>> pair :
                    task.newDatabasesOfPairs().entrySet()) {
                opened.next.add(PairSide.open(
                        services, topology, pair.getValue(), pair.getKey(), work, seen.add(pair.getKey())));
            }
            return opened;
        } catch (OperationRefused | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    List<PairSide> all() {
        return Stream.concat(old.stream(), next.stream()).toList();
    }

    void requireStandbys() throws OperationRefused {
        for (PairSide side : all()) {
            side.requireStandby();
        }
    }

    /** A primary that has restarted is opened by whoever has the lock of its pair. */
    void requireWritable() throws OperationRefused {
        for (PairSide side : all()) {
            try {
                if (side.primary().server().isFenced()) {
                    throw new ServerAway(side.primary() + " takes no writes: OPEN PAIR "
                            + side.pair().name() + " opens it, unless Pinion does");
                }
            } catch (SQLException e) {
                throw new ServerAway(String.valueOf(e.getMessage()));
            }
        }
    }

    void removeFencesOfOld(long number) throws SQLException, OperationRefused {
        for (PairSide side : old) {
            side.removeFences(number);
        }
    }

    @Override
    public void close() {
        all().forEach(PairSide::close);
    }
}
