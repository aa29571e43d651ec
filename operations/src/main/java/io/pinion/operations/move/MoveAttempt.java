package io.pinion.operations.move;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Task.Move;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One attempt to move shards, or to end a move, from wherever another one has ended. Blocks. */
final class MoveAttempt implements Attempt<Done> {
    private final OperationServices services;
    private final MoveTimeouts timeouts;
    private final Topology topology;
    private final Move task;
    private final RunningOperation operation;
    private @Nullable MovePairs pairs;
    private Duration pause = Duration.ZERO;
    /** The answer to whoever has asked for a way from here; moves themselves go on in the background. */
    private String answer = "given up";

    private String note = "";

    MoveAttempt(OperationServices services, MoveTimeouts timeouts, Move task, RunningOperation operation) {
        this.services = services;
        this.timeouts = timeouts;
        this.topology = services.topology();
        this.task = task;
        this.operation = operation;
    }

    /**
     * The servers. They are logged in on at the first call, and nothing of an earlier attempt takes effect any more
     * then: its connections are killed, and its writes of the topology come too late.
     */
    MovePairs pairs() throws OperationRefused {
        MovePairs opened = pairs;
        if (opened != null) {
            return opened;
        }
        if (!operation.isExplained()) {
            // Only the owner of the operation may kill connections.
            operation.confirm();
            operation.requireHeld(TaskLock.BRIEFLY);
        }
        opened = MovePairs.open(services, timeouts, topology, task, operation);
        pairs = opened;
        if (!operation.isExplained()) {
            operation.confirm();
            if (operation.isResumed() && Move.isHandingOver(operation.progress().furthest())) {
                TopologyChange.of(services, operation).outdateOlderWriters();
            }
            operation.requireHeld(TaskLock.BRIEFLY);
        }
        return opened;
    }

    HandOver moment(Direction direction) throws OperationRefused {
        return new CutOver(direction, pairs()).moment();
    }

    MoveEnding ending() throws OperationRefused {
        return new MoveEnding(pairs());
    }

    void requireEqual(Direction direction) throws OperationRefused, SQLException {
        new CopyComparison(direction, pairs()).requireEqual();
    }

    // --- how far it is

    boolean mayHaveBegun(String step) {
        return operation.mayHaveBegun(step);
    }

    /** Whether the shards are on the new pair, also when the proxy that has put them there died behind that. */
    boolean isMoved() throws OperationRefused {
        return operation.mayHaveBegun(MoveSteps.SETTLING)
                || (operation.mayHaveBegun(Move.HANDING_OVER) && pairs().areOn(pairs().to()));
    }

    void requireUnmoved() throws OperationRefused {
        if (isMoved()) {
            throw new OperationRefused("its shards are on pair " + task.to() + " already: RESUME OPERATION "
                    + operation.number() + " goes on with it");
        }
    }

    boolean isBack() throws OperationRefused {
        return mayHaveBegun(MoveSteps.DROPPING_NEW_COPY)
                || (operation.mayHaveBegun(Move.HANDING_BACK) && pairs().areOn(pairs().from()));
    }

    // --- forth

    void follow() throws OperationRefused, SQLException {
        if (operation.mayHaveBegun(Move.HANDING_OVER)) {
            // The proxy that began this died before the topology named the new pair.
            moment(Direction.FORTH).undo();
            operation.enter(MoveSteps.FOLLOWING);
        }
        new CatchUp(Direction.FORTH, pairs()).await();
    }

    void handOver() throws OperationRefused, SQLException {
        moment(Direction.FORTH).handOver();
    }

    void undoHandOver() throws OperationRefused, SQLException {
        requireUnmoved();
        moment(Direction.FORTH).undo();
    }

    // --- for good

    void dropOldCopy() throws OperationRefused, SQLException {
        ending().dropOldCopy();
        answer = "the copy on pair " + task.from() + " is dropped";
    }

    // --- back

    void followBack() throws OperationRefused, SQLException {
        if (operation.mayHaveBegun(Move.HANDING_BACK)) {
            // The proxy that began this died before the topology named the old pair. If the way back is lost, the move
            // still stands.
            moment(Direction.BACK).undo();
            operation.enter(MoveSteps.FOLLOWING_BACK);
        }
        ending().requireFollowing();
        new CatchUp(Direction.BACK, pairs()).await();
    }

    /** A proxy that was cut off may have changed tables of the old copy, which is going to be the only one. */
    boolean hasNothingToCompare() throws OperationRefused {
        return isBack() || !pairs().from().primary().fenceLetsTablesChange();
    }

    void prepareBack() throws OperationRefused, SQLException {
        pairs().facts().preparesRollback();
        moment(Direction.BACK).prepare();
    }

    void handBack() throws OperationRefused, SQLException {
        if (isBack()) {
            // The proxy that changed the topology died after that.
            operation.requireHeld(TaskLock.BRIEFLY);
            new CutOver(Direction.BACK, pairs()).open();
        } else {
            pause = moment(Direction.BACK).handOver();
        }
    }

    void dropNewCopy() throws OperationRefused, SQLException {
        ending().dropNewCopy();
        String waited = "after a pause of " + pause.toMillis() + " ms";
        answer = "the shards are on pair " + task.from() + " again, " + waited;
        note = "turned back, " + waited;
    }

    // --- what EXPLAIN shows

    List<PlannedAction> plannedFollowingBack() throws OperationRefused, SQLException {
        ending().requireMayFollow();
        return plan().catchingUp();
    }

    MovePlan plan() throws OperationRefused {
        return new MovePlan(pairs());
    }

    // --- its end

    @Override
    public Done answer() {
        return Done.noted(operation.number(), answer);
    }

    @Override
    public String note() {
        return note;
    }

    @Override
    public void close() {
        if (pairs != null) {
            pairs.close();
        }
    }
}
