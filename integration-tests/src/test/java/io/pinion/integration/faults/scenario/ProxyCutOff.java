package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultProxy;
import java.util.concurrent.TimeUnit;

/**
 * A proxy can't reach ZooKeeper while a pair changes its primary, once or there and back, and serves its clients by a topology
 * that is no more.
 *
 * @param silent whether the line swallows everything, or resets it
 * @param turns how often the pair changes its primary
 */
record ProxyCutOff(boolean silent, int turns) implements Scenario {
    private static final int LONGEST_MILLIS = 8_000;
    private static final int WRITES = 20;

    @Override
    public void run(Stage stage) throws Exception {
        FaultPair pair = stage.anyPair();
        FaultProxy cutOff = stage.anyProxy();
        if (silent) {
            cutOff.toZooKeeper().silence();
        } else {
            cutOff.toZooKeeper().breakOff();
        }
        for (int turn = 0; turn < turns; turn++) {
            stage.operators().mustSay(stage.anotherThan(cutOff), "PROMOTE PAIR " + pair.name());
            stage.clients().awaitMore(WRITES);
        }
        TimeUnit.MILLISECONDS.sleep(stage.dice().nextInt(LONGEST_MILLIS));
        cutOff.toZooKeeper().heal();
    }
}
