package io.pinion.operations.reshard;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.SequenceTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.TransferServers;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Sequence;
import io.pinion.routing.catalog.Table;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The numbers of new rows, which go on where those of the old shards end: the counters of sequences, which the lowest
 * shard has, and AUTO_INCREMENT of tables that count on each shard. Blocks; for one thread.
 */
record ShardCounters(KeyspaceResharding task, Keyspace.Mod keyspace, TransferServers servers) {
    private static final int ASKED_AT_ONCE = 200;

    /** Makes the table of the counters on the old shards, which the first number would make while they are followed. */
    void makeOld() throws SQLException {
        if (keyspace.tables().values().stream()
                .anyMatch(table -> table.sequence().isPresent())) {
            old().execute(List.of(SequenceTable.create(task.old().database(0))));
        }
    }

    /**
     * So that nothing but one write is left to do while clients wait.
     *
     * @param tables of the old shards
     */
    void prepare(OldTables tables) throws SQLException, OperationRefused {
        if (hasSequences()) {
            next().execute(List.of(SequenceTable.create(newDatabase())));
            toNew();
        }
        for (Table table : keyspace.tables().values()) {
            boolean isCounting = tables.source(table).countingColumn().isPresent();
            if (isCounting && table instanceof Table.HashedTable) {
                raise(table, highest(table));
            }
        }
    }

    private long highest(Table table) throws SQLException {
        long highest = 1;
        for (PairSide side : servers.sources()) {
            for (long counter : counters(side, table).values()) {
                highest = Math.max(highest, counter);
            }
        }
        return highest;
    }

    private static Map<TableName, Long> counters(PairSide side, Table table) throws SQLException {
        List<TableName> names = side.primary().databases().stream()
                .map(database -> new TableName(database, table.name()))
                .toList();
        Map<TableName, Long> counters = new HashMap<>();
        for (int from = 0; from < names.size(); from += ASKED_AT_ONCE) {
            counters.putAll(side.primary()
                    .server()
                    .counters(names.subList(from, Math.min(names.size(), from + ASKED_AT_ONCE))));
        }
        return counters;
    }

    private void raise(Table table, long number) throws SQLException {
        for (PairSide side : servers.targets()) {
            for (Map.Entry<TableName, Long> counter : counters(side, table).entrySet()) {
                if (counter.getValue() < number) {
                    side.primary().server().setCounter(counter.getKey(), number);
                }
            }
        }
    }

    /** Lets the counters of sequences go on above the numbers that were given, also those of rows that are gone. */
    void toNew() throws SQLException {
        Map<String, Long> numbers =
                hasSequences() ? SequenceTable.read(old().jdbc(), task.old().database(0)) : Map.of();
        if (!numbers.isEmpty()) {
            next().execute(List.of(SequenceTable.raise(newDatabase(), numbers)));
        }
    }

    /** Without sequences there is no table of counters. */
    private boolean hasSequences() throws SQLException {
        Set<String> found = new HashSet<>(Answers.column(
                old().jdbc(),
                "SELECT table_name FROM information_schema.tables WHERE table_schema = "
                        + SqlText.quote(task.old().database(0)) + " AND table_name = "
                        + SqlText.quote(Sequence.TABLE)));
        return found.contains(Sequence.TABLE);
    }

    private ServerConnection old() {
        return servers.sources().getFirst().primary().server();
    }

    private ServerConnection next() {
        return servers.targets().getFirst().primary().server();
    }

    private String newDatabase() {
        return task.shape().database(0);
    }
}
