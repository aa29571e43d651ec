package io.pinion.operations.queue;

import io.pinion.operations.journal.PartitionTurn;
import io.pinion.operations.journal.Task;
import java.util.Set;
import java.util.TreeSet;

/**
 * A moment in which the keeper changes partitions: whoever changes the table, or how it is declared, excludes it. An
 * operation that does the same has the table's lock from its beginning to its end.
 */
record KeeperTurn(PartitionTurn turn) implements Task {
    @Override
    public String statement() {
        return turn.statement();
    }

    @Override
    public String subject() {
        return turn.subject();
    }

    @Override
    public Set<String> locks() {
        Set<String> names = new TreeSet<>(turn.locks());
        names.add(Task.tableLock(turn.keyspace(), turn.table()));
        return names;
    }
}
