package io.pinion.server.admin;

import io.pinion.config.source.SourceStatus;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.server.schema.SchemaStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code SHOW TOPOLOGY STATUS}: the source of the topology, and the problems of its newest document. */
final class ShowTopologyStatus extends AdminTable<ShowTopologyStatus.StatusLine> {
    /** One fact by its name. */
    record StatusLine(String name, @Nullable Object value) {}

    ShowTopologyStatus() {
        super(
                "SHOW TOPOLOGY STATUS",
                "where the topology comes from, and what is wrong with the newest document",
                text("name", StatusLine::name, "The name of the fact; problem and schema may come several times"),
                text("value", StatusLine::value, "The fact; NULL where there is none"));
    }

    @Override
    CompletionStage<List<StatusLine>> rows(StatementArguments arguments, AdminContext context) {
        SourceStatus status = context.proxy().topologyStatus();
        SchemaStatus schema = context.proxy().schemaStatus();
        List<StatusLine> lines = new ArrayList<>(List.of(
                new StatusLine("cluster", context.proxy().topology().cluster()),
                new StatusLine("source", status.origin()),
                new StatusLine(
                        "state", status.state().name().toLowerCase(Locale.ROOT).replace('_', ' ')),
                new StatusLine("state_since", status.stateSince()),
                new StatusLine("generation", status.generation()),
                new StatusLine("version", status.version()),
                new StatusLine("adopted", status.adoptedAt()),
                new StatusLine("adopted_from", status.adoptedFrom()),
                new StatusLine("refused", status.refused())));
        status.problems().forEach(problem -> lines.add(new StatusLine("problem", problem)));
        lines.add(new StatusLine("schema_read", schema.equals(SchemaStatus.UNREAD) ? null : schema.readAt()));
        schema.findings().forEach(finding -> lines.add(new StatusLine("schema", finding)));
        return CompletableFuture.completedStage(lines);
    }
}
