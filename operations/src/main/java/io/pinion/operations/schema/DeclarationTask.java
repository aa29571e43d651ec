package io.pinion.operations.schema;

import io.pinion.operations.journal.Task;
import java.util.Set;

/** A change of how a queue's table is declared. It has no entry in the journal, only its lock. */
record DeclarationTask(String keyspace, String table) implements Task {
    @Override
    public String statement() {
        return "DECLARE TABLE " + keyspace + "." + table;
    }

    @Override
    public String subject() {
        return "queue " + keyspace + "." + table;
    }

    @Override
    public Set<String> locks() {
        return Set.of(Task.tableLock(keyspace, table));
    }
}
