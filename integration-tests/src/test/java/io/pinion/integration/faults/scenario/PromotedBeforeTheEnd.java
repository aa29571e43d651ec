package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.integration.testing.Jdbc;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Task.Move;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Shards have moved, and before somebody has said what becomes of the old copy, one of the pairs gets another primary.
 *
 * @param lost whether the primary of the pair that had them dies; else that of the pair that has them goes as planned
 */
record PromotedBeforeTheEnd(boolean lost) implements Scenario {
    private static final int WRITES = 30;
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    @Override
    public void run(Stage stage) throws Exception {
        ShardsOnTheWay shards = ShardsOnTheWay.any(stage);
        Operation moved = shards.move(stage);
        stage.clients().awaitMore(WRITES);
        if (lost) {
            FaultPair pair = shards.from();
            FaultServer primary = stage.cluster().primary(pair);
            FaultServer source = stage.cluster().primary(shards.to());
            stage.clients().paused(() -> {
                awaitOldCopy(shards, source, primary);
                pair.awaitFollowed(primary);
                primary.kill9();
            });
            stage.operators().mustSay(stage.anyProxy(), "PROMOTE PAIR " + pair.name() + " FORCE FENCED");
            // The old primary would go on with the replication of the rollback, of which its partner knows nothing: it
            // is made anew. When it has no fence for the old copy then, that has to go before anybody promotes it.
            pair.makeAnew(primary);
            ShardsOnTheWay.takeFence(primary, moved.number(), (Move) moved.task());
            PrimaryDied.require(
                    stage.operators().say(stage.anyProxy(), "PROMOTE PAIR " + pair.name()),
                    "FINISH OPERATION " + moved.number());
            stage.operators().mustSay(stage.anyProxy(), "FINISH OPERATION " + moved.number());
        } else {
            stage.operators()
                    .mustSay(stage.anyProxy(), "PROMOTE PAIR " + shards.to().name());
        }
        stage.clients().awaitMore(WRITES);
    }

    /** What clients have written to the new copy is in the old one. */
    private static void awaitOldCopy(ShardsOnTheWay shards, FaultServer from, FaultServer to) {
        Conditions.await(
                "the old copy's rows", TIMEOUT, () -> rows(shards, from).equals(rows(shards, to)));
    }

    private static List<List<String>> rows(ShardsOnTheWay shards, FaultServer server) throws Exception {
        try (ManagedServer root = server.manage();
                Connection connection = root.connection()) {
            List<List<String>> rows = new ArrayList<>();
            for (int shard : shards.shards()) {
                String database = FaultPair.databaseOf(shard);
                rows.addAll(Jdbc.rows(connection, "SELECT name, LENGTH(items) FROM " + database + ".list ORDER BY 1"));
                rows.addAll(Jdbc.rows(connection, "SELECT MAX(line), COUNT(*) FROM " + database + ".booking"));
                rows.addAll(Jdbc.rows(connection, "SELECT MAX(local_id) FROM " + database + ".pins"));
            }
            return rows;
        }
    }
}
