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

/** The journal entry of a replacement. For the holder of its lock. Blocks. */
final class ReplacementEntry {
    private static final Logger log = LoggerFactory.getLogger(ReplacementEntry.class);

    /** How long the last statement of a former lock holder may take to end after it is killed. */
    static final Duration LAST_STATEMENT = Duration.ofSeconds(10);

    /** How often a copy enters its progress and checks that it may go on. */
    private static final long EVERY_NANOS = 2_000_000_000;

    /** The beginning of each step's text from when databases may exist on the new server. */
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

    /** The mark of this operation's connections to the new server. */
    WorkMark work() {
        return new WorkMark("pinion_operation_" + operation.number());
    }

    /** Whether an attempt may have created databases on the new server, so that the databases there are its own. */
    boolean mayHaveCopied() {
        return copied;
    }

    /** Enters that databases are about to be created on the new server. */
    void copying() throws ReplacementRefused {
        copied = true;
        step("");
    }

    /** Enters a step, before anything of it is done. */
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

    /** Whether this proxy certainly holds the lock; to be checked after ZooKeeper's answer to a read. */
    boolean isHeld() {
        return lock.isHeldWithin(TaskLock.BRIEFLY);
    }

    /** Whether a copy may go on; enters its progress now and then. */
    boolean goesOn(String progress) {
        return System.nanoTime() - written < EVERY_NANOS ? lock.isHeldWithin(TaskLock.PATIENTLY) : goesOnNow(progress);
    }

    /** The same, checked in the journal now: no other proxy has taken the replacement over. */
    boolean goesOnNow(String progress) {
        written = System.nanoTime();
        try {
            step(progress);
            return true;
        } catch (ReplacementRefused e) {
            return false;
        }
    }

    /** Enters the end, unless another proxy may have taken the replacement over. */
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
