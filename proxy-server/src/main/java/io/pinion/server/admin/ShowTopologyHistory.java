package io.pinion.server.admin;

import io.pinion.config.change.HistoryEntry;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** {@code SHOW TOPOLOGY HISTORY}: the last changes of the topology document, or the lines of one of them. */
final class ShowTopologyHistory extends AdminTable<HistoryEntry> {
    ShowTopologyHistory() {
        super(
                "SHOW TOPOLOGY HISTORY [generation]",
                "the last changes of the topology document: when, who and what; or the lines that one has changed",
                (arguments, context) -> entries(context),
                number("generation", HistoryEntry::generation, "The generation of the changed document"),
                time("time", HistoryEntry::time, "When the change was made"),
                textOrNull("user", entry -> entry.author().user(), "Who made it; NULL for Pinion itself"),
                textOrNull("origin", entry -> entry.author().from(), "The user's address or machine, or the operation"),
                textOrNull("statement", entry -> entry.author().statement(), "The statement, without passwords"),
                text("changes", entry -> String.join("; ", entry.changes()), "The change in sentences"));
    }

    /** Behind the number of a generation there are the lines of that change, which are no table. */
    @Override
    CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        Optional<String> ofOne = arguments.optional("generation");
        if (ofOne.isEmpty()) {
            return super.execute(arguments, context);
        }
        if (arguments.has("LIKE") || arguments.has("WHERE")) {
            throw new SyntaxRefused(
                    "after " + ofOne.get() + ": expected the end: the lines of a change have no columns");
        }
        int generation = Integer.parseInt(ofOne.get());
        return entries(context).thenApply(entries -> lines(entries, generation));
    }

    private static CompletionStage<List<HistoryEntry>> entries(AdminContext context) {
        return context.proxy().operations().document().history();
    }

    /** The change in sentences, and then line by line. Of several with the same number, the last one counts. */
    private static AdminAnswer lines(List<HistoryEntry> entries, int generation) {
        HistoryEntry entry = HistoryEntry.ofGeneration(generation, entries)
                .orElseThrow(() -> new IllegalStateException("the history has no generation " + generation
                        + ": SHOW TOPOLOGY HISTORY lists those that it has"));
        AnswerTable table = AnswerTable.of(AnswerTable.text("difference"));
        Stream.concat(
                        entry.changes().stream().map(change -> "* " + change),
                        entry.diff().lines())
                .forEach(table::row);
        return new AdminAnswer.Answered(table.rows());
    }
}
