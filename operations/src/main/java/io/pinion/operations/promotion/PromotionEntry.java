package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A promotion in the journal. For whoever holds its lock. Blocks. */
final class PromotionEntry {
    private static final Logger log = LoggerFactory.getLogger(PromotionEntry.class);

    /** In the step, from before the standby is opened until the end. */
    private static final String MAY_BE_OPEN = "the standby may take writes";

    private static final String MAY_BE_MISSING = "may be missing: ";

    /** The fact in which {@link #missing} is kept from one attempt to the next. */
    private static final String MISSING = "missing";

    /** The fact that says by how much the numbers of new rows are raised, since those of lost ones aren't known. */
    private static final String ID_MARGIN = "id_margin";

    private final OperationJournal journal;
    private final boolean resumed;
    private Operation operation;
    private boolean mayBeOpen;

    /** What may be lost; empty when nothing is. */
    private String missing;

    /** @param resumed somebody has begun it before */
    PromotionEntry(OperationJournal journal, Operation operation, boolean resumed) {
        this.journal = journal;
        this.operation = operation;
        this.resumed = resumed;
        this.mayBeOpen = operation.progress().step().contains(MAY_BE_OPEN);
        this.missing = operation.progress().facts().getOrDefault(MISSING, "");
    }

    boolean isResumed() {
        return resumed;
    }

    Operation operation() {
        return operation;
    }

    /** Whether an attempt came so far as to open the standby, or would have next. */
    boolean mayBeOpen() {
        return mayBeOpen;
    }

    /** What an attempt has entered as lost; empty when none has. */
    Optional<String> missing() {
        return missing.isEmpty() ? Optional.empty() : Optional.of(missing);
    }

    /** How another promotion begins that takes the place of this one, which has broken off. */
    Progress leftTo(Progress first) {
        Progress left = mayBeOpen ? first.withStep(MAY_BE_OPEN) : first;
        return missing.isEmpty() ? left : left.withFact(MISSING, missing);
    }

    /**
     * Before anything of the step is done.
     *
     * @throws PromotionRefused also when somebody else has taken the promotion over: nothing more may be done then
     */
    void step(String step) throws PromotionRefused {
        write(operation.progress().withStep(mayBeOpen ? step + "; " + MAY_BE_OPEN : step));
    }

    /** Before the standby is opened. Who takes the promotion over writes here, too: only one of the two may go on. */
    void opening() throws PromotionRefused {
        mayBeOpen = true;
        step("opening");
    }

    /** The same, by force. */
    void opening(String lost) throws PromotionRefused {
        missing = lost;
        mayBeOpen = true;
        write(operation
                .progress()
                .withFact(MISSING, lost)
                .withFact(ID_MARGIN, Long.toString(LostIds.MARGIN))
                .withState(State.RUNNING, MAY_BE_MISSING + lost)
                .withStep("opening; " + MAY_BE_OPEN));
    }

    /** Whoever began it before can't go on from now on. */
    void takeOver() throws PromotionRefused {
        write(operation.progress());
    }

    private void write(Progress next) throws PromotionRefused {
        try {
            operation = journal.write(operation, next);
        } catch (StoreUnavailable | VersionConflict e) {
            throw new PromotionRefused("the journal can't be written: " + e.getMessage());
        }
    }

    /** What has become of it. Should ZooKeeper be away, whoever resumes it finds that out from the servers. */
    void end(State state, String error) {
        boolean over = !state.isUnfinished();
        Progress ended = operation
                .progress()
                .withStep(over || !mayBeOpen ? "" : MAY_BE_OPEN)
                .withState(state, missing.isEmpty() || !error.isEmpty() ? error : MAY_BE_MISSING + missing);
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
