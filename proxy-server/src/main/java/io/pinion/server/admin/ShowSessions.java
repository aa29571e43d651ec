package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.server.observe.SessionSnapshot;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code SHOW SESSIONS}: the clients connected to this proxy, why each keeps its connection, and what it waits for. */
final class ShowSessions extends AdminTable<SessionSnapshot> {
    ShowSessions() {
        super(
                "SHOW SESSIONS",
                "the clients connected to this proxy, and why one keeps its connection",
                number("id", SessionSnapshot::id, "The number that CONNECTION_ID() answers and KILL takes"),
                textOrNull("user", SessionSnapshot::user, "The user; NULL before the login"),
                text("client", SessionSnapshot::client, "The client's address and port"),
                textOrNull("database", SessionSnapshot::database, "The current database; NULL for none"),
                text("phase", SessionSnapshot::phase, "What the session does, such as ready or running"),
                number(
                        "phase_seconds",
                        Unit.SECONDS,
                        session -> session.phaseMillis() / 1000,
                        "The time in this phase"),
                textOrNull("waits_for", SessionSnapshot::waitsFor, "Why its statement hasn't begun; NULL for none"),
                text("in_transaction", SessionSnapshot::inTransaction, "Whether a transaction is open, yes or no"),
                textOrNull(
                        "pinned_because",
                        SessionSnapshot::pinnedBecause,
                        "Why it keeps its connection; NULL when it doesn't"),
                textOrNull("servers", session -> String.join(", ", session.servers()), "The servers that it uses now"),
                number("statements", SessionSnapshot::statements, "The statements that it has run"),
                textOrNull("program", SessionSnapshot::program, "The client's name for itself; NULL for none"));
    }

    @Override
    CompletionStage<List<SessionSnapshot>> rows(StatementArguments arguments, AdminContext context) {
        return context.proxy().sessions().thenApply(sessions -> sessions.stream()
                .sorted(Comparator.comparingLong(SessionSnapshot::id))
                .toList());
    }
}
