package io.pinion.operations.transfer;

import io.pinion.config.topology.Account;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.keyspace.KeyspaceDatabases;
import io.pinion.operations.schema.ShardConnection;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.routing.catalog.ShardRange;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The databases of the shards and their tables, pair after pair. Blocks; one attempt's. */
record ShardDatabases(ShardConnections connections, DatabaseImport task, RunningOperation operation) {
    private static final Duration LAST_STATEMENT = Duration.ofSeconds(10);

    /** How many shards are entered in the journal by one write. */
    private static final int ENTERED_AT_ONCE = 16;

    /** A definition that a server has is good whatever the modes say of new ones. */
    private static final List<String> SETTINGS =
            List.of("SET SESSION sql_mode = 'NO_ENGINE_SUBSTITUTION', foreign_key_checks = 0, time_zone = '+00:00'");

    private interface Work {
        void on(ShardConnection primary, ShardRange range) throws SQLException, OperationRefused;
    }

    private void onEachPair(Work work) throws OperationRefused {
        for (ShardRange range : task.shape().ranges()) {
            try (ShardConnection primary = connections.open(range.pair(), Account.DATA, SETTINGS)) {
                work.on(primary, range);
            } catch (SQLException e) {
                String why = "the primary of pair " + range.pair() + ": " + e.getMessage();
                throw ServerConnection.isLost(e) ? new ServerAway(why) : new OperationRefused(why);
            }
        }
    }

    /** What has such a name belongs to somebody else. */
    void requireNone() throws OperationRefused {
        onEachPair((primary, range) -> new KeyspaceDatabases(primary, task.shape()::database, range).requireNone());
    }

    /** Makes what is missing; a table that is there already is of an earlier attempt. */
    void make(List<ShardDefinition> tables) throws OperationRefused {
        onEachPair((primary, range) -> {
            primary.takeOver(operation.mark(), LAST_STATEMENT);
            List<Integer> missing = shards(range)
                    .filter(shard -> !operation.progress().done().has(shard))
                    .boxed()
                    .toList();
            KeyspaceDatabases.makeEach(operation, missing, ENTERED_AT_ONCE, shard -> make(primary, shard, tables));
        });
    }

    private void make(ShardConnection primary, int shard, List<ShardDefinition> tables) throws SQLException {
        primary.execute(task.shape().createDatabase(shard));
        for (ShardDefinition table : tables) {
            primary.execute(table.inDatabase(task.shape().database(shard), shard));
        }
    }

    /** Drops what this operation has made, with the rows. */
    void drop() throws OperationRefused {
        ShardSet done = operation.progress().done();
        ShardSet begun = operation.progress().begun();
        onEachPair((primary, range) -> {
            primary.takeOver(operation.mark(), LAST_STATEMENT);
            Set<String> there = new HashSet<>(primary.databases());
            for (int shard : shards(range)
                    .filter(number -> done.has(number) || begun.has(number))
                    .toArray()) {
                String database = task.shape().database(shard);
                if (there.contains(database)) {
                    operation.requireHeld(TaskLock.BRIEFLY);
                    operation.tellNowAndThen("dropping " + database);
                    primary.execute("DROP DATABASE " + SqlText.quoteName(database));
                }
            }
        });
    }

    List<PlannedAction> planned(String statement) {
        return task.shape().ranges().stream()
                .map(range -> new PlannedAction(
                        "primary of pair " + range.pair(),
                        statement.formatted(task.shape().database(range.first())),
                        range.size() == 1
                                ? "a database of a shard"
                                : "and " + (range.size() - 1) + " more, to "
                                        + task.shape().database(range.last())))
                .toList();
    }

    private static IntStream shards(ShardRange range) {
        return IntStream.rangeClosed(range.first(), range.last());
    }
}
