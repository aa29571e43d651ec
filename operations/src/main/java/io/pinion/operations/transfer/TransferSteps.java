package io.pinion.operations.transfer;

import io.pinion.operations.engine.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * The steps in which rows are carried to new shards under clients' writes, and handed over: those of an import and of a
 * resharding. The journal has their names.
 */
public final class TransferSteps {
    static final String MAKING = "making the databases";
    static final String PUBLISHING = "publishing";
    public static final String COPYING = "copying";
    static final String FOLLOWING = "following";
    static final String FOLLOWING_ON = "following on";
    static final String COMPARING = "comparing";
    static final String PREPARING = "preparing";
    public static final String HANDING_OVER = "taking over";
    public static final String SETTLING = "settling";

    private TransferSteps() {}

    /** @param onRequest whether it is handed over at HAND OVER OPERATION, and not as soon as it can be */
    static <A extends TransferAttempt> List<Step<A>> forth(boolean onRequest) {
        List<Step<A>> steps = new ArrayList<>(carrying());
        if (onRequest) {
            steps.add(Step.<A>of(FOLLOWING_ON, TransferAttempt::followOn)
                    .doneWhen(TransferAttempt::mayHandOver)
                    .planned(attempt -> attempt.plan().followingOn()));
        }
        steps.addAll(handingOver());
        return steps;
    }

    private static <A extends TransferAttempt> List<Step<A>> carrying() {
        return List.of(
                Step.<A>check("checking", TransferAttempt::check)
                        .doneWhen(TransferAttempt::mayHaveMade),
                Step.<A>of(MAKING, TransferAttempt::make)
                        .doneWhen(TransferAttempt::isPublished)
                        .undoneBy(TransferAttempt::dropMade)
                        .planned(TransferAttempt::plannedMaking),
                Step.<A>of(PUBLISHING, TransferAttempt::publish)
                        .doneWhen(TransferAttempt::isPublished)
                        .undoneBy(TransferAttempt::forget)
                        .planned(attempt -> attempt.plan().publishing()),
                Step.<A>of(COPYING, TransferAttempt::copy)
                        .doneWhen(TransferAttempt::mayHaveFollowed)
                        .planned(attempt -> attempt.plan().copy()),
                Step.<A>of(FOLLOWING, TransferAttempt::follow)
                        .doneWhen(TransferAttempt::isHandedOver)
                        .planned(attempt -> attempt.plan().following()));
    }

    private static <A extends TransferAttempt> List<Step<A>> handingOver() {
        return List.of(
                Step.<A>of(COMPARING, TransferAttempt::compare)
                        .doneWhen(TransferAttempt::isHandedOver)
                        .planned(attempt -> attempt.plan().comparison()),
                Step.<A>of(PREPARING, TransferAttempt::prepare)
                        .doneWhen(TransferAttempt::isHandedOver)
                        .undoneBy(TransferAttempt::removeFencesOfSources)
                        .planned(attempt -> attempt.plan().fences()),
                Step.<A>of(HANDING_OVER, TransferAttempt::handOver)
                        .atOnceBehindTheOneBefore()
                        .doneWhen(TransferAttempt::isHandedOver)
                        .undoneBy(TransferAttempt::undoHandOver)
                        .planned(attempt -> attempt.plan().handOver()),
                Step.<A>of(SETTLING, TransferAttempt::settle)
                        .undoneBy(TransferAttempt::requireNotHandedOver)
                        .planned(attempt -> attempt.plan().settling()));
    }
}
