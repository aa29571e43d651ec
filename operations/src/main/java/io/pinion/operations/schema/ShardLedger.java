package io.pinion.operations.schema;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.ShardSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the shards of a running operation, and writes the count into the journal before each step that can't be taken
 * back. Thread-safe.
 */
final class ShardLedger {
    private static final int LONGEST_REASON = 300;

    private final OperationJournal journal;
    private Operation operation;
    private ShardSet done;
    private ShardSet begun;
    private final Map<Integer, String> failed = new TreeMap<>();
    private boolean cancelAsked;

    ShardLedger(OperationJournal journal, Operation operation) {
        this.journal = journal;
        this.operation = operation;
        this.done = operation.progress().done();
        this.begun = operation.progress().begun();
    }

    synchronized Operation operation() {
        return operation;
    }

    synchronized ShardSet done() {
        return done;
    }

    synchronized Map<Integer, String> failed() {
        return new TreeMap<>(failed);
    }

    /** Somebody has said CANCEL OPERATION, here or at another proxy. */
    synchronized boolean cancelAsked() {
        return cancelAsked;
    }

    /** These run next: written down before they do. */
    synchronized void begin(Collection<Integer> shards) throws StoreUnavailable {
        begun = begun.with(shards);
        write();
    }

    /** Nothing was done on these after all. */
    synchronized void untouched(Collection<Integer> shards) {
        begun = begun.without(shards);
    }

    synchronized void succeeded(int shard) {
        done = done.with(List.of(shard));
        begun = begun.without(List.of(shard));
        failed.remove(shard);
    }

    /** @param certain whether it certainly hasn't run */
    synchronized void failed(int shard, String reason, boolean certain) {
        failed.put(shard, reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "…");
        if (certain) {
            begun = begun.without(List.of(shard));
        }
    }

    synchronized void write() throws StoreUnavailable {
        write(State.RUNNING, "");
    }

    /** The end of this run. */
    synchronized void close(State state, String why) throws StoreUnavailable {
        write(state, why);
    }

    private void write(State state, String why) throws StoreUnavailable {
        for (int attempt = 0; ; attempt++) {
            Progress next = operation.progress().withShards(done, begun, failed).withState(state, why);
            try {
                operation = journal.write(operation, next);
                return;
            } catch (VersionConflict somebody) {
                // The tables are locked: all that anybody else writes is that it shall end.
                operation = journal.read(operation.number())
                        .orElseThrow(() -> new StoreUnavailable("the journal has lost " + operation.name()));
                cancelAsked = cancelAsked || operation.progress().cancelAsked();
                if (attempt > 10) {
                    throw new StoreUnavailable(operation.name() + " is written by somebody else all the time");
                }
            }
        }
    }
}
