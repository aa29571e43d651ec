package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A promotion in the journal. For whoever holds its lock. Blocks. */
final class PromotionEntry {
    private static final Logger log = LoggerFactory.getLogger(PromotionEntry.class);

    private final OperationJournal journal;
    private final boolean resumed;
    private Operation operation;

    /** @param resumed somebody has begun it before */
    PromotionEntry(OperationJournal journal, Operation operation, boolean resumed) {
        this.journal = journal;
        this.operation = operation;
        this.resumed = resumed;
    }

    boolean isResumed() {
        return resumed;
    }

    Operation operation() {
        return operation;
    }

    /** Before anything of the step is done. */
    void step(String step) throws PromotionRefused {
        try {
            operation = journal.write(operation, operation.progress().withStep(step));
        } catch (StoreUnavailable | VersionConflict e) {
            throw new PromotionRefused("the journal can't be written: " + e.getMessage());
        }
    }

    /** What has become of it. Should ZooKeeper be away, whoever resumes it finds that out from the servers. */
    void end(State state, String error) {
        Progress ended = operation.progress().withStep("").withState(state, error);
        try {
            operation = journal.write(operation, ended);
        } catch (StoreUnavailable | VersionConflict e) {
            log.atWarn()
                    .addKeyValue("operation", operation.number())
                    .addKeyValue("state", state)
                    .addKeyValue("cause", e.getMessage())
                    .log("The end of a promotion can't be written into the journal");
        }
    }
}
