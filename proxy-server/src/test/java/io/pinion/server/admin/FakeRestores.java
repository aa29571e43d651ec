package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.restore.ShardsRestore;
import java.time.Instant;
import java.util.List;

/** Answers for the manual's examples. */
final class FakeRestores {
    private static final Instant STARTED = Instant.parse("2026-01-01T08:00:00Z");

    static Operation begun(ShardsRestore request, String user) {
        return new Operation(
                12,
                request,
                new Origin(user, "operator", List.of(), STARTED),
                Progress.beginning(request.last() - request.first() + 1, "proxy-a", STARTED),
                0);
    }

    static List<PlannedAction> planned(ShardsRestore request, String user) {
        return List.of(
                new PlannedAction(
                        "/srv/exports/" + request.place(), "0-1-4711", "as of 2025-12-31 02:00:00, of pair MySQL001"),
                new PlannedAction(
                        "MySQL001A (10.0.0.1:3306)",
                        "INSERT INTO db00256_restored and so on …",
                        "1280000 rows in 1024 files of all shards"));
    }
}
