package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Task.Move;
import java.util.List;

/**
 * Nothing goes wrong, and no client has an error.
 *
 * @param end what is said of it when the shards are on the other pair
 */
record PlannedMove(String end) implements Scenario {
    static final String FINISH = "FINISH";
    static final String REVERT = "REVERT";

    private static final int WRITES = 30;

    @Override
    public void run(Stage stage) throws Exception {
        ShardsOnTheWay shards = ShardsOnTheWay.any(stage);
        List<String> before = stage.clients().errors();
        Operation moved = shards.move(stage);
        requireOn(stage, shards, shards.to());
        stage.clients().awaitMore(WRITES);
        ShardsOnTheWay.requireFenced(stage.cluster(), (Move) moved.task());
        stage.operators().mustSay(stage.anyProxy(), end + " OPERATION " + moved.number());
        requireOn(stage, shards, end.equals(REVERT) ? shards.from() : shards.to());
        stage.clients().awaitMore(WRITES);
        List<String> after = stage.clients().errors();
        if (after.size() > before.size()) {
            throw new AssertionError("clients have errors in a planned move: "
                    + String.join("; ", after.subList(before.size(), after.size())));
        }
    }

    private static void requireOn(Stage stage, ShardsOnTheWay shards, FaultPair pair) throws Exception {
        for (int shard : shards.shards()) {
            if (!stage.cluster().pairOf(shard).equals(pair)) {
                throw new AssertionError("shard " + shard + " is not on pair " + pair.name());
            }
        }
    }
}
