package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.rekey.RekeyTask;
import java.time.Instant;
import java.util.List;

/** Whatever is asked for begins. */
final class FakeRekeyings {
    private static final Instant STARTED = Instant.parse("2026-01-01T08:00:00Z");

    static Operation begun(RekeyTask task, String user) {
        return new Operation(
                15,
                task,
                new Origin(user, "operator", List.of(), STARTED),
                Progress.beginning(0, "proxy-a", STARTED.plusSeconds(1_000)),
                0);
    }

    static List<PlannedAction> planned(RekeyTask task, String user) {
        return List.of(
                new PlannedAction(
                        "primary of MySQL002",
                        "SELECT `username`, HEX(`username`), (LOWER(username)) FROM `lookup00000`.`user_by_name` …",
                        "shards 0 to 15; no row may match again with its new key"),
                new PlannedAction(
                        "this proxy",
                        "UPDATE `lookup`.`user_by_name` SET `username` = '…' WHERE `username` = '…' AND …",
                        "for each key that changes, in a transaction, as the user " + user + "; 4 at a time"));
    }
}
