package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultProxy;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.integration.faults.network.FaultLine;
import io.pinion.integration.faults.network.Tripwire;
import io.pinion.integration.faults.network.Tripwire.Side;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Something happens at a certain moment of a move, or of its end.
 *
 * @param side whether what shows the moment has been done then
 */
record MoveDisturbed(MovePoint point, Side side, Mishap mishap) implements Scenario {
    @Override
    public void run(Stage stage) throws Exception {
        ShardsOnTheWay shards = ShardsOnTheWay.any(stage);
        String statement =
                switch (point.part()) {
                    case MOVE -> shards.statement();
                    case REVERT -> "REVERT OPERATION " + shards.move(stage).number();
                    case FINISH -> "FINISH OPERATION " + shards.move(stage).number();
                };
        FaultPair from = shards.from();
        FaultPair to = shards.to();
        FaultServer old = stage.cluster().primary(from);
        FaultServer next = stage.cluster().primary(to);
        FaultProxy runner = stage.anyProxy();
        FaultLine line =
                switch (point.where()) {
                    case ZOOKEEPER -> runner.toZooKeeper();
                    case OLD -> old.line();
                    case OLD_STANDBY -> from.partnerOf(old).line();
                    case NEW -> next.line();
                    case NEW_STANDBY -> to.partnerOf(next).line();
                };
        Tripwire wire = point.wire(side, ServerWords.of(stage.cluster().dialect()));
        line.stretch(wire);
        CompletableFuture<Optional<String>> said = stage.operators().begin(runner, statement);
        if (!Disturbance.reached(wire, () -> isOver(stage, shards, said))) {
            throw new AssertionError(statement + " never came to " + this + ": it says " + said.getNow(Optional.empty())
                    + ", the journal " + shards.operation(stage.cluster()).map(Operation::progress));
        }
        new Disturbance(stage, runner, line, List.of(old, from.partnerOf(old), next, to.partnerOf(next)))
                .happen(mishap);
        said.join();
    }

    /** A move is answered when it has begun, and goes on. */
    private boolean isOver(Stage stage, ShardsOnTheWay shards, CompletableFuture<Optional<String>> said) {
        if (!said.isDone()) {
            return false;
        }
        if (point.part() != MovePoint.Part.MOVE || said.join().isPresent()) {
            return true;
        }
        try {
            Optional<Operation> operation = shards.operation(stage.cluster());
            // Its lock is given back behind the last entry.
            return operation.isEmpty()
                    || (operation.get().progress().state() != State.RUNNING
                            && !stage.cluster()
                                    .journal()
                                    .isLocked(operation.get().task()));
        } catch (Exception e) {
            throw new AssertionError("the journal can't be read", e);
        }
    }
}
