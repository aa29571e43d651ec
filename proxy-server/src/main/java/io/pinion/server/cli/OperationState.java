package io.pinion.server.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of SHOW OPERATIONS.
 *
 * @param state running, interrupted, done, failed or cancelled
 * @param total how many shards it is for; 0 when it is for none
 */
record OperationState(long number, String state, long done, long total, String step, String error) {
    static List<OperationState> of(Result operations) {
        List<OperationState> states = new ArrayList<>();
        for (List<@Nullable String> row : operations.rows()) {
            Map<String, String> cells = new HashMap<>();
            for (int i = 0; i < row.size(); i++) {
                String cell = row.get(i);
                cells.put(operations.columns().get(i).name(), cell == null ? "" : cell);
            }
            states.add(new OperationState(
                    number(cells.get("operation")),
                    cells.getOrDefault("state", ""),
                    number(cells.get("done")),
                    number(cells.get("shards")),
                    cells.getOrDefault("step", ""),
                    cells.getOrDefault("error", "")));
        }
        return states;
    }

    private static long number(@Nullable String cell) {
        return cell == null || cell.isEmpty() ? 0 : Long.parseLong(cell);
    }

    /** The one of that number. */
    static Optional<OperationState> find(List<OperationState> states, long number) {
        return states.stream().filter(state -> state.number == number).findFirst();
    }

    boolean isRunning() {
        return state.equals("running");
    }

    /** Whether somebody has to say what becomes of it, or it goes on. */
    boolean isUnfinished() {
        return isRunning() || state.equals("failed") || state.equals("interrupted");
    }

    /** What a script is told of it. */
    int exitStatus() {
        if (isUnfinished()) {
            return ExitStatus.UNFINISHED;
        }
        return state.equals("done") ? ExitStatus.OK : ExitStatus.FAILED;
    }
}
