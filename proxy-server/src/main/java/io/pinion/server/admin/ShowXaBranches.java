package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.server.observe.InDoubtSnapshot;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW XA BRANCHES}: unfinished branches of two-phase commits, and what they wait for. */
final class ShowXaBranches extends AdminTable<InDoubtSnapshot> {
    ShowXaBranches() {
        super(
                "SHOW XA BRANCHES",
                "branches of two-phase commits that wait to be finished",
                text("pair", InDoubtSnapshot::pair, "The pair that has prepared the branch"),
                text("transaction", InDoubtSnapshot::transaction, "The transaction's name, the same on every pair"),
                text("process", InDoubtSnapshot::proxy, "The process of a proxy that began it"),
                time("seen_since", InDoubtSnapshot::seenSince, "When this proxy first saw it"),
                text("waits_for", InDoubtSnapshot::state, "What keeps it from being finished"));
    }

    @Override
    CompletionStage<List<InDoubtSnapshot>> rows(StatementArguments arguments, AdminContext context) {
        return CompletableFuture.completedStage(context.proxy().inDoubt());
    }
}
