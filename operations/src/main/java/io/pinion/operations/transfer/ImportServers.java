package io.pinion.operations.transfer;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.server.WorkMark;
import io.pinion.routing.catalog.ShardRange;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The servers of an import, logged in. Blocks; for one thread.
 *
 * @param home the pair of the database
 * @param shards each pair of the keyspace with its databases; that pair may be one of them
 */
record ImportServers(PairSide home, List<PairSide> shards) implements AutoCloseable {
    /** Kills the connections of earlier attempts; an import that is only explained gets connections for reading. */
    static ImportServers open(
            OperationServices services, Topology topology, DatabaseImport task, RunningOperation operation)
            throws OperationRefused {
        Optional<WorkMark> work = operation.isExplained() ? Optional.empty() : Optional.of(operation.mark());
        PairSide home = PairSide.open(services, topology, List.of(task.name()), task.home(), work, true);
        List<PairSide> shards = new ArrayList<>();
        ImportServers opened = new ImportServers(home, shards);
        try {
            for (Map.Entry<String, List<String>> next : databases(task).entrySet()) {
                boolean first = !next.getKey().equals(task.home());
                shards.add(PairSide.open(services, topology, next.getValue(), next.getKey(), work, first));
            }
            return opened;
        } catch (OperationRefused | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** The databases of the shards by their pair. */
    private static Map<String, List<String>> databases(DatabaseImport task) {
        Map<String, List<String>> databases = new LinkedHashMap<>();
        for (ShardRange range : task.shape().ranges()) {
            IntStream.rangeClosed(range.first(), range.last())
                    .mapToObj(task.shape()::database)
                    .forEach(databases.computeIfAbsent(range.pair(), none -> new ArrayList<>())::add);
        }
        return databases;
    }

    /** The pair of the keyspace's lowest shard, which has the counters of its sequences. */
    PairSide counting() {
        return shards.getFirst();
    }

    void requireStandbys() throws OperationRefused {
        home.requireStandby();
        for (PairSide side : shards) {
            side.requireStandby();
        }
    }

    void removeFencesOfShards(long number) throws SQLException, OperationRefused {
        for (PairSide side : shards) {
            side.removeFences(number);
        }
    }

    @Override
    public void close() {
        home.close();
        shards.forEach(PairSide::close);
    }
}
