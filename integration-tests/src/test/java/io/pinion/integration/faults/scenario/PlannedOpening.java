package io.pinion.integration.faults.scenario;

import java.util.List;

/** Nothing goes wrong, and no client has an error. */
record PlannedOpening() implements Scenario {
    private static final int WRITES = 30;

    @Override
    public void run(Stage stage) throws Exception {
        UnopenedShards shards = UnopenedShards.any(stage);
        List<String> before = stage.clients().errors();
        stage.operators().mustSay(stage.anyProxy(), shards.statement());
        stage.clients().awaitMore(WRITES);
        List<String> after = stage.clients().errors();
        if (after.size() > before.size()) {
            throw new AssertionError("clients have errors while shards are opened: "
                    + String.join("; ", after.subList(before.size(), after.size())));
        }
        if (!stage.cluster().shardsOn(shards.pair()).containsAll(shards.shards())) {
            throw new AssertionError(shards.statement() + " was done, and the topology doesn't have them");
        }
    }
}
