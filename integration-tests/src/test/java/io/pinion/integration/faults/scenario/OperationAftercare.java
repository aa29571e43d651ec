package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.cluster.FaultProxy;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.journal.Task.Promotion.Manner;
import java.util.SplittableRandom;

/**
 * Brings operations to their ends. One whose proxy has died is left to the other proxies. People say what becomes of a move's old
 * copy, of what has failed, and of what no proxy goes on with unasked, by design: an automatic promotion, whose primary may be back,
 * and a change of tables.
 */
final class OperationAftercare {
    private final FaultCluster cluster;
    private final Operators operators;
    private final PairAftercare pairs;
    private final SplittableRandom dice;
    private final Tally tally;

    OperationAftercare(
            FaultCluster cluster, Operators operators, PairAftercare pairs, SplittableRandom dice, Tally tally) {
        this.cluster = cluster;
        this.operators = operators;
        this.pairs = pairs;
        this.dice = dice;
        this.tally = tally;
    }

    /**
     * Says one thing, or nothing if proxies see to it.
     *
     * @return how it is
     */
    String end(Operation operation, FaultProxy proxy, Patience patience) throws Exception {
        Progress progress = operation.progress();
        boolean alive = cluster.journal().isLocked(operation.task());
        boolean waitsForPeople =
                progress.state() == State.FAILED || (!alive && !operation.task().goesOnUnasked());
        OldTransactions.kill(cluster, progress);
        if (operation.task() instanceof Move move && progress.state() == State.WAITING) {
            ShardsOnTheWay.requireFenced(cluster, move);
            operators.say(proxy, (dice.nextBoolean() ? "FINISH" : "REVERT") + " OPERATION " + operation.number());
        } else if (waitsForPeople) {
            requireNobodyNeeded(operation, patience);
            decide(operation, proxy);
        } else if (patience == Patience.NONE && !progress.cancelAsked()) {
            cancel(operation, proxy);
        }
        return progress.state() + (alive ? ", at " : ", left at ") + progress.step() + " " + progress.error();
    }

    /** Its proxy is gone, and another one should have finished it, or given it up. */
    private static void requireNobodyNeeded(Operation operation, Patience patience) {
        if (patience == Patience.LEAVES_IT_TO_PROXIES && operation.task().goesOnUnasked()) {
            throw new AssertionError(operation.name() + " lost its proxy, and needs a person now: "
                    + operation.progress().error());
        }
    }

    private void decide(Operation operation, FaultProxy proxy) {
        tally.said(operation);
        if (dice.nextInt(3) > 0) {
            operators.say(proxy, "RESUME OPERATION " + operation.number());
        } else {
            cancel(operation, proxy);
        }
    }

    /** Refused when it is too late for that. */
    private void cancel(Operation operation, FaultProxy proxy) {
        boolean cancelled =
                operators.say(proxy, "CANCEL OPERATION " + operation.number()).isEmpty();
        if (cancelled && operation.task() instanceof Promotion promotion && promotion.manner() != Manner.PLANNED) {
            pairs.givenUp(promotion.pair());
        }
    }
}
