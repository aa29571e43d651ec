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

    // --- back to an imported database
    static final String FOLLOWING_BACK = "following back";
    static final String HANDING_BACK = "taking back";
    static final String FORGETTING = "dropping the keyspace";

    private TransferSteps() {}

    /** Whether the name may mean either at any moment. */
    static boolean isHandingOver(String step) {
        return step.equals(HANDING_OVER) || step.equals(HANDING_BACK);
    }

    /** @param onRequest whether it is handed over at HAND OVER OPERATION, and not as soon as it can be */
    static <A extends TransferAttempt<?>> List<Step<A>> forth(boolean onRequest) {
        List<Step<A>> steps = new ArrayList<>(carrying());
        if (onRequest) {
            // The operator chooses the moment of what clients notice.
            steps.add(Step.<A>of(FOLLOWING_ON, attempt -> attempt.rows().followOn())
                    .doneWhen(attempt -> attempt.operation.progress().isHandOverAsked() || attempt.isHandedOver())
                    .planned(attempt -> attempt.plan().followingOn()));
        }
        steps.addAll(handingOver());
        return steps;
    }

    private static <A extends TransferAttempt<?>> List<Step<A>> carrying() {
        return List.of(
                Step.<A>check("checking", TransferAttempt::check)
                        .doneWhen(attempt -> attempt.operation.mayHaveBegun(MAKING)),
                Step.<A>of(MAKING, TransferAttempt::make)
                        .doneWhen(TransferAttempt::isPublished)
                        .undoneBy(TransferAttempt::dropMade)
                        .planned(attempt -> attempt.databases().planned("CREATE DATABASE %s; CREATE TABLE …")),
                Step.<A>of(PUBLISHING, attempt -> attempt.published.publish())
                        .doneWhen(TransferAttempt::isPublished)
                        .undoneBy(TransferAttempt::forget)
                        .planned(attempt -> attempt.plan().publishing()),
                Step.<A>of(COPYING, attempt -> attempt.rows().copy())
                        .doneWhen(attempt -> attempt.operation.mayHaveBegun(FOLLOWING))
                        .planned(attempt -> attempt.plan().copy()),
                Step.<A>of(FOLLOWING, TransferAttempt::follow)
                        .doneWhen(TransferAttempt::isHandedOver)
                        .planned(attempt -> attempt.plan().following()));
    }

    private static <A extends TransferAttempt<?>> List<Step<A>> handingOver() {
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
