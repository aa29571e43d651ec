package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultProxy;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.integration.faults.network.FaultLine;
import io.pinion.integration.faults.network.Tripwire;
import io.pinion.integration.faults.network.Tripwire.Side;
import io.pinion.integration.faults.scenario.StopPoint.Where;
import io.pinion.operations.journal.Task.Promotion.Manner;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Something happens at a certain moment of a promotion.
 *
 * @param side whether what shows the moment has been done then
 */
record PromotionDisturbed(Manner manner, StopPoint point, Side side, Mishap mishap) implements Scenario {
    /** Whether it can happen. */
    boolean makesSense() {
        boolean oldIsDead = manner == Manner.FENCED;
        return !mishap.ofTwoPairs() && !(oldIsDead && (point.where() == Where.OLD || mishap == Mishap.PRIMARY_KILLED));
    }

    @Override
    public void run(Stage stage) throws Exception {
        FaultPair pair = stage.anyPair();
        FaultServer old = stage.cluster().primary(pair);
        FaultServer next = pair.partnerOf(old);
        FaultProxy runner = stage.anyProxy();
        FaultLine line =
                switch (point.where()) {
                    case ZOOKEEPER -> runner.toZooKeeper();
                    case OLD -> old.line();
                    case NEXT -> next.line();
                };
        if (manner == Manner.FENCED) {
            stage.clients().paused(() -> {
                pair.awaitCaughtUp();
                old.kill9();
            });
        }
        Tripwire wire = point.wire(pair.name(), side);
        line.stretch(wire);
        CompletableFuture<Optional<String>> promotion =
                stage.operators().begin(runner, "PROMOTE PAIR " + pair.name() + words());
        if (!Disturbance.reached(wire, promotion::isDone)) {
            throw new AssertionError("the promotion never came to " + this + ": " + promotion.join());
        }
        new Disturbance(stage, runner, line, List.of(old, next)).happen(mishap);
        promotion.join();
    }

    private String words() {
        return switch (manner) {
            case PLANNED -> "";
            case AUTOMATIC -> throw new IllegalStateException("nobody says that");
            case FORCED -> " FORCE";
            case FENCED -> " FORCE FENCED";
        };
    }
}
