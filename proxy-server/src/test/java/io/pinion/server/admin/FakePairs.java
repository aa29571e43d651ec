package io.pinion.server.admin;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.pair.PairCreation;
import io.pinion.operations.pair.PairDropped;
import io.pinion.operations.pair.PairRemoval;
import io.pinion.operations.pair.PairRequest;
import io.pinion.operations.pair.ReplacementRequest;
import io.pinion.operations.standby.CompletedPair;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Pairs as the manual shows them. */
final class FakePairs {
    private static final String SAME_ID =
            "MySQL009B (10.0.9.2:3306) and MySQL009A (10.0.9.1:3306) answer the same, 91, to"
                    + " SELECT @@GLOBAL.server_id: give each its own";

    static CompletedPair created(PairCreation task) throws OperationRefused {
        if (task.pair().equals("MySQL009")) {
            throw new OperationRefused(1794, "HY000", "not created: " + SAME_ID, OperationRefused.Leaves.AS_BEFORE);
        }
        Pair made = new Pair(task.pair(), task.primary(), task.standby());
        boolean full = task.home();
        return new CompletedPair(made, full ? 3 : 0, full ? 18_302_556 : 0, Duration.ofSeconds(full ? 512 : 2), 9, "");
    }

    static List<PlannedAction> plannedCreation(PairCreation task) {
        return List.of(
                new PlannedAction(
                        task.pair() + "B (10.0.8.2:3306)",
                        "CREATE DATABASE …; CREATE TABLE …; INSERT …",
                        "the copy of all that the primary has"),
                new PlannedAction(
                        "topology",
                        "pairs." + task.pair() + ".primary = " + task.primary().name(),
                        "clients' statements reach the primary from here on"));
    }

    static CompletedPair added(PairRequest.Addition asked) {
        Server primary = new Server(asked.pair() + "A", "10.0.8.1", 3306);
        Pair made = new Pair(asked.pair(), primary, Optional.of(asked.standby()));
        return new CompletedPair(made, 3, 18_302_556, Duration.ofSeconds(512), 10, "");
    }

    static List<PlannedAction> plannedAddition(PairRequest.Addition asked) {
        return List.of(new PlannedAction(
                "topology",
                "pairs." + asked.pair() + ".standby = " + asked.standby().name(),
                "it is the standby from here on; there is no way back but another replacement"));
    }

    static CompletedPair replaced(ReplacementRequest request) {
        Pair now = new Pair(request.pair(), new Server("MySQL007A", "10.0.7.1", 3306), Optional.of(standby(request)));
        return new CompletedPair(now, 512, 605_311_870, Duration.ofSeconds(15_132), 9, "");
    }

    private static Server standby(ReplacementRequest request) {
        return new Server(request.name().isEmpty() ? request.pair() + "C" : request.name(), "10.0.7.3", 3306);
    }

    static List<PlannedAction> plannedReplacement(ReplacementRequest request) {
        Server server = standby(request);
        return List.of(
                new PlannedAction(
                        server.name() + " (10.0.7.3:3306)",
                        "CREATE DATABASE …; CREATE TABLE …; INSERT …",
                        "the copy of all that the primary has"),
                new PlannedAction(
                        "topology",
                        "pairs." + request.pair() + ".standby = " + server.name(),
                        "it is the standby from here on; there is no way back but another replacement"));
    }

    static PairDropped dropped(PairRemoval task) throws OperationRefused {
        if (task.pair().equals("MySQL001")) {
            throw new OperationRefused(
                    1221,
                    "HY000",
                    "not dropped: keyspace pinterest has shards there, in 1 range (SHOW SHARDS FROM pinterest): MOVE SHARDS"
                            + " first",
                    OperationRefused.Leaves.AS_BEFORE);
        }
        return new PairDropped(
                task.pair(),
                task.pair() + "A",
                task.pair() + "B",
                11,
                "its servers are left as they are, with their data, their replication and Pinion's accounts");
    }

    static List<PlannedAction> plannedDrop(PairRemoval task) {
        return List.of(new PlannedAction(
                "topology",
                "pairs." + task.pair() + " = nothing",
                "neither the pair nor its servers; those are left as they are"));
    }
}
