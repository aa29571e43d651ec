package io.pinion.operations.reshard;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.server.sql.TableTexts;
import io.pinion.operations.transfer.ShardDatabases;
import io.pinion.operations.transfer.SourceSchema;
import io.pinion.operations.transfer.SourceTable;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.text.TextDigest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What the tables of the old shards are made of, by the shard that has each and the lowest number. Blocks; for one
 * thread.
 *
 * @param schemas of each shard that was read
 */
record OldTables(KeyspaceResharding task, Keyspace.Mod keyspace, Map<Integer, SourceSchema> schemas) {
    static OldTables read(KeyspaceResharding task, Keyspace.Mod keyspace, List<PairSide> old) throws SQLException {
        Map<Integer, SourceSchema> schemas = new TreeMap<>();
        List<Integer> shards = new ArrayList<>(List.of(0));
        keyspace.tables().values().forEach(table -> shards.add(shardOf(table)));
        for (int shard : shards.stream().distinct().toList()) {
            String database = task.old().database(shard);
            for (PairSide side : old) {
                if (side.primary().databases().contains(database)) {
                    schemas.put(shard, SourceSchema.read(side.primary().server(), database));
                }
            }
        }
        return new OldTables(task, keyspace, schemas);
    }

    private static int shardOf(Table table) {
        return table instanceof Table.SingleTable single ? single.shard().number() : 0;
    }

    private SourceSchema schema(int shard) {
        return Objects.requireNonNull(schemas.get(shard), () -> "shard " + shard);
    }

    /** A table by the word of the server that has it. */
    SourceTable source(Table table) throws OperationRefused {
        return schema(shardOf(table)).table(table.name());
    }

    /** What can't be carried to other shards, each with the way out. */
    List<String> problems() throws OperationRefused {
        List<String> problems = new ArrayList<>();
        for (SourceSchema schema : schemas.values()) {
            schema.others()
                    .forEach(other -> problems.add(schema.database() + " has the " + other.kind() + " " + other.name()
                            + ", which new shards wouldn't have: drop it first, and make it again afterwards"));
            schema.tables().stream()
                    .map(SourceTable::name)
                    .filter(name -> keyspace.table(name) == null && !name.equals(Sequence.TABLE))
                    .forEach(name -> problems.add(schema.database() + " has a table " + name
                            + " that the topology doesn't name, so that its rows have no place: DECLARE TABLE "
                            + task.name() + "." + name + ", or drop it"));
        }
        for (Table table : keyspace.tables().values()) {
            if (TableTexts.hasForeignKey(source(table).definition())) {
                problems.add("table " + table.name()
                        + " has a foreign key, whose rows may come to other shards: drop it" + " first");
            }
            if (table.queue().isPresent()) {
                problems.add(
                        "table " + table.name() + " is a queue, whose partitions go as a whole: no resharding follows"
                                + " that; keep queues in a keyspace of their own");
            }
        }
        return problems;
    }

    /** The tables as the new shards get them. */
    List<ShardDatabases.Definition> definitions() throws OperationRefused {
        List<ShardDatabases.Definition> definitions = new ArrayList<>();
        for (Table table : keyspace.tables().values()) {
            definitions.add(new NewTable(source(table), table, task.shape().shards()));
        }
        return definitions;
    }

    /** All definitions in short: whether any of them has changed. The first number of a sequence makes its own table. */
    String digest() {
        StringBuilder text = new StringBuilder();
        schemas.forEach((shard, schema) -> schema.tables().stream()
                .filter(table -> !table.name().equals(Sequence.TABLE))
                .forEach(table ->
                        text.append(shard).append('\n').append(TableTexts.withoutNextNumber(table.definition()))));
        return TextDigest.hexOf(text.toString());
    }
}
