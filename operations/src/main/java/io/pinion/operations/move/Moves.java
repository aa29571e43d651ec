package io.pinion.operations.move;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Task.Move;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Moves shards for operators who ask. A move goes on in the background for as long as copying takes; the call that
 * begins it is answered at its beginning. Thread-safe; no call blocks; stages fail with a message for people.
 */
public final class Moves implements AutoCloseable {
    private final OperationServices services;
    private final OperationRunner<Move, MoveAttempt, Done> runner;

    public Moves(OperationServices services, MoveTimeouts timeouts) {
        this.services = services;
        this.runner = new OperationRunner<>(new MoveWorkflow(services, timeouts), services);
    }

    public OperationRunner<?, ?, ?> runner() {
        return runner;
    }

    /**
     * Begins to move shards, after checks.
     *
     * @param user the user who asks
     * @return the operation, which goes on in the background
     */
    public CompletionStage<Operation> move(WantedMove wanted, String user) {
        return runner.ask(() -> {
            Move task = MoveCheck.task(services.topology(), wanted);
            return runner.beginInBackground(task, user, task.last() - task.first() + 1, "not moved", origin -> {
                runner.requireNoOther(task);
                check(task);
            });
        });
    }

    /** While somebody waits for the answer; the first step looks once more. */
    private void check(Move task) throws OperationRefused {
        Topology now = services.topology();
        try (PairSide from = PairSide.open(services, now, task, task.from(), Optional.empty());
                PairSide to = PairSide.open(services, now, task, task.to(), Optional.empty())) {
            new MoveCheck(now, from, to).run();
        } catch (SQLException e) {
            throw new OperationRefused(
                    "the servers of pairs " + task.from() + " and " + task.to() + ": " + e.getMessage());
        }
    }

    /** What a move would do, after the checks with which it begins. */
    public CompletionStage<List<PlannedAction>> explain(WantedMove wanted) {
        return runner.explained(() -> {
            Move task = MoveCheck.task(services.topology(), wanted);
            return runner.explain(task, Origin.of("", Account.OPERATOR));
        });
    }

    /** No hand-over begins any more, and this waits for those under way. */
    @Override
    public void close() {
        runner.close();
    }
}
