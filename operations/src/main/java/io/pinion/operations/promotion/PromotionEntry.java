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

/** The journal entry of a promotion. For the holder of the pair's lock. Blocks. */
final class PromotionEntry {
    private static final Logger log = LoggerFactory.getLogger(PromotionEntry.class);

    /** Part of the step's text, from before the standby is unfenced until the end. */
    private static final String MAY_BE_OPEN = "the standby may take writes";

    private static final String MAY_BE_MISSING = "may be missing: ";

    /** The fact in which {@link #missing} is kept from one attempt to the next. */
    private static final String MISSING = "missing";

    /** The fact with the margin by which ids of new rows are raised, since those of lost rows aren't known. */
    private static final String ID_MARGIN = "id_margin";

    private final OperationJournal journal;
    private final boolean resumed;
    private Operation operation;
    private boolean mayBeOpen;

    /** The transactions that may be lost, in words; empty for none. */
    private String missing;

    /** @param resumed whether an earlier attempt, or another promotion, came before */
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

    /** Whether an attempt has unfenced the standby or was about to. */
    boolean mayBeOpen() {
        return mayBeOpen;
    }

    /** The transactions that an attempt has entered as lost; empty for none. */
    Optional<String> missing() {
        return missing.isEmpty() ? Optional.empty() : Optional.of(missing);
    }

    /** The first progress of a promotion that replaces this unfinished one. */
    Progress leftTo(Progress first) {
        Progress left = mayBeOpen ? first.withStep(MAY_BE_OPEN) : first;
        return missing.isEmpty() ? left : left.withFact(MISSING, missing);
    }

    /**
     * Enters a step, before anything of it is done.
     *
     * @throws PromotionRefused also when another proxy has taken the promotion over: then nothing more may be done
     */
    void step(String step) throws PromotionRefused {
        write(operation.progress().withStep(mayBeOpen ? step + "; " + MAY_BE_OPEN : step));
    }

    /**
     * Enters that the standby is about to be unfenced. A proxy that takes the promotion over writes here too, so only
     * one of the two goes on.
     */
    void opening() throws PromotionRefused {
        mayBeOpen = true;
        step("opening");
    }

    /** The same for a forced promotion. */
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

    /** Makes the next write of an earlier attempt fail. */
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

    /** Enters the end. If ZooKeeper is away, a later RESUME finds the end out from the servers. */
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
