package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.server.observe.InDoubtSnapshot;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW XA BRANCHES}: unfinished branches of two-phase commits, and what they wait for. */
final class ShowXaBranches extends ListCommand {
    ShowXaBranches() {
        super(
                "SHOW XA BRANCHES",
                "branches of two-phase commits that wait to be finished",
                text("pair"),
                text("transaction"),
                text("process"),
                text("seen_since"),
                text("waits_for"));
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        for (InDoubtSnapshot branch : context.proxy().inDoubt()) {
            table.row(
                    branch.pair(),
                    branch.transaction(),
                    branch.proxy(),
                    branch.seenSince().truncatedTo(ChronoUnit.SECONDS),
                    branch.state());
        }
        return CompletableFuture.completedStage(table);
    }
}
