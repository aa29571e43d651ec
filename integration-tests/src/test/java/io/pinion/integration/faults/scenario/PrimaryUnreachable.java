package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.integration.faults.network.FaultLine;
import java.util.concurrent.TimeUnit;

/** No proxy reaches the primary, which is well: nobody takes its place unless somebody says that it takes no writes. */
record PrimaryUnreachable(boolean silent) implements Scenario {
    private static final int LONGEST_MILLIS = 3_000;

    @Override
    public void run(Stage stage) throws Exception {
        FaultPair pair = stage.anyPair();
        FaultServer old = stage.cluster().primary(pair);
        PrimaryDied.require(
                stage.operators()
                        .say(stage.anyProxy(), "PROMOTE PAIR " + pair.name() + " FORCE", () -> cut(old.line())),
                "FORCE FENCED");
        TimeUnit.MILLISECONDS.sleep(stage.dice().nextInt(LONGEST_MILLIS));
        old.line().heal();
    }

    private void cut(FaultLine line) {
        if (silent) {
            line.silence();
        } else {
            line.breakOff();
        }
    }
}
