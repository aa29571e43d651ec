package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultServer;
import java.util.Optional;

/** The primary dies when its standby has everything, is given up, and comes back: nothing is lost. */
record PrimaryDied() implements Scenario {
    @Override
    public void run(Stage stage) throws Exception {
        FaultPair pair = stage.anyPair();
        FaultServer old = stage.cluster().primary(pair);
        stage.clients().paused(() -> {
            pair.awaitCaughtUp();
            old.kill9();
        });
        String promote = "PROMOTE PAIR " + pair.name();
        // Without the operator's word nobody knows that it takes no writes.
        require(stage.operators().say(stage.anyProxy(), promote), "can't be reached");
        require(stage.operators().say(stage.anyProxy(), promote + " FORCE"), "FORCE FENCED");
        stage.operators().mustSay(stage.anyProxy(), promote + " FORCE FENCED");
    }

    static void require(Optional<String> refused, String words) {
        if (refused.filter(message -> message.contains(words)).isEmpty()) {
            throw new AssertionError("not refused with '" + words + "': " + refused);
        }
    }
}
