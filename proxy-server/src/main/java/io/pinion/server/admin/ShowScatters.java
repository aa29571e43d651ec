package io.pinion.server.admin;

import io.pinion.config.settings.ScatterSettings;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.server.scatter.Gate;
import io.pinion.server.scatter.Scatters;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code SHOW SCATTERS}: the use of this proxy by statements over several shards, and the limits. */
final class ShowScatters extends AdminTable<ShowScatters.Share> {
    /** One of the things that statements over several shards take. */
    record Share(
            String what,
            @Nullable Object now,
            @Nullable Object limit,
            @Nullable String setting) {}

    ShowScatters() {
        super(
                "SHOW SCATTERS",
                "what statements over several shards take now, and may take",
                text("what", Share::what, "What they take, and its unit"),
                number("now", Share::now, "How much they take now; NULL where that isn't counted"),
                text("limit", Share::limit, "How much they may take; NULL for no limit"),
                text("setting", Share::setting, "The setting that has the limit"));
    }

    @Override
    CompletionStage<List<Share>> rows(StatementArguments arguments, AdminContext context) {
        Scatters scatters = context.proxy().scatters();
        ScatterSettings settings = scatters.settings();
        String patience = settings.waitTimeout().toMillis() + " ms";
        Gate unnamed = scatters.unnamed();
        Gate named = scatters.named();
        return CompletableFuture.completedStage(List.of(
                new Share(
                        "statements without keys, running",
                        unnamed.running(),
                        settings.maxRunning(),
                        "scatter.max_running"),
                new Share("statements without keys, waiting", unnamed.waiting(), patience, "scatter.wait_timeout"),
                new Share("their connections to one server", null, scatters.scatterConnections(), "scatter.pool_share"),
                new Share("statements with several keys, running", named.running(), null, null),
                new Share("statements with several keys, waiting", named.waiting(), patience, "scatter.wait_timeout"),
                new Share(
                        "bytes held by all", scatters.memory().held(), settings.heldMaxSize(), "scatter.held_max_size"),
                new Share("bytes held by one merge", null, settings.mergeMaxSize(), "scatter.merge_max_size"),
                new Share("rows of one gather", null, settings.gatherMaxRows(), "scatter.gather_max_rows"),
                new Share("bytes of one gather", null, settings.gatherMaxSize(), "scatter.gather_max_size")));
    }
}
