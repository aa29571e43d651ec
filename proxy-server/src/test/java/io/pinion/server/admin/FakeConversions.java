package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.queue.conversion.QueueConversion;
import java.time.Instant;
import java.util.List;

/** Whatever is asked for begins. */
final class FakeConversions {
    private static final Instant STARTED = Instant.parse("2026-01-01T08:00:00Z");

    static Operation begun(QueueConversion request, String user) {
        return new Operation(
                16,
                request,
                new Origin(user, "operator", List.of(), STARTED),
                Progress.beginning(0, "proxy-a", STARTED.plusSeconds(1_000)),
                0);
    }

    static List<PlannedAction> planned(QueueConversion request, String user) {
        String table = request.table();
        return List.of(
                new PlannedAction(
                        "MySQL001A",
                        "ALTER TABLE `db00000`.`pinion_next_" + table + "` … PARTITION BY RANGE COLUMNS(…) (…)",
                        "made beside the table; the same on shards to 2047, one after the other"),
                new PlannedAction(
                        "MySQL001A",
                        "CREATE TRIGGER `db00000`.`pinion_notes_insert_" + table + "` AFTER INSERT ON …",
                        "notes which rows clients change"),
                new PlannedAction(
                        "MySQL001A",
                        "REPLACE INTO `db00000`.`pinion_next_" + table + "` (…) SELECT … FROM …",
                        "in parts, each followed by what has changed"),
                new PlannedAction("MySQL001A", "SELECT COUNT(*) FROM …", "every row is compared, both ways"),
                new PlannedAction(
                        "MySQL001A",
                        "RENAME TABLE `db00000`.`" + table + "` TO `db00000`.`pinion_former_" + table + "`, …",
                        "clients' statements on the table wait for a moment"),
                new PlannedAction(
                        "topology",
                        "declare " + table + " as " + request.declaration(),
                        "the keeper makes and drops its partitions"));
    }
}
