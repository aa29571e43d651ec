package io.pinion.server.admin;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.observe.SessionSnapshot;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * {@code KILL}: ends a session of this proxy, or its running statement, by the number that {@code CONNECTION_ID()}
 * answers. Users may end their own sessions, operators all. The session's statement on a server is killed too.
 */
final class KillStatement extends AdminCommand {
    /** MySQL's ER_NO_SUCH_THREAD. */
    private static final int NO_SUCH_THREAD = 1094;
    /** MySQL's ER_KILL_DENIED_ERROR. */
    private static final int KILL_DENIED = 1095;

    KillStatement() {
        super("KILL", "KILL [CONNECTION | QUERY] id", "ends a session of this proxy, or the statement that it runs");
    }

    @Override
    public boolean isForEverybody() {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        // MariaDB's HARD and SOFT tell whether to interrupt the repair of a table; a session of Pinion repairs none.
        boolean unused = arguments.take("HARD") || arguments.take("SOFT");
        boolean queryOnly = arguments.take("QUERY");
        if (!queryOnly) {
            arguments.take("CONNECTION");
        }
        long id = id(arguments, context.session());
        arguments.end();
        return context.proxy()
                .sessions()
                .thenApply(sessions ->
                        sessions.stream().filter(session -> session.id() == id).findFirst())
                .thenApply(found -> kill(found, id, queryOnly, context));
    }

    private static long id(AdminTokens arguments, SessionView session) {
        if (arguments.take("CONNECTION_ID")) {
            if (!arguments.takeSign("(") || !arguments.takeSign(")")) {
                throw new AdminSyntaxException("expected CONNECTION_ID()");
            }
            return session.connectionId();
        }
        String number = arguments.name("the number of a session, see SHOW PROCESSLIST");
        try {
            return Long.parseUnsignedLong(number);
        } catch (NumberFormatException e) {
            throw new AdminSyntaxException("expected the number of a session, see SHOW PROCESSLIST, found " + number);
        }
    }

    private static AdminAnswer kill(Optional<SessionSnapshot> found, long id, boolean queryOnly, AdminContext context) {
        SessionView asking = context.session();
        if (found.isEmpty()) {
            return new AdminAnswer.Failed(NO_SUCH_THREAD, "HY000", "Unknown thread id: " + Long.toUnsignedString(id));
        }
        if (!asking.admin() && !found.get().user().equals(asking.userName())) {
            return new AdminAnswer.Failed(
                    KILL_DENIED, "HY000", "You are not owner of thread " + Long.toUnsignedString(id));
        }
        context.proxy().kill(id, queryOnly);
        return new AdminAnswer.Answered(new LocalAnswer.Done());
    }
}
