package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultProxy;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.integration.faults.network.FaultLine;
import io.pinion.integration.faults.network.Tripwire;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Where something happens.
 *
 * @param runner the proxy that runs the operation
 * @param line on which it is stopped
 * @param servers the primary and the standby, and those of the pair to which shards go, if they do
 */
record Disturbance(Stage stage, FaultProxy runner, FaultLine line, List<FaultServer> servers) {
    private static final Duration TO_THE_POINT = Duration.ofSeconds(90);
    private static final Duration DELAY = Duration.ofMillis(40);
    private static final int LONGEST_OUTAGE_MILLIS = 5_000;

    /** Whether the operation has come to the wire, before it was over. */
    static boolean reached(Tripwire wire, BooleanSupplier over) throws InterruptedException {
        long end = System.nanoTime() + TO_THE_POINT.toNanos();
        while (System.nanoTime() < end && !over.getAsBoolean()) {
            if (wire.await(Duration.ofMillis(1))) {
                return true;
            }
        }
        return wire.await(Duration.ZERO);
    }

    void happen(Mishap mishap) throws Exception {
        switch (mishap) {
            case RUNNER_KILLED -> {
                runner.process().kill9();
                line.cutWhatIsStopped();
                servers.getFirst().start();
                stage.operators().settleWithout(runner);
            }
            case RUNNER_STANDS_STILL -> {
                runner.process().standStill();
                try {
                    servers.getFirst().start();
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
                servers.getFirst().start();
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
            case PRIMARY_KILLED -> kill(0);
            case STANDBY_KILLED -> kill(1);
            case NEW_PRIMARY_KILLED -> kill(2);
            case NEW_STANDBY_KILLED -> kill(3);
            case SERVERS_RESET -> {
                servers.forEach(server -> server.line().reset());
                line.heal();
            }
            case SERVERS_SLOW -> {
                line.heal();
                servers.forEach(server -> server.line().slowDown(DELAY));
            }
        }
    }

    private void kill(int server) {
        servers.get(server).kill9();
        line.heal();
    }
}
