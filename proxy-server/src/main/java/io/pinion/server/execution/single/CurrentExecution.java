package io.pinion.server.execution.single;

import io.pinion.server.execution.context.Execution;

/** The session's execution in progress, at most one at a time. On the session's event loop. */
public final class CurrentExecution {
    private Execution current = Execution.NONE;

    public Execution get() {
        return current;
    }

    /** Sets the execution in progress, until its completion is called. */
    public void set(Execution execution) {
        current = execution;
    }
}
