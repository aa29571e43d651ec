package io.pinion.server.execution;

/** What a session is at: one execution at a time. One for each session, on its event loop. */
final class CurrentExecution {
    private final SessionContext session;
    private Execution current = Execution.NONE;

    CurrentExecution(SessionContext session) {
        this.session = session;
    }

    Execution get() {
        return current;
    }

    /** What goes on in the session from now on, until its completion is called. */
    void is(Execution execution) {
        current = execution;
    }

    /** Runs one text on one server, which is the session's execution until the completion is called. */
    void run(BackendRequest request, ClientStatement command, Completion completion) {
        ServerStatement statement = new ServerStatement(session, command, request, completion);
        current = statement;
        statement.start();
    }
}
