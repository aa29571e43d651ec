package io.pinion.operations.transfer;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SequenceTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Sequence;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The numbers of new rows, which must go on where the other side has ended: AUTO_INCREMENT at home, and the counters of
 * sequences on the lowest shard. Blocks.
 *
 * @param database of the lowest shard
 */
record ImportSequences(DatabaseImport task, ServerConnection home, ServerConnection counting, String database) {
    ImportSequences(DatabaseImport task, TransferServers servers) {
        this(
                task,
                servers.sources().getFirst().primary().server(),
                servers.targets().getFirst().primary().server(),
                task.shape().database(0));
    }

    /** So that nothing but one write is left to do while clients wait. */
    void prepare() throws SQLException, OperationRefused {
        requireObjectsBelow();
        if (!task.sequences().isEmpty()) {
            counting.execute(List.of(SequenceTable.create(database)));
            toShards();
        }
    }

    /**
     * The shards count new objects from numbers that the old tables mustn't have come to, by their counters or by rows
     * with numbers of their own.
     */
    void requireObjectsBelow() throws SQLException, OperationRefused {
        for (TableRole table : task.objects()) {
            TableRole.ObjectRole object = table.object().orElseThrow();
            TableName name = new TableName(task.name(), table.name());
            String key = SqlText.quoteName(object.key());
            long next = home.counters(List.of(name)).getOrDefault(name, 1L);
            Map<String, String> ends = BaseTables.asking(
                    home.jdbc(),
                    List.of(name),
                    held -> Answers.firstRow(
                            held.getFirst().connection(),
                            "SELECT MIN(" + key + ") AS least, MAX(" + key + ") AS most FROM " + name.quoted()));
            OperationRefused.requireNone(objection(table, next, ends));
        }
    }

    /** @param ends the least and most number of a row; empty of a table without rows */
    static Optional<String> objection(TableRole table, long next, Map<String, String> ends) {
        TableRole.ObjectRole object = table.object().orElseThrow();
        long first = object.numbers().first();
        long least = Long.parseLong(ends.getOrDefault("least", "1"));
        long given = Math.max(next - 1, Long.parseLong(ends.getOrDefault("most", "0")));
        if (least < 1) {
            return Optional.of("the row " + least + " of " + table.name() + " has no place in an id: " + object.key()
                    + " has to be between 1 and " + GlobalId.MAX_LOCAL);
        }
        return given < first
                ? Optional.empty()
                : Optional.of(table.name() + " has given numbers up to " + given + ", and the shards would give those"
                        + " from " + first + " on again: CANCEL OPERATION, and begin anew");
    }

    /** Lets the counters go on above the numbers that AUTO_INCREMENT has given, also those of rows that are gone. */
    void toShards() throws SQLException {
        List<Sequence> sequences = task.sequences();
        if (sequences.isEmpty()) {
            return;
        }
        Map<TableName, Long> next =
                home.counters(sequences.stream().map(this::atHome).toList());
        Map<String, Long> numbers = new LinkedHashMap<>();
        sequences.forEach(sequence -> numbers.put(sequence.counter(), next.getOrDefault(atHome(sequence), 1L)));
        counting.execute(List.of(SequenceTable.raise(database, numbers)));
    }

    /**
     * Lets AUTO_INCREMENT go on above the numbers that proxies have taken and may still hold, and above those that shards
     * may have given to objects: also to such that are gone, and to which a row may still refer.
     */
    void toHome() throws SQLException {
        for (TableRole table : task.objects()) {
            home.setCounter(
                    new TableName(task.name(), table.name()),
                    table.object().orElseThrow().numbers().of(task.shape().shards()));
        }
        Map<String, Long> numbers =
                task.sequences().isEmpty() ? Map.of() : SequenceTable.read(counting.jdbc(), database);
        for (Sequence sequence : task.sequences()) {
            long next = numbers.getOrDefault(sequence.counter(), 0L);
            if (next > 1) {
                home.setCounter(atHome(sequence), next);
            }
        }
    }

    private TableName atHome(Sequence sequence) {
        return new TableName(task.name(), sequence.table());
    }

    /** For people. */
    String planned() {
        return "INSERT INTO " + SqlText.quoteName(database) + "." + Sequence.TABLE + " …";
    }
}
