package io.pinion.server.execution.context;

import java.util.ArrayList;
import java.util.List;

/**
 * The session's execution in progress: one at a time, which may be a part of others that wait for it, as the commit of a
 * statement's own transaction is. On the session's event loop.
 */
public final class CurrentExecution {
    private Execution current = Execution.NONE;

    /** Those that the execution in progress is a part of, the innermost one last. */
    private final List<Execution> whole = new ArrayList<>(0);

    public Execution get() {
        return current;
    }

    /** Sets the execution in progress, until its completion is called. It is no part of another. */
    public void set(Execution execution) {
        whole.clear();
        current = execution;
    }

    /** The execution in progress goes on by {@code part}, and must still hear when the client goes. */
    public void goesOnBy(Execution part) {
        whole.add(current);
        current = part;
    }

    /** Tells the execution in progress and all that it is a part of, from the inside out; no other will follow. */
    public void clientGone() {
        List<Execution> all = new ArrayList<>(whole);
        all.add(current);
        set(Execution.NONE);
        all.reversed().forEach(Execution::clientGone);
    }
}
