package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultServer;
import java.util.List;
import java.util.Optional;

/** Nothing goes wrong, and no client has an error. */
record PlannedPromotion() implements Scenario {
    private static final int WRITES = 30;

    @Override
    public void run(Stage stage) throws Exception {
        FaultPair pair = stage.anyPair();
        FaultServer old = stage.cluster().primary(pair);
        List<String> before = stage.clients().errors();
        Optional<String> failed = stage.operators().say(stage.anyProxy(), "PROMOTE PAIR " + pair.name());
        stage.clients().awaitMore(WRITES);
        List<String> after = stage.clients().errors();
        if (failed.isPresent() || stage.cluster().primary(pair) == old) {
            throw new AssertionError("a planned promotion failed: " + failed.orElse("nobody knows why"));
        }
        if (after.size() > before.size()) {
            throw new AssertionError("clients have errors in a planned promotion: "
                    + String.join("; ", after.subList(before.size(), after.size())));
        }
    }
}
