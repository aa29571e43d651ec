package io.pinion.operations.control;

import io.pinion.operations.journal.Operation;

/**
 * An operation as people see it.
 *
 * @param alive whether somebody works on it now; one that is RUNNING and isn't alive was left by a proxy that died
 */
public record OperationView(Operation operation, boolean alive) {
    /** In one word. */
    public String state() {
        return switch (operation.progress().state()) {
            case RUNNING -> alive ? "running" : "interrupted";
            case DONE -> "done";
            case WAITING -> "waiting";
            case FAILED -> "failed";
            case CANCELLED -> "cancelled";
        };
    }
}
