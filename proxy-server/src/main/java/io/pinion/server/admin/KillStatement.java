package io.pinion.server.admin;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.observe.SessionSnapshot;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * {@code KILL}: ends a session of this proxy, or its running statement, by the number that {@code CONNECTION_ID()}
 * answers, or by its user. Users may end their own sessions, operators all. The session's statement on a server is killed too.
 */
final class KillStatement extends AdminCommand {
    /** MySQL's ER_NO_SUCH_THREAD. */
    private static final int NO_SUCH_THREAD = 1094;
    /** MySQL's ER_KILL_DENIED_ERROR. */
    private static final int KILL_DENIED = 1095;

    /** MariaDB's ER_NO_SUCH_QUERY. */
    private static final int NO_SUCH_QUERY = 1957;

    KillStatement() {
        super(
                "KILL",
                "KILL [CONNECTION | QUERY] {id | USER name}",
                "ends a session of this proxy, or the statement that it runs, or those of a user");
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
        if (queryOnly && arguments.take("ID")) {
            return noSuchQuery(arguments);
        }
        if (arguments.take("USER")) {
            Predicate<SessionSnapshot> ofUser = ofUser(arguments, context.session());
            arguments.end();
            return found(ofUser, context).thenApply(found -> kill(found, queryOnly, context));
        }
        long id = id(arguments, context.session());
        arguments.end();
        return found(session -> session.id() == id, context)
                .thenApply(found -> found.isEmpty()
                        ? new AdminAnswer.Failed(
                                NO_SUCH_THREAD, "HY000", "Unknown thread id: " + Long.toUnsignedString(id))
                        : kill(found, queryOnly, context));
    }

    /** MariaDB numbers statements, but those of Pinion's sessions have no numbers. */
    private static CompletionStage<AdminAnswer> noSuchQuery(AdminTokens arguments) {
        String number = arguments.name("the number of a statement");
        arguments.end();
        return CompletableFuture.completedStage(new AdminAnswer.Failed(
                NO_SUCH_QUERY,
                "HY000",
                "Unknown query id: " + number
                        + " (Pinion gives statements no numbers: KILL QUERY takes a session's, see SHOW PROCESSLIST)"));
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

    /** {@code name}, {@code 'name'@'host'} or {@code CURRENT_USER()}. */
    private static Predicate<SessionSnapshot> ofUser(AdminTokens arguments, SessionView session) {
        if (arguments.take("CURRENT_USER")) {
            if (arguments.takeSign("(") && !arguments.takeSign(")")) {
                throw new AdminSyntaxException("expected CURRENT_USER()");
            }
            return each -> each.user().equals(session.userName());
        }
        AdminTokens.Token first = arguments.token("the name of a user");
        String account = first.text();
        if (arguments.peek().filter(token -> token.text().startsWith("@")).isPresent()) {
            account += arguments.token("a host").text();
            account += account.endsWith("@") ? arguments.name("a host") : "";
        }
        int at = account.lastIndexOf('@');
        String user = at < 0 ? account : account.substring(0, at);
        String host = at < 0 ? "%" : account.substring(at + 1);
        return each ->
                each.user().equals(user) && (host.equals("%") || each.client().startsWith(host + ":"));
    }

    private static CompletionStage<List<SessionSnapshot>> found(
            Predicate<SessionSnapshot> wanted, AdminContext context) {
        return context.proxy()
                .sessions()
                .thenApply(sessions -> sessions.stream().filter(wanted).toList());
    }

    /** Of several sessions, none ends when one belongs to another user, as on a server. */
    private static AdminAnswer kill(List<SessionSnapshot> found, boolean queryOnly, AdminContext context) {
        SessionView asking = context.session();
        for (SessionSnapshot session : found) {
            if (!asking.admin() && !session.user().equals(asking.userName())) {
                return new AdminAnswer.Failed(
                        KILL_DENIED, "HY000", "You are not owner of thread " + Long.toUnsignedString(session.id()));
            }
        }
        found.forEach(session -> context.proxy().kill(session.id(), queryOnly));
        return new AdminAnswer.Answered(new LocalAnswer.Done());
    }
}
