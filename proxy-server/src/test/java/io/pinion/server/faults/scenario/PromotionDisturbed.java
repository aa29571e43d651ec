package io.pinion.server.faults.scenario;

import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.server.faults.cluster.FaultPair;
import io.pinion.server.faults.cluster.FaultProxy;
import io.pinion.server.faults.cluster.FaultServer;
import io.pinion.server.faults.network.FaultLine;
import io.pinion.server.faults.network.Tripwire;
import io.pinion.server.faults.network.Tripwire.Side;
import io.pinion.server.faults.scenario.StopPoint.Where;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Something happens at a certain moment of a promotion.
 *
 * @param side whether what shows the moment has been done then
 */
record PromotionDisturbed(Manner manner, StopPoint point, Side side, Mishap mishap) implements Scenario {
    /** Whether it can happen. */
    boolean makesSense() {
        boolean oldIsDead = manner == Manner.FENCED;
        return !(oldIsDead && (point.where() == Where.OLD || mishap == Mishap.PRIMARY_KILLED));
    }

    private static final Duration TO_THE_POINT = Duration.ofSeconds(45);
    private static final Duration DELAY = Duration.ofMillis(40);
    private static final int LONGEST_OUTAGE_MILLIS = 5_000;

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
        if (!reached(wire, promotion)) {
            throw new AssertionError("the promotion never came to " + this + ": " + promotion.join());
        }
        happen(stage, runner, old, next, line);
        promotion.join();
    }

    private String words() {
        return switch (manner) {
            case PLANNED -> "";
            case FORCED -> " FORCE";
            case FENCED -> " FORCE FENCED";
        };
    }

    private static boolean reached(Tripwire wire, CompletableFuture<Optional<String>> promotion)
            throws InterruptedException {
        long end = System.nanoTime() + TO_THE_POINT.toNanos();
        while (System.nanoTime() < end && !promotion.isDone()) {
            if (wire.await(Duration.ofMillis(1))) {
                return true;
            }
        }
        return wire.await(Duration.ZERO);
    }

    private void happen(Stage stage, FaultProxy runner, FaultServer old, FaultServer next, FaultLine line)
            throws Exception {
        switch (mishap) {
            case RUNNER_KILLED -> {
                runner.process().kill9();
                line.cutWhatIsStopped();
            }
            case RUNNER_STANDS_STILL -> {
                runner.process().standStill();
                try {
                    old.start();
                    stage.operators().settleWithout(runner);
                } finally {
                    runner.process().goOn();
                }
                line.heal();
            }
            case RUNNER_CUT_OFF -> {
                runner.toZooKeeper().silence();
                if (line != runner.toZooKeeper()) {
                    line.heal();
                }
                old.start();
                stage.operators().settleWithout(runner);
                line.heal();
                runner.toZooKeeper().heal();
            }
            case RUNNER_RESET -> {
                runner.toZooKeeper().reset();
                line.heal();
            }
            case OTHER_PROXY_KILLED -> {
                stage.anotherThan(runner).process().kill9();
                line.heal();
            }
            case ZOOKEEPER_KILLED -> {
                stage.cluster().zooKeeper().kill9();
                line.heal();
                TimeUnit.MILLISECONDS.sleep(stage.dice().nextInt(LONGEST_OUTAGE_MILLIS));
                stage.cluster().zooKeeper().start();
            }
            case PRIMARY_KILLED -> {
                old.kill9();
                line.heal();
            }
            case STANDBY_KILLED -> {
                next.kill9();
                line.heal();
            }
            case SERVERS_RESET -> {
                old.line().reset();
                next.line().reset();
                line.heal();
            }
            case SERVERS_SLOW -> {
                line.heal();
                old.line().slowDown(DELAY);
                next.line().slowDown(DELAY);
            }
        }
    }
}
