package io.pinion.operations.opening;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An opening in the journal, for the run of it. Every write fails when another run has taken the opening over: then
 * this run must stop. Blocks; for one thread.
 */
final class OpeningEntry {
    private static final Logger log = LoggerFactory.getLogger(OpeningEntry.class);
    private static final int ATTEMPTS = 20;
    private static final String HOLDS = "holds";

    private final OperationJournal journal;
    private Operation operation;
    private boolean publishing;

    OpeningEntry(OperationJournal journal, Operation operation) {
        this.journal = journal;
        this.operation = operation;
    }

    long number() {
        return operation.number();
    }

    Progress progress() {
        return operation.progress();
    }

    /** Enters a step; call this before anything of it is done. */
    void step(String step) throws OpeningRefused {
        write(progress().withStep(publishing ? Task.Opening.PUBLISHING + ": " + step : step));
    }

    /**
     * Enters that shards are being published: from here on no change of the keyspace's tables, and no move of its
     * shards, begins its hold, until {@link #withdraw} or the next owner's entry.
     */
    void publishing() throws OpeningRefused {
        publishing = true;
        write(progress()
                .withFact(HOLDS, "false")
                .withStep(Task.Opening.PUBLISHING + ": waiting for changes of tables to end"));
    }

    /** Enters the hold; call this before statements for the lowest shard wait. */
    void holding(String step) throws OpeningRefused {
        write(progress().withFact(HOLDS, "true").withStep(Task.Opening.PUBLISHING + ": " + step));
    }

    /** Whether statements for the lowest shard may wait for this opening, as long as it is publishing. */
    boolean mayHold() {
        return progress().facts().getOrDefault(HOLDS, "").equals("true");
    }

    /** Enters that the work so far can't add the shards to the topology any more. */
    void withdraw(String step) throws OpeningRefused {
        publishing = false;
        step(step);
    }

    /** Enters shards that are made, and those that come next. */
    void shards(List<Integer> done, List<Integer> next) throws OpeningRefused {
        Progress now = progress();
        ShardSet all = now.done().with(done);
        write(now.withShards(all, now.begun().with(next).without(done), Map.of()));
    }

    /** Enters a shard that has failed, and has to be made again. */
    void failed(int shard, String reason) throws OpeningRefused {
        Progress now = progress();
        write(now.withShards(
                now.done().without(List.of(shard)), now.begun().with(List.of(shard)), Map.of(shard, reason)));
    }

    boolean cancelAsked() {
        return progress().cancelAsked();
    }

    private void write(Progress next) throws OpeningRefused {
        try {
            written(next);
        } catch (StoreUnavailable e) {
            throw new OpeningRefused("the journal can't be written: " + e.getMessage());
        }
    }

    private void written(Progress next) throws OpeningRefused, StoreUnavailable {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Progress wanted = cancelAsked() ? next.withCancelAsked() : next;
            try {
                operation = journal.write(operation, wanted);
                return;
            } catch (VersionConflict somebody) {
                Operation now = journal.read(operation.number())
                        .orElseThrow(() -> new OpeningRefused(operation.name() + " is gone from the journal"));
                // An answer may have been lost, or a cancel asked for: an entry of this run has no other changes.
                boolean mine = isSame(now.progress(), wanted);
                if (!mine && !isSame(now.progress(), progress())) {
                    throw new OpeningRefused("somebody else has taken " + operation.name() + " over (SHOW OPERATIONS)");
                }
                operation = now;
                if (mine) {
                    return;
                }
            }
        }
        throw new OpeningRefused(operation.name() + " is written by somebody else all the time");
    }

    private static boolean isSame(Progress one, Progress other) {
        return one.state() == other.state()
                && one.proxy().equals(other.proxy())
                && one.step().equals(other.step())
                && one.done().equals(other.done())
                && one.begun().equals(other.begun())
                && one.failed().equals(other.failed())
                && one.facts().equals(other.facts());
    }

    /** Writes the result. When ZooKeeper is away, a resumed run finds the result out by looking. */
    void end(State state, String step, String error) {
        try {
            written(progress().withStep(step).withState(state, error));
        } catch (StoreUnavailable | OpeningRefused e) {
            log.atWarn()
                    .addKeyValue("operation", operation.number())
                    .addKeyValue("state", state)
                    .addKeyValue("cause", e.getMessage())
                    .log("The end of an opening can't be written into the journal");
        }
    }
}
