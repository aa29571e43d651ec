package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.decimal;
import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.server.observe.ShadowOutcome;
import io.pinion.server.observe.ShadowSnapshot;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code SHOW SHADOW READS}: reads that this proxy has asked of the old database and of the new keyspace. */
final class ShowShadowReads extends ListCommand {
    private static final double NANOS_PER_MILLI = 1e6;

    ShowShadowReads() {
        super(
                "SHOW SHADOW READS",
                "how the keyspace of a database that is being imported answers reads, beside that database",
                text("keyspace"),
                text("statement"),
                number("asked"),
                number("same"),
                number("other_rows"),
                number("other_order"),
                number("refused"),
                number("not_compared"),
                decimal("old_ms"),
                decimal("new_ms"),
                text("last"));
    }

    @Override
    CompletionStage<AnswerTable> fill(AnswerTable table, AdminContext context) {
        for (ShadowSnapshot read : context.proxy().shadowReads()) {
            table.row(
                    read.keyspace(),
                    read.statement(),
                    read.asked(),
                    read.count(ShadowOutcome.SAME),
                    read.count(ShadowOutcome.OTHER_ROWS),
                    read.count(ShadowOutcome.OTHER_ORDER),
                    read.count(ShadowOutcome.REFUSED),
                    read.count(ShadowOutcome.NOT_COMPARED),
                    millis(read.oldNanos()),
                    millis(read.newNanos()),
                    read.last());
        }
        return CompletableFuture.completedStage(table);
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / NANOS_PER_MILLI);
    }
}
