package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.export.TableExport;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import java.time.Instant;
import java.util.List;

/** Answers for the manual's examples. */
final class FakeExports {
    private static final Instant STARTED = Instant.parse("2026-01-01T08:00:00Z");

    static Operation begun(TableExport request, String user) {
        return new Operation(
                11,
                request,
                new Origin(user, "operator", List.of(), STARTED),
                Progress.beginning(4096, "proxy-a", STARTED),
                0);
    }

    static List<PlannedAction> planned(TableExport request, String user) {
        return List.of(
                new PlannedAction(
                        "MySQL001B (10.0.0.2:3306)",
                        "SELECT …",
                        "the standby of pair MySQL001, at one place of its log: boards, pins of shards 0-511"),
                new PlannedAction(
                        "/srv/exports/" + request.place(),
                        "manifest.json",
                        "written last: without it there is no export"));
    }
}
