package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.routing.plan.SessionView;
import io.pinion.server.observe.SessionSnapshot;
import java.util.Comparator;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * {@code SHOW PROCESSLIST} in MySQL's columns: the sessions of this proxy, by the numbers that {@code CONNECTION_ID()}
 * answers. A server would list Pinion's pooled connections instead. Users see their own sessions, operators all.
 */
final class ShowProcessList extends ListCommand {
    /** MySQL cuts Info to this many characters without FULL. */
    private static final int SHORT_INFO = 100;

    private final boolean full;

    ShowProcessList(boolean full) {
        super(
                full ? "SHOW FULL PROCESSLIST" : "SHOW PROCESSLIST",
                "the sessions of this proxy as MySQL shows them" + (full ? ", with whole statements" : ""),
                number("Id"),
                text("User"),
                text("Host"),
                text("db"),
                text("Command"),
                number("Time"),
                text("State"),
                text("Info"));
        this.full = full;
    }

    @Override
    public boolean isForEverybody() {
        return true;
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        SessionView asking = context.session();
        return context.proxy().sessions().thenApply(sessions -> {
            sessions.stream()
                    .filter(session -> asking.admin() || session.user().equals(asking.userName()))
                    .sorted(Comparator.comparingLong(SessionSnapshot::id))
                    .forEach(session -> add(table, session));
            return table;
        });
    }

    private void add(AnswerTable table, SessionSnapshot session) {
        boolean loggedIn = !session.user().isEmpty();
        boolean runs = loggedIn && session.phase().equals("running");
        table.row(
                session.id(),
                loggedIn ? session.user() : "unauthenticated user",
                session.client(),
                session.database().isEmpty() ? null : session.database(),
                loggedIn ? (runs ? "Query" : "Sleep") : "Connect",
                session.phaseMillis() / 1000,
                runs ? executing(session) : loggedIn ? "" : "login",
                info(session.statement()));
    }

    private static String executing(SessionSnapshot session) {
        return session.waitsFor().isEmpty() ? "executing" : "Waiting for " + session.waitsFor();
    }

    private @Nullable String info(String statement) {
        if (statement.isEmpty()) {
            return null;
        }
        int shown = Math.min(statement.length(), SHORT_INFO);
        return full
                ? statement
                : statement.substring(0, statement.offsetByCodePoints(0, statement.codePointCount(0, shown)));
    }
}
