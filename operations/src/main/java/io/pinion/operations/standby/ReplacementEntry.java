package io.pinion.operations.standby;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.server.WorkMark;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A replacement in the journal. For whoever holds its lock. Blocks. */
final class ReplacementEntry {
    private static final Logger log = LoggerFactory.getLogger(ReplacementEntry.class);

    /** How long the last statement of whoever worked on it before may take to end once it is told to. */
    static final Duration LAST_STATEMENT = Duration.ofSeconds(10);

    /** How often a copy writes down how far it is, and looks whether it shall go on. */
    private static final long EVERY_NANOS = 2_000_000_000;

    /** Begins every step from when databases may have been made on the new server. */
    private static final String COPYING = "copying";

    private final OperationJournal journal;
    private final TaskLock lock;
    private Operation operation;
    private boolean copied;
    private long written = System.nanoTime();

    ReplacementEntry(OperationJournal journal, TaskLock lock, Operation operation) {
        this.journal = journal;
        this.lock = lock;
        this.operation = operation;
        this.copied = operation.progress().step().startsWith(COPYING);
    }

    Operation operation() {
        return operation;
    }

    /** What its connections to the new server are marked with. */
    WorkMark work() {
        return new WorkMark("pinion_operation_" + operation.number());
    }

    /** An attempt has begun to make databases on the new server: what is there is its own. */
    boolean mayHaveCopied() {
        return copied;
    }

    /** Before anything is made on the new server. */
    void copying() throws ReplacementRefused {
        copied = true;
        step("");
    }

    /** Before anything of the step is done. */
    void step(String step) throws ReplacementRefused {
        String words = copied ? COPYING + (step.isEmpty() ? "" : ", " + step) : step;
        if (!lock.isHeldWithin(TaskLock.PATIENTLY)) {
            throw new ReplacementRefused("the lock of the operation is lost, so another proxy may go on with it");
        }
        try {
            operation = journal.write(operation, operation.progress().withStep(words));
        } catch (VersionConflict e) {
            throw new ReplacementRefused("somebody else has changed the operation in the journal: it was cancelled");
        } catch (StoreUnavailable e) {
            throw new ReplacementRefused("the journal can't be written: " + e.getMessage());
        }
    }

    /** Whether nobody else may work on it; to be asked behind an answer of ZooKeeper's. */
    boolean isHeld() {
        return lock.isHeldWithin(TaskLock.BRIEFLY);
    }

    /** Whether a copy shall go on; writes down how far it is now and then. */
    boolean goesOn(String progress) {
        return System.nanoTime() - written < EVERY_NANOS ? lock.isHeldWithin(TaskLock.PATIENTLY) : goesOnNow(progress);
    }

    /** The same, and nobody has taken it over: that is asked of the journal now. */
    boolean goesOnNow(String progress) {
        written = System.nanoTime();
        try {
            step(progress);
            return true;
        } catch (ReplacementRefused e) {
            return false;
        }
    }

    /** What has become of it; nothing is written once somebody else may have taken it over. */
    void end(State state, String error) {
        if (!lock.isHeldWithin(TaskLock.PATIENTLY)) {
            return;
        }
        try {
            Operation now = journal.read(operation.number()).orElse(operation);
            Progress ended =
                    state == State.FAILED ? now.progress() : now.progress().withStep("");
            operation = journal.write(now, ended.withState(state, error));
        } catch (StoreUnavailable | VersionConflict e) {
            log.atWarn()
                    .addKeyValue("operation", operation.number())
                    .addKeyValue("state", state)
                    .addKeyValue("cause", e.getMessage())
                    .log("The end of a replacement can't be written into the journal");
        }
    }
}
