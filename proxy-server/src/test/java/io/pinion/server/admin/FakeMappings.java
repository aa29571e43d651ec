package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.operations.mapping.MappingTask;
import io.pinion.operations.mapping.MappingTask.Repair;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** One check of a mapping, which has found something; whatever is asked for begins. */
final class FakeMappings {
    private static final Instant STARTED = Instant.parse("2026-01-01T08:00:00Z");

    private static final List<PlannedAction> PLANNED = List.of(
            new PlannedAction(
                    "standby of MySQL001",
                    "SELECT `board_id`, `pin_id` FROM `db00000`.`board_has_pins`",
                    "the same in shards to 2047; each link is looked for at its other end"),
            new PlannedAction(
                    "primaries",
                    "",
                    "what looks wrong is asked again, after 1 s and 4 s more, and must be wrong each time"),
            new PlannedAction(
                    "primaries", "INSERT INTO pin_in_board", "a link that is still wrong when its rows are locked"));

    static Operation checked() {
        Progress done = new Progress(
                State.DONE,
                4096,
                ShardSet.parse("0-4095"),
                ShardSet.NONE,
                Map.of(),
                false,
                "proxy-a",
                STARTED.plusSeconds(900),
                "",
                "",
                "181302117 links; one-way 2, dangling 1; one-way on shard 3429, 241294561224164665 → 241294492511762325:"
                        + " pin_in_board hasn't 241294492511762325 → 241294561224164665; one-way on shard 3429,"
                        + " 241294561224164665 → 70439181641318407: pin_in_board hasn't 70439181641318407 →"
                        + " 241294561224164665; dangling on shard 7, 492650954757 → 241294492511762326: there is no"
                        + " 241294492511762326 in pins",
                Map.of());
        return operation(14, new MappingTask("pinterest", "board_has_pins", "pin_in_board", true, Repair.NONE), done);
    }

    private static Operation operation(long number, Task task, Progress progress) {
        return new Operation(number, task, new Origin("app", "operator", List.of(), STARTED), progress, 0);
    }

    static Operation begun(Task task) {
        return operation(15, task, Progress.beginning(0, "proxy-a", STARTED.plusSeconds(1_000)));
    }

    static List<PlannedAction> planned(MappingTask task) {
        return task.repair() == Repair.NONE ? PLANNED.subList(0, PLANNED.size() - 1) : PLANNED;
    }
}
