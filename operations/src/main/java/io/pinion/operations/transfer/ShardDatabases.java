package io.pinion.operations.transfer;

import io.pinion.config.topology.Account;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.keyspace.KeyspaceDatabases;
import io.pinion.operations.keyspace.KeyspaceShape;
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
public record ShardDatabases(ShardConnections connections, KeyspaceShape shape, RunningOperation operation) {
    private static final Duration LAST_STATEMENT = Duration.ofSeconds(10);

    /** How many shards are entered in the journal by one write. */
    private static final int ENTERED_AT_ONCE = 16;

    /** A definition that a server has is good whatever the modes say of new ones. */
    private static final List<String> SETTINGS =
            List.of("SET SESSION sql_mode = 'NO_ENGINE_SUBSTITUTION', foreign_key_checks = 0, time_zone = '+00:00'");

    /** A table that each shard gets, or some. */
    public interface Definition {
        /** @return the statement that makes it in the database of a shard, where there is none yet */
        String inDatabase(String database, int shard);

        default boolean isOn(int shard) {
            return true;
        }
    }

    private interface Work {
        void on(ShardConnection primary, ShardRange range) throws SQLException, OperationRefused;
    }

    private void onEachPair(Work work) throws OperationRefused {
        for (ShardRange range : shape.ranges()) {
            try (ShardConnection primary = connections.open(range.pair(), Account.DATA, SETTINGS)) {
                work.on(primary, range);
            } catch (SQLException e) {
                String why = "the primary of pair " + range.pair() + ": " + e.getMessage();
                throw ServerConnection.isLost(e) ? new ServerAway(why) : new OperationRefused(why);
            }
        }
    }

    /** What has such a name belongs to somebody else. */
    public void requireNone() throws OperationRefused {
        onEachPair((primary, range) -> new KeyspaceDatabases(primary, shape::database, range).requireNone());
    }

    /** Makes what is missing; a table that is there already is of an earlier attempt. */
    public void make(List<? extends Definition> tables) throws OperationRefused {
        onEachPair((primary, range) -> {
            primary.takeOver(operation.mark(), LAST_STATEMENT);
            List<Integer> missing = shards(range)
                    .filter(shard -> !operation.progress().done().has(shard))
                    .boxed()
                    .toList();
            operation.makeEach(missing, ENTERED_AT_ONCE, shard -> make(primary, shard, tables));
        });
    }

    private void make(ShardConnection primary, int shard, List<? extends Definition> tables) throws SQLException {
        primary.execute(shape.createDatabase(shard));
        for (Definition table : tables) {
            if (table.isOn(shard)) {
                primary.execute(table.inDatabase(shape.database(shard), shard));
            }
        }
    }

    /** Drops what this operation has made, with the rows. */
    public void drop() throws OperationRefused {
        ShardSet done = operation.progress().done();
        ShardSet begun = operation.progress().begun();
        onEachPair((primary, range) -> {
            primary.takeOver(operation.mark(), LAST_STATEMENT);
            Set<String> there = new HashSet<>(primary.databases());
            for (int shard : shards(range)
                    .filter(number -> done.has(number) || begun.has(number))
                    .toArray()) {
                String database = shape.database(shard);
                if (there.contains(database)) {
                    operation.requireHeld(TaskLock.BRIEFLY);
                    operation.tellNowAndThen("dropping " + database);
                    primary.execute("DROP DATABASE " + SqlText.quoteName(database));
                }
            }
        });
    }

    public List<PlannedAction> planned(String statement) {
        return shape.ranges().stream()
                .map(range -> new PlannedAction(
                        "primary of pair " + range.pair(),
                        statement.formatted(shape.database(range.first())),
                        range.size() == 1
                                ? "a database of a shard"
                                : "and " + (range.size() - 1) + " more, to " + shape.database(range.last())))
                .toList();
    }

    private static IntStream shards(ShardRange range) {
        return IntStream.rangeClosed(range.first(), range.last());
    }
}
