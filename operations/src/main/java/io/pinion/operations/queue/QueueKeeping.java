package io.pinion.operations.queue;

import io.pinion.operations.journal.Task;
import java.util.Set;

/** The lease of the proxy that keeps the queues' partitions. It has no entry in the journal, only its lock. */
record QueueKeeping() implements Task {
    @Override
    public String statement() {
        return "";
    }

    @Override
    public String subject() {
        return "the partitions of queues";
    }

    /** No table has this name: those have a dot and no colon. */
    @Override
    public Set<String> locks() {
        return Set.of("queues:");
    }
}
