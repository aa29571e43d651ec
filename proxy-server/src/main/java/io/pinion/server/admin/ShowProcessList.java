package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.observe.SessionSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * {@code SHOW PROCESSLIST} in MySQL's columns: the sessions of this proxy, by the numbers that {@code CONNECTION_ID()}
 * answers. A server would list Pinion's pooled connections instead. Users see their own sessions, operators all.
 */
final class ShowProcessList extends AdminTable<SessionSnapshot> {
    /** MySQL cuts Info to this many characters without FULL. */
    private static final int SHORT_INFO = 100;

    ShowProcessList(boolean full) {
        super(
                full ? "SHOW FULL PROCESSLIST" : "SHOW PROCESSLIST",
                "the sessions of this proxy as MySQL shows them" + (full ? ", with whole statements" : ""),
                number("Id", SessionSnapshot::id, "The number that CONNECTION_ID() answers and KILL takes"),
                text("User", ShowProcessList::user, "The user, unauthenticated user before the login"),
                text("Host", SessionSnapshot::client, "The client's address and port"),
                textOrNull("db", SessionSnapshot::database, "The current database; NULL for none"),
                text("Command", ShowProcessList::does, "Connect before the login, Query for a statement, or Sleep"),
                number("Time", Unit.SECONDS, session -> session.phaseMillis() / 1000, "The time since that began"),
                text("State", ShowProcessList::state, "What the session does or waits for"),
                textOrNull(
                        "Info",
                        session -> full ? session.statement() : shortened(session.statement()),
                        "The statement that runs" + (full ? "" : ", its first " + SHORT_INFO + " characters")));
    }

    @Override
    public boolean isForEverybody() {
        return true;
    }

    @Override
    CompletionStage<List<SessionSnapshot>> rows(StatementArguments arguments, AdminContext context) {
        SessionView asking = context.session();
        return context.proxy().sessions().thenApply(sessions -> sessions.stream()
                .filter(session -> asking.admin() || session.user().equals(asking.userName()))
                .sorted(Comparator.comparingLong(SessionSnapshot::id))
                .toList());
    }

    private static boolean isLoggedIn(SessionSnapshot session) {
        return !session.user().isEmpty();
    }

    private static boolean runs(SessionSnapshot session) {
        return isLoggedIn(session) && session.phase().equals("running");
    }

    private static String user(SessionSnapshot session) {
        return isLoggedIn(session) ? session.user() : "unauthenticated user";
    }

    private static String does(SessionSnapshot session) {
        return isLoggedIn(session) ? (runs(session) ? "Query" : "Sleep") : "Connect";
    }

    private static String state(SessionSnapshot session) {
        if (!runs(session)) {
            return isLoggedIn(session) ? "" : "login";
        }
        return session.waitsFor().isEmpty() ? "executing" : "Waiting for " + session.waitsFor();
    }

    private static String shortened(String statement) {
        int shown = Math.min(statement.length(), SHORT_INFO);
        return statement.substring(0, statement.offsetByCodePoints(0, statement.codePointCount(0, shown)));
    }
}
