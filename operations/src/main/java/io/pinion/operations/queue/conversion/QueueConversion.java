package io.pinion.operations.queue.conversion;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRequest;
import io.pinion.operations.journal.Task;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.queue.JobQueue;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The task of making a queue of a table.
 *
 * @param declaration what the table is then, in the words of {@link Declaration}
 * @param pairs that have its shards: their roles stay meanwhile; empty in a request
 */
@JsonTypeName("CONVERT_TABLE")
public record QueueConversion(String keyspace, String table, String declaration, List<String> pairs)
        implements Task, OperationRequest {
    public QueueConversion {
        pairs = List.copyOf(pairs);
    }

    /** What an operator asks for. */
    public static QueueConversion asked(String keyspace, String table, Declaration as) {
        return new QueueConversion(keyspace, table, as.words(), List.of());
    }

    QueueConversion on(List<String> itsPairs) {
        return new QueueConversion(keyspace, table, declaration, itsPairs);
    }

    /** What the table is then. */
    Declaration declared() {
        return Declaration.parse(declaration);
    }

    JobQueue queue() throws OperationRefused {
        return declared()
                .queue()
                .orElseThrow(() -> new OperationRefused("the declaration says nothing of a queue: add queue=state,time"
                        + " states=NAME:number[:width:time-to-live],…"));
    }

    @Override
    public String statement() {
        return "CONVERT TABLE " + keyspace + "." + table + " AS '" + declaration + "'";
    }

    @Override
    public String subject() {
        return "table " + keyspace + "." + table + ", the shards of " + keyspace + " or one of their pairs";
    }

    @Override
    public Set<String> locks() {
        Set<String> names = new TreeSet<>(Set.of(Task.tableLock(keyspace, table), Task.shardsLock(keyspace)));
        pairs.forEach(pair -> names.add(Task.pairLock(pair)));
        return names;
    }
}
