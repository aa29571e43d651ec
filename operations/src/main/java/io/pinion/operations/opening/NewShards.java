package io.pinion.operations.opening;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.operations.schema.ShardConnection;
import io.pinion.operations.schema.ShardSchema;
import io.pinion.operations.server.WorkMark;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.server.sql.TableTexts;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The databases of shards that aren't open yet, on the primary of their pair. Blocks; for one thread.
 *
 * @param copied the tables whose rows an opening brings, so that those rows are no client's
 * @param firstNumbers what AUTO_INCREMENT of tables begins with whose smaller numbers lead to other shards
 */
record NewShards(
        ShardConnection connection, DatabasePattern databases, Set<String> copied, Map<String, Long> firstNumbers) {
    private static final Duration LAST_STATEMENT = Duration.ofSeconds(10);
    private static final int MOST_NAMED = 5;

    NewShards {
        firstNumbers = Map.copyOf(firstNumbers);
        copied = Set.copyOf(copied);
    }

    /**
     * For the holder of the lock of the keyspace's shards: connections of earlier runs of the operation are killed, so
     * that no statement of theirs comes late.
     */
    static NewShards takenOver(ShardConnection connection, Keyspace.Sharded keyspace, WorkMark operation)
            throws SQLException {
        connection.takeOver(operation, LAST_STATEMENT);
        return new NewShards(
                connection,
                keyspace.databases(),
                Set.copyOf(ReferenceRoute.tablesOf(keyspace)),
                firstNumbers(keyspace));
    }

    private static Map<String, Long> firstNumbers(Keyspace.Sharded keyspace) {
        Map<String, Long> numbers = new HashMap<>();
        for (Table table : keyspace.tables().values()) {
            if (table instanceof Table.ObjectTable object) {
                object.hashed().ifPresent(hashed -> numbers.put(object.name(), hashed.through() + 1));
            }
        }
        return numbers;
    }

    String database(int shard) {
        return databases.databaseOf(new ShardId(shard));
    }

    /** The shards of the range whose databases are in the list. */
    static Set<Integer> among(List<String> names, DatabasePattern databases, Task.Opening task) {
        Set<Integer> shards = new TreeSet<>();
        for (String name : names) {
            int shard = databases.shardIn(name);
            if (shard >= task.first() && shard <= task.last()) {
                shards.add(shard);
            }
        }
        return shards;
    }

    /** The shards that have a database already; refused when one of these isn't empty, or isn't like the reference. */
    ShardSet requireNoLeftovers(Task.Opening task, ReferenceShard reference) throws SQLException, OperationRefused {
        Set<Integer> found = among(connection.databases(), databases, task);
        List<String> leftovers = new ArrayList<>();
        for (int shard : found) {
            leftover(database(shard), reference.schema(), leftovers);
        }
        if (!leftovers.isEmpty()) {
            int more = leftovers.size() - MOST_NAMED;
            throw new OperationRefused(
                    "pair " + task.pair() + " has leftovers, databases of these names that aren't like "
                            + reference.database() + " and empty: "
                            + String.join("; ", leftovers.subList(0, Math.min(MOST_NAMED, leftovers.size())))
                            + (more > 0 ? "; and " + more + " more" : "")
                            + ". Drop them on its primary if nobody needs them, or take other shards");
        }
        return ShardSet.of(found);
    }

    private void leftover(String database, ShardSchema reference, List<String> leftovers) throws SQLException {
        ShardSchema there = ShardSchema.read(connection, database, true);
        List<String> differences = new ArrayList<>(
                there.tables().isEmpty() ? reference.databaseDifferences(there) : reference.tableDifferences(there));
        differences.addAll(there.lackedBy(reference).stream()
                .map(other -> "has the " + other)
                .toList());
        for (String table : there.tables().keySet()) {
            if (!connection.isEmpty(database, table)) {
                differences.add(table + " has rows");
            }
        }
        if (!differences.isEmpty()) {
            leftovers.add(database + ": " + String.join(", ", differences));
        }
    }

    /** Makes the database of one shard like the reference, whatever an earlier attempt has left there. */
    void make(int shard, ShardSchema reference) throws SQLException, OperationRefused {
        String database = database(shard);
        connection.execute(reference.createDatabase(database));
        ShardSchema there = ShardSchema.read(connection, database, false);
        for (String table : reference.differing(there)) {
            if (there.tables().containsKey(table)) {
                requireEmpty(database, table);
                connection.execute(ShardSchema.dropTable(database, table));
            }
            if (reference.tables().containsKey(table)) {
                String definition = reference.createTable(database, table);
                TableTexts.requireDefinition(definition, table);
                connection.execute(definition);
            }
        }
        for (Map.Entry<String, Long> first : firstNumbers.entrySet()) {
            if (reference.tables().containsKey(first.getKey())) {
                connection.execute("ALTER TABLE " + new TableName(database, first.getKey()).quoted()
                        + " AUTO_INCREMENT = " + first.getValue());
            }
        }
    }

    private void requireEmpty(String database, String table) throws SQLException, OperationRefused {
        if (!copied.contains(table) && !connection.isEmpty(database, table)) {
            throw new OperationRefused(
                    database + "." + table
                            + " has rows already and differs from the reference: see who writes there, and drop it if nobody needs it");
        }
    }

    /** The differences in words; empty when the shard is like the reference. */
    List<String> differences(int shard, ShardSchema reference) throws SQLException {
        String database = database(shard);
        try {
            ShardSchema there =
                    ShardSchema.read(connection, database, !reference.others().isEmpty());
            List<String> differences = new ArrayList<>(reference.tableDifferences(there));
            reference
                    .lackedBy(there)
                    .forEach(other -> differences.add(
                            "lacks the " + other + ", which is not made by itself: make it there on the server"));
            return differences;
        } catch (SQLException e) {
            if (ShardConnection.isLost(e)) {
                throw e;
            }
            return List.of(String.valueOf(e.getMessage()));
        }
    }

    /** Asked before a database is dropped. */
    @FunctionalInterface
    interface Permission {
        /** @throws OperationRefused when another run works on the opening by now, and may have made the database anew */
        void toDrop(String database) throws OperationRefused;
    }

    /** Drops the databases that an opening has made, but for those with rows of clients, which it returns. */
    List<String> drop(List<Integer> shards, Task.Opening task, Permission permission)
            throws SQLException, OperationRefused {
        Set<Integer> there = among(connection.databases(), databases, task);
        List<String> kept = new ArrayList<>();
        for (int shard : shards) {
            if (!there.contains(shard)) {
                continue;
            }
            permission.toDrop(database(shard));
            if (!drop(database(shard))) {
                kept.add(database(shard) + " (it has rows)");
            }
        }
        return kept;
    }

    /** Deletes the rows that an opening has copied into databases which were there before. */
    void emptyCopies(ShardSet shards, Task.Opening task) throws SQLException {
        for (int shard : among(connection.databases(), databases, task)) {
            if (!shards.has(shard)) {
                continue;
            }
            Set<String> tables = ShardSchema.read(connection, database(shard), false)
                    .tables()
                    .keySet();
            for (String table : tables) {
                if (copied.contains(table) && !connection.isEmpty(database(shard), table)) {
                    connection.execute(ShardSchema.emptyTable(database(shard), table));
                }
            }
        }
    }

    private boolean drop(String database) throws SQLException {
        for (String table :
                ShardSchema.read(connection, database, false).tables().keySet()) {
            if (!copied.contains(table) && !connection.isEmpty(database, table)) {
                return false;
            }
        }
        connection.execute(ShardSchema.dropDatabase(database));
        return true;
    }
}
