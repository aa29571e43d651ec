package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.config.source.SourceStatus;
import io.pinion.server.schema.SchemaStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW TOPOLOGY STATUS}: the source of the topology, and the problems of its newest document. */
final class ShowTopologyStatus extends ListCommand {
    ShowTopologyStatus() {
        super(
                "SHOW TOPOLOGY STATUS",
                "where the topology comes from, and what is wrong with the newest document",
                text("name"),
                text("value"));
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        SourceStatus status = context.proxy().topologyStatus();
        table.row("cluster", context.proxy().topology().cluster())
                .row("source", status.origin())
                .row("state", status.state().name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .row("state_since", seconds(status.stateSince()))
                .row("generation", status.generation())
                .row("version", status.version())
                .row("adopted", seconds(status.adoptedAt()))
                .row("adopted_from", status.adoptedFrom())
                .row("refused", status.refused().orElse(null));
        status.problems().forEach(problem -> table.row("problem", problem));
        SchemaStatus schema = context.proxy().schemaStatus();
        table.row("schema_read", schema.equals(SchemaStatus.UNREAD) ? null : seconds(schema.readAt()));
        schema.findings().forEach(finding -> table.row("schema", finding));
        return CompletableFuture.completedStage(table);
    }

    private static Instant seconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS);
    }
}
