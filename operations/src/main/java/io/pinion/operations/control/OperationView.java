package io.pinion.operations.control;

import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import java.util.ArrayList;
import java.util.List;

/**
 * An operation as people see it.
 *
 * @param alive whether a proxy works on it now; one that is RUNNING and isn't alive was left by a proxy that died
 */
public record OperationView(Operation operation, boolean alive) {
    /** Why the operation ended early, and the statement to type then; empty when there is nothing to tell. */
    public String error() {
        Progress progress = operation.progress();
        List<String> errors = new ArrayList<>();
        if (!progress.error().isEmpty()) {
            errors.add(progress.error());
        }
        errors.addAll(progress.failed().values());
        boolean brokenOff = progress.state() == State.FAILED || state().equals("interrupted");
        if (brokenOff && errors.stream().noneMatch(this::saysWhatToType)) {
            errors.add("RESUME OPERATION " + operation.number() + " goes on with it, CANCEL OPERATION "
                    + operation.number() + " gives it up");
        }
        return String.join("; ", errors);
    }

    private boolean saysWhatToType(String error) {
        return error.matches("(?s).*\\b(RESUME|CANCEL|FINISH|REVERT) OPERATION " + operation.number() + "\\b.*");
    }

    /** The state in one word. */
    public String state() {
        return switch (operation.progress().state()) {
            case RUNNING -> running();
            case DONE -> "done";
            case WAITING -> "waiting";
            case FAILED -> "failed";
            case CANCELLED -> operation.progress().isReverted() ? "reverted" : "cancelled";
        };
    }

    private String running() {
        if (operation.progress().isInLine()) {
            return "queued";
        }
        return !alive ? "interrupted" : operation.progress().isHandOverAwaited() ? "ready" : "running";
    }
}
