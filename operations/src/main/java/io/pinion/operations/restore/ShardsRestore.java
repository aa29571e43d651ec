package io.pinion.operations.restore;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.operations.engine.OperationRequest;
import io.pinion.operations.journal.Task;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The task of restoring shards.
 *
 * @param first the first shard
 * @param last inclusive
 * @param place of the export, as it was written
 * @param whole whether all tables were asked for
 * @param pairs that have the shards; empty in a request
 * @param tables that come back; empty in a request for all
 */
@JsonTypeName("RESTORE_SHARDS")
public record ShardsRestore(
        String keyspace, int first, int last, String place, boolean whole, List<String> pairs, List<String> tables)
        implements Task, OperationRequest {
    public ShardsRestore {
        pairs = List.copyOf(pairs);
        tables = List.copyOf(tables);
    }

    /**
     * What an operator asks for.
     *
     * @param tables that shall come back; empty for all
     */
    public static ShardsRestore asked(String keyspace, int first, int last, String place, List<String> tables) {
        return new ShardsRestore(keyspace, first, last, place, tables.isEmpty(), List.of(), tables);
    }

    ShardsRestore with(Set<String> itsPairs, List<String> itsTables) {
        return new ShardsRestore(keyspace, first, last, place, whole, List.copyOf(new TreeSet<>(itsPairs)), itsTables);
    }

    int size() {
        return last - first + 1;
    }

    @Override
    public String subject() {
        return "shards of " + keyspace + ", or a pair or a table of theirs,";
    }

    @Override
    public String statement() {
        return "RESTORE " + (first == last ? "SHARD " + first : "SHARDS " + first + "-" + last)
                + (whole ? "" : " TABLES " + String.join(", ", tables)) + " IN " + keyspace
                + " FROM '" + place + "'";
    }

    /** The shards stay on their pairs, and tables as they are. */
    @Override
    public Set<String> locks() {
        Set<String> names = new TreeSet<>();
        pairs.forEach(pair -> names.add(Task.pairLock(pair)));
        tables.forEach(table -> names.add(Task.tableLock(keyspace, table)));
        return names;
    }
}
