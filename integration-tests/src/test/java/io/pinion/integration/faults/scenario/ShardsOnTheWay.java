package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.integration.testing.Jdbc;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Shards that go from one pair to the other: some between which clients pay each other, so that they go together.
 *
 * @param statement with which an operator begins that
 */
record ShardsOnTheWay(List<Integer> shards, FaultPair from, FaultPair to, String statement) {
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    /** What the fence says: MariaDB's ER_OPTION_PREVENTS_STATEMENT, MySQL's ER_SCHEMA_READ_ONLY. */
    private static final Set<Integer> FENCED = Set.of(1290, 3989);

    static ShardsOnTheWay any(Stage stage) throws Exception {
        FaultCluster cluster = stage.cluster();
        List<List<Integer>> groups = cluster.groups();
        int chosen = stage.dice().nextInt(groups.size());
        List<Integer> shards = groups.get(chosen);
        FaultPair from = cluster.pairOf(shards.getFirst());
        FaultPair to = cluster.pairs().stream()
                .filter(pair -> !pair.equals(from))
                .findFirst()
                .orElseThrow();
        // The upper half of as many shards again, if they are there, too.
        boolean split = chosen % 2 == 1
                && stage.dice().nextBoolean()
                && cluster.pairOf(groups.get(chosen - 1).getFirst()).equals(from);
        int first = split ? groups.get(chosen - 1).getFirst() : shards.getFirst();
        String statement = (split ? "SPLIT RANGE " : "MOVE SHARDS ") + first + "-" + shards.getLast() + " TO PAIR "
                + to.name() + " IN pinterest";
        return new ShardsOnTheWay(shards, from, to, statement);
    }

    /** The operation that moves them, as long as it isn't over. */
    Optional<Operation> operation(FaultCluster cluster) throws Exception {
        return cluster.journal().list().stream()
                .filter(operation -> operation.task() instanceof Move move && move.first() == shards.getFirst())
                .filter(operation -> !operation.progress().state().isOver())
                .findFirst();
    }

    /** Moves them, with nothing in the way, and doesn't end that. */
    Operation move(Stage stage) throws Exception {
        stage.operators().mustSay(stage.anyProxy(), statement);
        Conditions.await("the end of " + statement, TIMEOUT, () -> operation(stage.cluster())
                .filter(operation -> operation.progress().state() != State.RUNNING)
                .isPresent());
        Operation moved = operation(stage.cluster()).orElseThrow();
        if (moved.progress().state() != State.WAITING) {
            throw new AssertionError(statement + " failed: " + moved.progress().error());
        }
        return moved;
    }

    /** Nobody can write to what is left of shards that have moved, whoever he is. */
    static void requireFenced(FaultCluster cluster, Move moved) throws Exception {
        FaultPair old = cluster.pair(moved.from());
        for (FaultServer server : old.servers()) {
            for (int shard = moved.first(); shard <= moved.last(); shard++) {
                requireFenced(server, FaultPair.databaseOf(shard));
            }
        }
    }

    /** Takes writes to what is left of shards that have moved, as one that was made from a dump. */
    static void takeFence(FaultServer server, long number, Move moved) throws SQLException {
        List<String> databases = IntStream.rangeClosed(moved.first(), moved.last())
                .mapToObj(FaultPair::databaseOf)
                .toList();
        try (ManagedServer root = server.manage();
                Connection connection = root.connection()) {
            root.dialect().databaseFence().remove(connection, number, databases);
        }
    }

    private static void requireFenced(FaultServer server, String database) throws SQLException {
        try (ManagedServer root = server.manage();
                Connection connection = root.connection()) {
            Jdbc.execute(connection, "UPDATE " + database + ".account SET balance = balance + 0");
        } catch (SQLException e) {
            if (FENCED.contains(e.getErrorCode())) {
                return;
            }
            throw e;
        }
        throw new AssertionError(server + " takes writes to " + database + ", which has moved to the other pair");
    }
}
