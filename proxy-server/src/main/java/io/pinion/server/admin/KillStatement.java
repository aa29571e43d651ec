package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.observe.SessionSnapshot;
import java.util.List;
import java.util.Optional;
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
                "KILL [CONNECTION | QUERY] {USER account | id}",
                "ends a session of this proxy, or the statement that it runs, or those of a user",
                // MariaDB's HARD and SOFT tell whether to interrupt the repair of a table; a session of Pinion repairs
                // none.
                SyntaxLine.of("KILL [HARD | SOFT] [CONNECTION | QUERY] {USER account | CONNECTION_ID() | id}"),
                SyntaxLine.of("KILL [HARD | SOFT] QUERY ID n"));
    }

    @Override
    public boolean isForEverybody() {
        return true;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        boolean queryOnly = arguments.has("QUERY");
        if (arguments.optional("n").isPresent()) {
            return noSuchQuery(arguments.text("n"));
        }
        Optional<String> account = arguments.optional("account");
        if (account.isPresent()) {
            return found(ofUser(account.get(), context.session()), context)
                    .thenApply(found -> kill(found, queryOnly, context));
        }
        long id = id(arguments, context.session());
        return found(session -> session.id() == id, context)
                .thenApply(found -> found.isEmpty()
                        ? new AdminAnswer.Failed(
                                NO_SUCH_THREAD, "HY000", "Unknown thread id: " + Long.toUnsignedString(id))
                        : kill(found, queryOnly, context));
    }

    /** MariaDB numbers statements, but those of Pinion's sessions have no numbers. */
    private static CompletionStage<AdminAnswer> noSuchQuery(String number) {
        return CompletableFuture.completedStage(new AdminAnswer.Failed(
                NO_SUCH_QUERY,
                "HY000",
                "Unknown query id: " + number
                        + " (Pinion gives statements no numbers: KILL QUERY takes a session's, see SHOW PROCESSLIST)"));
    }

    private static long id(StatementArguments arguments, SessionView session) {
        if (arguments.optional("id").isEmpty()) {
            return session.connectionId();
        }
        String number = arguments.text("id");
        try {
            return Long.parseUnsignedLong(number);
        } catch (NumberFormatException e) {
            throw new SyntaxRefused("expected the number of a session, see SHOW PROCESSLIST, found " + number);
        }
    }

    /** {@code name}, {@code 'name'@'host'} or {@code CURRENT_USER()}. */
    private static Predicate<SessionSnapshot> ofUser(String account, SessionView session) {
        if (account.equalsIgnoreCase("CURRENT_USER") || account.equalsIgnoreCase("CURRENT_USER()")) {
            return each -> each.user().equals(session.userName());
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
