package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.config.settings.ScatterSettings;
import io.pinion.server.scatter.Gate;
import io.pinion.server.scatter.Scatters;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW SCATTERS}: the use of this proxy by statements over several shards, and the limits. */
final class ShowScatters extends ListCommand {
    ShowScatters() {
        super(
                "SHOW SCATTERS",
                "what statements over several shards take now, and may take",
                text("what"),
                number("now"),
                text("limit"),
                text("setting"));
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        Scatters scatters = context.proxy().scatters();
        ScatterSettings settings = scatters.settings();
        Gate unnamed = scatters.unnamed();
        table.row("statements without keys, running", unnamed.running(), settings.maxRunning(), "scatter.max_running");
        table.row(
                "statements without keys, waiting",
                unnamed.waiting(),
                settings.waitTimeout().toMillis() + " ms",
                "scatter.wait_timeout");
        table.row("their connections to one server", null, scatters.scatterConnections(), "scatter.pool_share");
        Gate named = scatters.named();
        table.row("statements with several keys, running", named.running(), null, null);
        table.row(
                "statements with several keys, waiting",
                named.waiting(),
                settings.waitTimeout().toMillis() + " ms",
                "scatter.wait_timeout");
        table.row("bytes held by all", scatters.memory().held(), settings.heldMaxSize(), "scatter.held_max_size");
        table.row("bytes held by one merge", null, settings.mergeMaxSize(), "scatter.merge_max_size");
        table.row("rows of one gather", null, settings.gatherMaxRows(), "scatter.gather_max_rows");
        table.row("bytes of one gather", null, settings.gatherMaxSize(), "scatter.gather_max_size");
        return CompletableFuture.completedStage(table);
    }
}
