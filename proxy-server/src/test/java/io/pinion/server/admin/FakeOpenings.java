package io.pinion.server.admin;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.operations.opening.Opened;
import io.pinion.operations.opening.OpeningRequest;
import io.pinion.operations.opening.WeightChange;
import io.pinion.operations.opening.WeightRequest;
import io.pinion.routing.catalog.ShardRange;
import java.util.List;

/** Answers for the manual's examples. */
final class FakeOpenings {
    private FakeOpenings() {}

    static Opened opened(OpeningRequest request) throws OperationRefused {
        if (!request.pair().equals("MySQL002")) {
            throw new OperationRefused(
                    "not opened: there is no pair " + request.pair() + ": did you mean MySQL002? (SHOW PAIRS)");
        }
        Task.Opening task = new Task.Opening(
                request.keyspace(),
                request.pair(),
                request.first(),
                request.last(),
                request.weight().orElse(request.last() - request.first() + 1),
                ShardSet.NONE);
        return new Opened(7, task, 15, "");
    }

    static List<PlannedAction> planned() {
        return List.of(
                new PlannedAction(
                        "MySQL002A (10.0.0.3:3306)",
                        "CREATE DATABASE IF NOT EXISTS `db04096` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
                        "like db00000, and 4095 more, db04097 to db08191"),
                new PlannedAction("topology", "insert_weight: 4096", "new objects come"));
    }

    static WeightChange weighed(WeightRequest request) {
        ShardRange before = ShardRange.of(request.first(), request.last(), "MySQL001");
        return new WeightChange(
                List.of(before), List.of(before.withWeight(request.weight())), 2048L + request.weight(), 16);
    }
}
