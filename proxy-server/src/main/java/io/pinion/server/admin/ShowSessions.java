package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.server.observe.SessionSnapshot;
import java.util.Comparator;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code SHOW SESSIONS}: the clients connected to this proxy, why each keeps its connection, and what it waits for. */
final class ShowSessions extends ListCommand {
    ShowSessions() {
        super(
                "SHOW SESSIONS",
                "the clients connected to this proxy, and why one keeps its connection",
                number("id"),
                text("user"),
                text("client"),
                text("database"),
                text("phase"),
                number("phase_seconds"),
                text("waits_for"),
                text("in_transaction"),
                text("pinned_because"),
                text("servers"),
                number("statements"),
                text("program"));
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        return context.proxy().sessions().thenApply(sessions -> {
            sessions.stream()
                    .sorted(Comparator.comparingLong(SessionSnapshot::id))
                    .forEach(session -> table.row(
                            session.id(),
                            nullIfEmpty(session.user()),
                            session.client(),
                            nullIfEmpty(session.database()),
                            session.phase(),
                            session.phaseMillis() / 1000,
                            nullIfEmpty(session.waitsFor()),
                            session.inTransaction() ? "yes" : "no",
                            nullIfEmpty(session.pinnedBecause()),
                            nullIfEmpty(String.join(", ", session.servers())),
                            session.statements(),
                            nullIfEmpty(session.program())));
            return table;
        });
    }

    private static @Nullable String nullIfEmpty(String text) {
        return text.isEmpty() ? null : text;
    }
}
