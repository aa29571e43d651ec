package io.pinion.operations.rekey;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.operations.engine.OperationRequest;
import io.pinion.operations.journal.Task;
import java.util.Set;
import java.util.TreeSet;

/**
 * Other keys for rows of a hashed table.
 *
 * @param column that places rows
 * @param value the new key, as an expression of the column alone
 * @param condition of the rows; empty for all
 */
@JsonTypeName("REKEY_TABLE")
public record RekeyTask(String keyspace, String table, String column, String value, String condition)
        implements Task, OperationRequest {
    @Override
    public String statement() {
        return logged() + " SET " + column + " = " + value + (condition.isEmpty() ? "" : " WHERE " + condition);
    }

    @Override
    public String logged() {
        return "REKEY TABLE " + keyspace + "." + table;
    }

    @Override
    public String subject() {
        return "table " + keyspace + "." + table;
    }

    /** The table's columns stay as they are, and so does the number of shards. */
    @Override
    public Set<String> locks() {
        return new TreeSet<>(Set.of(Task.tableLock(keyspace, table), Task.shardsLock(keyspace)));
    }
}
