package io.pinion.operations.engine;

import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One kind of operation: which steps it has, in order. {@link OperationRunner} runs, journals, resumes, cancels and
 * explains them.
 *
 * @param <T> what was asked for
 * @param <R> what its steps work with
 * @param <A> the answer for whoever asked
 */
public interface Workflow<T extends Task, R extends Attempt<A>, A extends OperationAnswer> {
    /** The tasks that it does, and how they run; the same at each call. */
    OperationKind<T> kind();

    /** The steps of a task, as they run and as EXPLAIN shows them. */
    List<Step<R>> steps(T task);

    /**
     * The steps of an operation that waits behind its last step until somebody finishes or reverts it. Their names are
     * others than those of the way forth.
     */
    default List<Step<R>> ending(T task, Way way) {
        return List.of();
    }

    /** The reason for which no operation of this kind can go a way; empty when it can. */
    default Optional<String> noWay(T task, Way way) {
        return Optional.empty();
    }

    /** Whether {@link #ending} takes longer than a client waits: it has only begun then when it is answered. */
    default boolean endsInBackground(Way way) {
        return false;
    }

    /** The name of the step of a task that lasts until HAND OVER OPERATION; empty when it hands over by itself. */
    default Optional<String> onRequest(T task) {
        return Optional.empty();
    }

    /** What an operation that waits for its end is told as, for people. */
    default String waiting(Progress progress) {
        return "";
    }

    /**
     * Opens what the steps work with. Called under the lock of the task.
     *
     * @param operation this attempt in the journal
     */
    R open(T task, RunningOperation operation) throws SQLException, OperationRefused;

    /**
     * The settings of this proxy that an operation uses, such as {@code exports.directory=/srv/exports}: only a proxy
     * that has the same goes on with it. Blocks.
     *
     * @param givesUp whether it is given up, which may need less
     * @throws OperationRefused when this proxy lacks one, or what it leads to; the message says what to set
     */
    default Set<String> settings(T task, boolean givesUp) throws OperationRefused {
        return Set.of();
    }

    /** The pairs whose servers must have the same roles in the stored topology as in this proxy's. */
    default List<String> pairs(T task) {
        return List.of();
    }

    /** Whether an operation that is not over, and needs the same locks, keeps a task from beginning. */
    default boolean isInTheWay(Operation other, T task) {
        return true;
    }

    /**
     * The message for whoever waits for an operation that has ended early; it may tell how far that has come. The
     * journal has the bare reason.
     */
    default String told(OperationRefused why, Operation operation) {
        return why instanceof OperationCancelled ? operation.name() + " was cancelled" : why.getMessage();
    }
}
