package io.pinion.operations.queue;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.operations.journal.Task;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A run over the partitions of queues, which a person has asked for.
 *
 * @param queues their names, {@code keyspace.table}
 * @param all whether no single one was named
 * @param force whether many rows are copied where that is needed
 */
@JsonTypeName("ROTATE_PARTITIONS")
public record PartitionRotation(List<String> queues, boolean all, boolean force) implements Task {
    public PartitionRotation {
        queues = List.copyOf(queues);
    }

    @Override
    public String statement() {
        return "ROTATE PARTITIONS" + (all ? "" : " OF " + queues.getFirst()) + (force ? " FORCE" : "");
    }

    @Override
    public String subject() {
        return queues.size() == 1 ? "queue " + queues.getFirst() : "a queue";
    }

    /** Those of changes of the same tables. */
    @Override
    public Set<String> locks() {
        Set<String> names = new TreeSet<>();
        for (String queue : queues) {
            int dot = queue.indexOf('.');
            names.add(Task.tableLock(queue.substring(0, dot), queue.substring(dot + 1)));
        }
        return names;
    }
}
