package io.pinion.operations.schema;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRefused.Leaves;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.KeyType;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.queue.JobQueue;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks that a table on the shards fits its new declaration. */
record DeclaredColumns(ShardConnections connections) {
    private static final Pattern COLUMN = Pattern.compile("(?m)^\\s+`((?:[^`]|``)++)` (\\w+)(.*)$");

    private static final Pattern PRIMARY_KEY = Pattern.compile("(?m)^\\s+PRIMARY KEY \\(");

    private static final Pattern INTEGER = Pattern.compile("(?:tiny|small|medium|big)?int\\b");

    void check(Topology topology, String keyspaceName, String table, Declaration as) throws OperationRefused {
        Keyspace.Sharded keyspace = ShardPlaces.keyspace(topology, keyspaceName);
        Optional<ShardId> only =
                as instanceof Declaration.SingleRows(ShardId shard, var queue) ? Optional.of(shard) : Optional.empty();
        ShardPlace place = ShardPlaces.of(topology, keyspaceName, only).getFirst();
        String definition;
        try (ShardConnection connection = connections.open(place.pair(), Account.DATA, List.of())) {
            definition = connection.definition(place.database(), table);
        } catch (SQLException e) {
            throw new OperationRefused(place + " can't be read: " + e.getMessage());
        }
        if (definition.equals(TableText.ABSENT)) {
            throw new OperationRefused(
                    1146,
                    "42S02",
                    "Table '" + keyspaceName + "." + table + "' doesn't exist on " + place,
                    Leaves.AS_BEFORE);
        }
        if (as.sequence().isPresent()
                && !INTEGER.matcher(column(definition, as.sequence().get())).lookingAt()) {
            throw new OperationRefused("column " + as.sequence().get() + " of " + table
                    + " can't have a sequence: there is none of that name, or it is no integer");
        }
        if (as.queue().isPresent()) {
            requireExpiry(keyspaceName + "." + table, definition, as.queue().get());
            requirePrimaryKey(keyspaceName + "." + table, definition, as.queue().get());
            requirePartitions(keyspaceName + "." + table, definition, as.queue().get());
        }
        switch (as) {
            case Declaration.ObjectRows object -> {
                needsKind(keyspace instanceof Keyspace.Id, keyspaceName);
                if (!column(definition, "local_id").contains("AUTO_INCREMENT")) {
                    throw new OperationRefused(
                            "an object table has a column local_id with AUTO_INCREMENT, and " + table + " has none");
                }
            }
            case Declaration.MappingRows(String from, var ids, var sequence, var queue) -> {
                needsKind(keyspace instanceof Keyspace.Id, keyspaceName);
                for (String id : ids) {
                    if (!column(definition, id).startsWith("bigint")) {
                        throw new OperationRefused("column " + id + " of " + table + " must be BIGINT to hold ids, and "
                                + (column(definition, id).isEmpty() ? "there is none" : "it is another"));
                    }
                }
            }
            case Declaration.HashedRows(String key, var sequence, var queue) -> {
                needsKind(keyspace instanceof Keyspace.Mod, keyspaceName);
                if (column(definition, key).isEmpty()) {
                    throw new OperationRefused("there is no column " + key + " in " + table);
                }
                String type = column(definition, key);
                if (KeyType.of(type) == KeyType.NONE) {
                    throw new OperationRefused(
                            "key column " + key + " of " + table + " is " + type.replaceFirst("\\W.*", "")
                                    + ", whose values have no single text to hash: " + KeyType.CURE);
                }
            }
            case Declaration.ReferenceRows reference -> {}
            case Declaration.SingleRows single -> {}
        }
    }

    /** A negative state would lie among the jobs of the lowest one, and a local time lets jobs expire early. */
    private static void requireExpiry(String table, String definition, JobQueue queue) throws OperationRefused {
        if (!column(definition, queue.stateColumn()).contains("unsigned")) {
            throw new OperationRefused("the state of a job is an unsigned integer: make " + table + "."
                    + queue.stateColumn() + " TINYINT UNSIGNED NOT NULL first");
        }
        if (JobQueue.takesLocalTime(column(definition, queue.timeColumn()))) {
            throw new OperationRefused(table + "." + queue.timeColumn() + " gets the local time of sessions by itself,"
                    + " and jobs expire by UTC: make it DATETIME NOT NULL DEFAULT (UTC_TIMESTAMP()) first, and write"
                    + " UTC_TIMESTAMP() into it where a job changes");
        }
    }

    /** Rows that come back from a partition are known by it. */
    private static void requirePrimaryKey(String table, String definition, JobQueue queue) throws OperationRefused {
        if (!PRIMARY_KEY.matcher(definition).find()) {
            throw new OperationRefused(table + " has no primary key, as a queue has: ALTER TABLE " + table
                    + " ADD PRIMARY KEY (…, " + queue.stateColumn() + ", " + queue.timeColumn() + ") first");
        }
    }

    /** The keeper finds the partitions that it knows, and nobody else makes the first ones. */
    private static void requirePartitions(String table, String definition, JobQueue queue) throws OperationRefused {
        if (!queue.isPartitioning(definition)) {
            throw new OperationRefused(table + " isn't partitioned as a queue: ALTER TABLE " + table + " "
                    + queue.partitionClause()
                    + " first, which copies its rows and lets nobody write meanwhile");
        }
    }

    private static void needsKind(boolean right, String keyspace) throws OperationRefused {
        if (!right) {
            throw new OperationRefused("keyspace " + keyspace + " has no tables of that kind");
        }
    }

    /** The column's type and attributes; empty when there is no such column. */
    private static String column(String definition, String name) {
        List<String> found = new ArrayList<>();
        Matcher columns = COLUMN.matcher(definition);
        while (columns.find()) {
            if (columns.group(1).equalsIgnoreCase(name)) {
                found.add(columns.group(2) + columns.group(3));
            }
        }
        return found.isEmpty() ? "" : found.getFirst();
    }
}
