package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.config.change.HistoryEntry;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.plan.LocalAnswer.Column;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code SHOW TOPOLOGY HISTORY}: the last changes of the topology document, or the lines of one of them. */
final class ShowTopologyHistory extends AdminCommand {
    private static final List<Column> COLUMNS = List.of(
            number("generation"), text("time"), text("user"), text("origin"), text("statement"), text("changes"));

    ShowTopologyHistory() {
        super(
                RowFilter.line("SHOW TOPOLOGY HISTORY [generation]"),
                "the last changes of the topology document: when, who and what; or the lines that one has changed");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        Optional<String> ofOne = arguments.optional("generation");
        if (ofOne.isPresent()) {
            if (arguments.has("LIKE") || arguments.has("WHERE")) {
                throw new SyntaxRefused(
                        "after " + ofOne.get() + ": expected the end: the lines of a change have no columns");
            }
            int generation = Integer.parseInt(ofOne.get());
            return history(context).thenApply(entries -> lines(entries, generation));
        }
        RowFilter filter = RowFilter.of(arguments, COLUMNS);
        return history(context)
                .thenApply(entries ->
                        new AdminAnswer.Answered(filter.apply(table(entries).rows())));
    }

    private static CompletionStage<List<HistoryEntry>> history(AdminContext context) {
        return context.proxy().operations().document().history();
    }

    private static AnswerTable table(List<HistoryEntry> entries) {
        AnswerTable table = new AnswerTable(COLUMNS);
        for (HistoryEntry entry : entries) {
            table.row(
                    entry.generation(),
                    entry.time(),
                    orNull(entry.author().user()),
                    orNull(entry.author().from()),
                    orNull(entry.author().statement()),
                    String.join("; ", entry.changes()));
        }
        return table;
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    /** The change in sentences, and then line by line. Of several with the same number, the last one counts. */
    private static AdminAnswer lines(List<HistoryEntry> entries, int generation) {
        HistoryEntry entry = HistoryEntry.ofGeneration(generation, entries)
                .orElseThrow(() -> new IllegalStateException("the history has no generation " + generation
                        + ": SHOW TOPOLOGY HISTORY lists those that it has"));
        AnswerTable table = AnswerTable.of(text("difference"));
        Stream.concat(
                        entry.changes().stream().map(change -> "* " + change),
                        entry.diff().lines())
                .forEach(table::row);
        return new AdminAnswer.Answered(table.rows());
    }
}
