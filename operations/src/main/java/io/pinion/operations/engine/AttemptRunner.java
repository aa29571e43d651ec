package io.pinion.operations.engine;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.engine.OperationRefused.Leaves;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the steps of one attempt, forth or back, and enters how it has ended. The caller holds the lock. Blocks.
 *
 * @param <T> what was asked for
 * @param <R> what its steps work with
 * @param <A> the answer for whoever asked
 */
record AttemptRunner<T extends Task, R extends Attempt<A>, A extends OperationAnswer>(
        Workflow<T, R, A> workflow, OperationJournal journal) {
    private static final Logger log = LoggerFactory.getLogger(AttemptRunner.class);

    /** All steps on a way: those of an ending come behind those of the way forth. */
    List<Step<R>> steps(T task, Way way) {
        if (way == Way.FORTH) {
            return workflow.steps(task);
        }
        List<Step<R>> all = new ArrayList<>(workflow.steps(task));
        all.addAll(workflow.ending(task, way));
        return all;
    }

    /** The steps that are taken on a way. */
    List<Step<R>> own(T task, Way way) {
        return way == Way.FORTH ? workflow.steps(task) : workflow.ending(task, way);
    }

    /** The way on which an operation is, by the last step that it has begun. */
    Way way(Operation operation, T task) {
        for (Way way : List.of(Way.FINISH, Way.REVERT)) {
            if (workflow.ending(task, way).stream()
                    .anyMatch(step -> step.name().equals(operation.progress().furthest()))) {
                return way;
            }
        }
        return Way.FORTH;
    }

    // --- forth

    /**
     * Takes the steps that are left on a way.
     *
     * @throws OperationRefused when the attempt has ended without reaching its purpose; the journal says so, too
     */
    A run(T task, Way way, RunningOperation operation) throws OperationRefused {
        log.atInfo()
                .addKeyValue("operation", operation.number())
                .addKeyValue("statement", task.logged())
                .log("An operation runs");
        try (R attempt = workflow.open(task, operation)) {
            try {
                Optional<String> over = attempt.isOver();
                if (over.isEmpty()) {
                    forth(own(task, way), attempt, operation);
                }
                A answer = attempt.answer();
                reached(task, way, operation, over.orElseGet(attempt::note));
                return answer;
            } catch (OperationCancelled asked) {
                if (way == Way.FORTH) {
                    undoWhole(task, attempt, operation);
                    throw asked.withNote(attempt.note());
                }
                throw asked;
            }
        } catch (OperationRefused e) {
            throw ended(task, way, operation, e);
        } catch (SQLException e) {
            throw ended(task, way, operation, unasked(e));
        } catch (RuntimeException | VirtualMachineError e) {
            // Who waits for the operation, and what it holds, must learn of an overflown stack, too.
            log.atError()
                    .addKeyValue("operation", operation.number())
                    .setCause(e)
                    .log("An operation has failed by a mistake of Pinion's");
            throw ended(task, way, operation, OperationRefused.halfDone("a mistake of Pinion's own: " + e));
        }
    }

    private OperationRefused unasked(SQLException e) {
        String why = String.valueOf(e.getMessage());
        return workflow.kind().waitsForServers() && ServerConnection.isLost(e)
                ? new ServerAway(why)
                : new OperationRefused("a server can't be asked: " + why);
    }

    private static <R> void forth(List<Step<R>> steps, R attempt, RunningOperation operation)
            throws OperationRefused, SQLException {
        for (Step<R> step : steps) {
            if (step.isDone().at(attempt)) {
                continue;
            }
            if (!step.atOnce()) {
                operation.requireMayGoOn();
                operation.enter(step.name());
            }
            step.work().on(attempt);
        }
    }

    private void reached(T task, Way way, RunningOperation operation, String note) {
        if (way == Way.FORTH && workflow.kind().waitsForItsEnd()) {
            await(task, operation, note);
        } else {
            if (way == Way.REVERT) {
                operation.later(Progress::reverted);
            }
            operation.end(way == Way.REVERT ? State.CANCELLED : State.DONE, note);
        }
    }

    /** Writes how an attempt has ended, and tells what to type next. */
    OperationRefused ended(T task, Way way, RunningOperation operation, OperationRefused why) {
        if (why instanceof ProxyStopping) {
            operation.leave();
            return why;
        }
        if (why instanceof ServerAway && way != Way.FINISH) {
            operation.later(progress -> progress.withServerAwaited(why.getMessage()));
            operation.leave();
            return why;
        }
        if (why instanceof OperationCancelled cancelled && way == Way.FORTH) {
            operation.end(State.CANCELLED, givenUp(cancelled.note()));
            return told(
                    cancelled, operation, Leaves.NOTHING, cancelled.note().isEmpty() ? "" : "; " + cancelled.note());
        }
        if (why.leaves() == Leaves.NO_TRACE) {
            return removed(operation, why);
        }
        boolean left =
                switch (why.leaves()) {
                    case NOTHING, NO_TRACE -> false;
                    case WORK -> true;
                    case AS_BEFORE -> leaves(own(task, way), operation);
                };
        if (left || way == Way.FORTH) {
            operation.end(left ? State.FAILED : State.CANCELLED, why.getMessage());
        } else {
            await(task, operation, why.getMessage());
        }
        return left
                ? told(why, operation, Leaves.WORK, howToGoOn(operation.number(), way))
                : told(why, operation, Leaves.NOTHING, "");
    }

    /** @param cure what to type next, where the message doesn't say it */
    private OperationRefused told(OperationRefused why, RunningOperation operation, Leaves leaves, String cure) {
        String message = workflow.told(why, operation.operation());
        boolean cured = Pattern.compile("OPERATION " + operation.number() + "\\b")
                .matcher(message)
                .find();
        return new OperationRefused(why.code(), why.sqlState(), message + (cured ? "" : cure), leaves);
    }

    private static String howToGoOn(long number, Way way) {
        return "; RESUME OPERATION " + number + (way == Way.FORTH ? " or CANCEL OPERATION " + number : " goes on");
    }

    private OperationRefused removed(RunningOperation operation, OperationRefused why) {
        try {
            // An attempt that stood still must not remove the entry of the one that has gone on.
            operation.requireHeld(TaskLock.BRIEFLY);
            operation.confirm();
            journal.remove(operation.operation());
            return why;
        } catch (StoreUnavailable | OperationRefused e) {
            return new OperationRefused(why.getMessage() + "; the journal still has "
                    + operation.operation().name() + ": " + e.getMessage());
        }
    }

    private void await(T task, RunningOperation operation, String why) {
        operation.await(workflow.steps(task).getLast().name(), workflow.waiting(operation.progress()), why);
    }

    /** Whether a step that was entered may have left something behind. */
    private static <R> boolean leaves(List<Step<R>> steps, RunningOperation operation) {
        return steps.stream().anyMatch(step -> step.leaves() && operation.mayHaveBegun(step.name()));
    }

    // --- back

    /**
     * Undoes an operation, and ends it. Blocks.
     *
     * @param undone whether that is done already
     */
    A giveUp(T task, RunningOperation operation, boolean undone) throws OperationRefused, SQLException {
        try (R attempt = workflow.open(task, operation)) {
            if (!undone) {
                Optional<String> over = attempt.isOver();
                if (over.isEmpty()) {
                    undo(workflow.steps(task), attempt, operation);
                }
                if (!operation.end(State.CANCELLED, givenUp(over.orElseGet(attempt::note)))) {
                    throw new OperationRefused("its work is undone, but the journal can't say so: CANCEL OPERATION "
                            + operation.number() + " again when ZooKeeper answers");
                }
            }
            return attempt.answer();
        } catch (OperationRefused | SQLException | RuntimeException | VirtualMachineError e) {
            if (e instanceof ProxyStopping || e instanceof ServerAway) {
                // The journal says that it is being given up, and a proxy goes on with that.
                String why = String.valueOf(e.getMessage());
                operation.later(progress ->
                        e instanceof ServerAway ? progress.withServerAwaited(why) : progress.withDetail(why));
                operation.leave();
            } else if (!undone) {
                operation.end(State.FAILED, String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    /** What an attempt has begun to undo isn't given up before all of it is undone. */
    private void undoWhole(T task, R attempt, RunningOperation operation) throws OperationRefused {
        try {
            undo(workflow.steps(task), attempt, operation);
        } catch (ProxyStopping | ServerAway e) {
            throw e;
        } catch (OperationRefused | SQLException | RuntimeException | VirtualMachineError e) {
            throw OperationRefused.halfDone("it can't be given up yet: " + e.getMessage());
        }
    }

    private static String givenUp(String note) {
        return note.isEmpty() ? "given up" : "given up; " + note;
    }

    private static <R> void undo(List<Step<R>> steps, R attempt, RunningOperation operation)
            throws OperationRefused, SQLException {
        operation.requireHeld(TaskLock.PATIENTLY);
        for (int place = operation.furthest(); place >= 0; place--) {
            Step<R> step = steps.get(place);
            if (step.leaves()) {
                operation.tell("undoing " + step.name());
                step.undo().on(attempt);
            }
        }
    }
}
