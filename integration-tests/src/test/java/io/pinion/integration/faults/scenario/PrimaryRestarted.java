package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultServer;

/** The primary crashes under load and comes back, fenced as every server is that has just started. */
record PrimaryRestarted() implements Scenario {
    @Override
    public void run(Stage stage) throws Exception {
        FaultServer primary = stage.cluster().primary(stage.anyPair());
        primary.kill9();
        primary.start();
    }
}
