package io.pinion.operations.promotion;

import io.pinion.operations.engine.OperationKind;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.Step;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.promotion.PromotionOutcome.Completed;
import java.util.List;

/**
 * {@code PROMOTE PAIR}: the servers of a pair swap their roles. The manners differ in what the steps do, not in the
 * steps, so that a more forceful promotion goes on where another one has ended.
 */
record PromotionWorkflow(OperationServices services, PromotionTimeouts timeouts)
        implements Workflow<Promotion, PromotionAttempt, Completed> {
    /** From here on statements may be held, and the old primary fenced. */
    static final String TAKING_OVER = "taking over";

    /** From here on the standby may take writes. */
    static final String OPENING = "opening the standby";

    @Override
    public OperationKind<Promotion> kind() {
        return OperationKind.of(Promotion.class, "promotion");
    }

    @Override
    public List<String> pairs(Promotion task) {
        return List.of(task.pair());
    }

    @Override
    public List<Step<PromotionAttempt>> steps(Promotion task) {
        return List.of(
                Step.of("checking", PromotionAttempt::check)
                        .doneWhen(PromotionAttempt::isPromoted)
                        .planned(attempt -> attempt.plan().checks()),
                Step.of("waiting until the standby has caught up", PromotionAttempt::awaitStandby)
                        .doneWhen(PromotionAttempt::isPromoted)
                        .planned(attempt -> attempt.plan().waiting()),
                Step.of(TAKING_OVER, PromotionAttempt::takeOver)
                        .doneWhen(PromotionAttempt::isPromoted)
                        .undoneBy(PromotionAttempt::goBack)
                        .planned(attempt -> attempt.plan().takingOver()),
                // goBack looks whether the standby takes writes, and refuses then.
                Step.of(OPENING, PromotionAttempt::open)
                        .doneWhen(PromotionAttempt::isPromoted)
                        .atOnceBehindTheOneBefore()
                        .planned(attempt -> attempt.plan().opening()));
    }

    @Override
    public PromotionAttempt open(Promotion task, RunningOperation operation) {
        return task.manner() == Manner.PLANNED
                ? new PairPromotion(services, timeouts, task, operation)
                : new ForcedPromotion(services, timeouts, task, operation);
    }

    /**
     * A move or a replacement of the standby would go on with changed roles of the servers. Only a planned promotion
     * waits for it, and not for a move that waits for its end. An import that waits for it would lose its way back.
     */
    @Override
    public boolean isInTheWay(Operation other, Promotion task) {
        return isInTheWay(other, task.manner());
    }

    static boolean isInTheWay(Operation other, Manner manner) {
        boolean planned = manner == Manner.PLANNED;
        return other.progress().state().isUnfinished()
                ? planned || other.task() instanceof Promotion
                : planned && other.task().keepsPrimaries();
    }
}
