package io.pinion.operations.engine;

import java.sql.SQLException;
import java.util.List;

/**
 * One step of a workflow. A step may be run again after any failure, by any proxy: it looks at what is there before it
 * changes anything. The journal names the step before anything of it is done.
 *
 * @param <R> what one attempt works with
 * @param name in the journal and for people, such as {@code copying}; unique within a workflow
 * @param work does the step
 * @param isDone whether there is nothing left to do; asked before each attempt
 * @param undo takes the step's work back, as far as it was done; refuses when there is no way back
 * @param leaves whether the step, once begun, may have left anything behind that has to be undone
 * @param plan what EXPLAIN shows of it; changes nothing
 * @param atOnce whether the step before enters it in the journal and nothing may come in between
 */
public record Step<R>(
        String name, Work<R> work, Look<R> isDone, Work<R> undo, boolean leaves, Plan<R> plan, boolean atOnce) {
    /** Does something to servers or to the topology. Blocks. */
    @FunctionalInterface
    public interface Work<R> {
        void on(R run) throws SQLException, OperationRefused;
    }

    /** Looks at servers or the topology. Blocks, and changes nothing. */
    @FunctionalInterface
    public interface Look<R> {
        boolean at(R run) throws SQLException, OperationRefused;
    }

    /** Tells in words and statements what would be done. Blocks, and changes nothing. */
    @FunctionalInterface
    public interface Plan<R> {
        List<PlannedAction> of(R run) throws SQLException, OperationRefused;
    }

    /** A step that leaves nothing to undo, such as a check or a wait; EXPLAIN shows its name. */
    public static <R> Step<R> of(String name, Work<R> work) {
        return new Step<>(
                name,
                work,
                run -> false,
                run -> {},
                false,
                run -> List.of(new PlannedAction("proxy", "", name)),
                false);
    }

    /** A step that only looks whether the operation may go on; EXPLAIN looks, too, and shows nothing of it. */
    public static <R> Step<R> check(String name, Work<R> look) {
        return of(name, look).planned(run -> {
            look.on(run);
            return List.of();
        });
    }

    /** The same step, left out when there is nothing left to do. */
    public Step<R> doneWhen(Look<R> look) {
        return new Step<>(name, work, look, undo, leaves, plan, atOnce);
    }

    /** The same step, whose work can be taken back. */
    public Step<R> undoneBy(Work<R> way) {
        return new Step<>(name, work, isDone, way, true, plan, atOnce);
    }

    /** The same step, whose work stays when the operation is given up. */
    public Step<R> staying() {
        return undoneBy(run -> {});
    }

    /** The same step, behind which there is no way back. */
    public Step<R> withoutWayBack(String cure) {
        return undoneBy(run -> {
            throw new OperationRefused(cure);
        });
    }

    /** The same step with what EXPLAIN shows of it. */
    public Step<R> planned(Plan<R> actions) {
        return new Step<>(name, work, isDone, undo, leaves, actions, atOnce);
    }

    /**
     * The same step, which the step before enters in the journal as the last thing that it does: clients wait, so that
     * the runner neither writes nor looks for a wish to cancel in between, and a failure to enter it is still a failure
     * of the step before.
     */
    public Step<R> atOnceBehindTheOneBefore() {
        return new Step<>(name, work, isDone, undo, leaves, plan, true);
    }
}
