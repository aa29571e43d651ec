package io.pinion.server.execution.single;

import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SessionContext;

/** The session's execution in progress, at most one at a time; starts a {@link ServerStatement} itself. On the session's event loop. */
public final class CurrentExecution {
    private final SessionContext session;
    private Execution current = Execution.NONE;

    public CurrentExecution(SessionContext session) {
        this.session = session;
    }

    public Execution get() {
        return current;
    }

    /** Sets the execution in progress, until its completion is called. */
    public void set(Execution execution) {
        current = execution;
    }

    /** Runs one text on one server, as the session's execution until the completion is called. */
    public void run(BackendRequest request, ClientStatement command, Completion completion) {
        ServerStatement statement = new ServerStatement(session, command, request, completion);
        current = statement;
        statement.start();
    }
}
