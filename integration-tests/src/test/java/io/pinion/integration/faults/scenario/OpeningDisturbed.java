package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultProxy;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.integration.faults.network.FaultLine;
import io.pinion.integration.faults.network.Tripwire;
import io.pinion.integration.faults.network.Tripwire.Side;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Something happens at a certain moment of an opening.
 *
 * @param side whether what shows the moment has been done then
 */
record OpeningDisturbed(OpeningPoint point, Side side, Mishap mishap) implements Scenario {
    @Override
    public void run(Stage stage) throws Exception {
        UnopenedShards shards = UnopenedShards.any(stage);
        FaultServer primary = stage.cluster().primary(shards.pair());
        FaultProxy runner = stage.anyProxy();
        FaultLine line =
                switch (point.where()) {
                    case ZOOKEEPER -> runner.toZooKeeper();
                    case PRIMARY -> primary.line();
                };
        Tripwire wire = point.wire(side);
        line.stretch(wire);
        CompletableFuture<Optional<String>> said = stage.operators().begin(runner, shards.statement());
        if (!Disturbance.reached(wire, said::isDone)) {
            throw new AssertionError(shards.statement() + " never came to " + this + ": " + said.join());
        }
        new Disturbance(stage, runner, line, List.of(primary, shards.pair().partnerOf(primary))).happen(mishap);
        said.join();
    }
}
