package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.operations.server.ManagedServer;
import java.util.List;

/**
 * The primary dies when its standby lacks what was written last, and is given up: that is lost, as it was said, and no id of a
 * lost object is given to another. The old one is made anew from all that the new one has.
 */
record PrimaryLost() implements Scenario {
    private static final int LOST_WRITES = 40;

    @Override
    public void run(Stage stage) throws Exception {
        FaultPair pair = stage.anyPair();
        FaultServer old = stage.cluster().primary(pair);
        long[] lostFrom = new long[1];
        stage.clients().paused(() -> {
            pair.awaitCaughtUp();
            try (ManagedServer standby = pair.partnerOf(old).manage()) {
                standby.execute(List.of("STOP REPLICA IO_THREAD"));
            }
            lostFrom[0] = System.nanoTime();
        });
        stage.clients().awaitMore(LOST_WRITES);
        old.kill9();
        stage.operators().mustSay(stage.anyProxy(), "PROMOTE PAIR " + pair.name() + " FORCE FENCED");
        stage.losses().between(lostFrom[0], System.nanoTime());
        pair.makeAnew(old);
    }
}
