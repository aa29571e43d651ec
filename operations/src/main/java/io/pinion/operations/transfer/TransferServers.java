package io.pinion.operations.transfer;

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
 * The servers between which rows are carried, logged in. Blocks; for one thread.
 *
 * @param sources each pair that has the rows before, with their databases, that of the lowest shard first
 * @param targets each pair that gets them, likewise; the same pairs may be among both
 */
public record TransferServers(List<PairSide> sources, List<PairSide> targets) implements AutoCloseable {
    /**
     * Kills the connections of earlier attempts; an operation that is only explained gets connections for reading.
     *
     * @param sources databases by their pair
     * @param targets likewise
     */
    static TransferServers open(
            OperationServices services,
            Topology topology,
            RunningOperation operation,
            Map<String, List<String>> sources,
            Map<String, List<String>> targets)
            throws OperationRefused {
        Optional<WorkMark> work = operation.isExplained() ? Optional.empty() : Optional.of(operation.mark());
        Set<String> seen = new HashSet<>();
        TransferServers opened = new TransferServers(new ArrayList<>(), new ArrayList<>());
        try {
            for (Map.Entry<String, List<String>> pair : sources.entrySet()) {
                opened.sources.add(PairSide.open(
                        services, topology, pair.getValue(), pair.getKey(), work, seen.add(pair.getKey())));
            }
            for (Map.Entry<String, List<String>> pair : targets.entrySet()) {
                opened.targets.add(PairSide.open(
                        services, topology, pair.getValue(), pair.getKey(), work, seen.add(pair.getKey())));
            }
            return opened;
        } catch (OperationRefused | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** The same pairs may be among both. */
    List<PairSide> all() {
        return Stream.concat(sources.stream(), targets.stream()).toList();
    }

    /** Why rows can't be carried between these pairs now, each with its cure. */
    public List<String> problems() throws SQLException {
        List<String> problems = new ArrayList<>();
        PairSide first = sources.getFirst();
        Set<String> seen = new HashSet<>();
        for (PairSide side : all()) {
            if (!seen.add(side.pair().name())) {
                continue;
            }
            problems.addAll(side.problems());
            if (!side.primary()
                    .server()
                    .dialect()
                    .equals(first.primary().server().dialect())) {
                problems.add(
                        side.primary() + " is of another product than " + first.primary() + ": take pairs of the same");
            }
        }
        return problems;
    }

    /** See {@link PairSide#requireStandby}. */
    public void requireStandbys() throws OperationRefused {
        for (PairSide side : all()) {
            side.requireStandby();
        }
    }

    /** See {@link PairSide#requireFollowingStandby}: rows that are written wait for their standbys. */
    void requireFollowingStandbys() throws OperationRefused, SQLException {
        for (PairSide side : all()) {
            side.requireFollowingStandby();
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

    @Override
    public void close() {
        all().forEach(PairSide::close);
    }
}
