package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.restore.RestoreControl;
import io.pinion.operations.restore.RestoredRows;
import io.pinion.operations.restore.RestoredRows.Differences;
import io.pinion.operations.restore.ShardsRestore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Answers for the manual's examples. */
final class FakeRestores implements RestoreControl {
    private static final Instant STARTED = Instant.parse("2026-01-01T08:00:00Z");

    @Override
    public CompletionStage<Operation> begin(ShardsRestore request, String user) {
        return CompletableFuture.completedStage(new Operation(
                12,
                request,
                new Origin(user, "operator", List.of(), STARTED),
                Progress.beginning(request.last() - request.first() + 1, "proxy-a", STARTED),
                0));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(ShardsRestore request, String user) {
        return CompletableFuture.completedStage(List.of(
                new PlannedAction(
                        "/srv/exports/" + request.place(), "0-1-4711", "as of 2025-12-31 02:00:00, of pair MySQL001"),
                new PlannedAction(
                        "MySQL001A (10.0.0.1:3306)",
                        "INSERT INTO db00256_restored and so on …",
                        "1280000 rows in 1024 files of all shards")));
    }

    @Override
    public CompletionStage<List<RestoredRows>> compare(long operation) {
        return CompletableFuture.completedStage(List.of(
                new RestoredRows(256, "db00256", "pins", 5000, Optional.of(new Differences(1200, 3, 41))),
                new RestoredRows(256, "db00256", "board_has_pins", 9000, Optional.of(new Differences(0, 0, 12)))));
    }
}
