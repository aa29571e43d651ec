package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultPair;
import java.util.List;

/**
 * Shards that no pair has yet, for a pair.
 *
 * @param statement with which an operator opens them
 */
record UnopenedShards(List<Integer> shards, FaultPair pair, String statement) {
    static UnopenedShards any(Stage stage) throws Exception {
        int last = -1;
        for (FaultPair pair : stage.cluster().pairs()) {
            for (int shard : stage.cluster().shardsOn(pair)) {
                last = Math.max(last, shard);
            }
        }
        FaultPair pair = stage.anyPair();
        return new UnopenedShards(
                List.of(last + 1, last + 2),
                pair,
                "OPEN SHARDS " + (last + 1) + "-" + (last + 2) + " ON PAIR " + pair.name() + " IN pinterest WEIGHT 1");
    }
}
