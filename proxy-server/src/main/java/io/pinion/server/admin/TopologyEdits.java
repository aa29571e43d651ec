package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.config.change.TopologyPatch;
import io.pinion.operations.document.DocumentChange;
import io.pinion.operations.engine.PlannedAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** What statements that edit the topology document have in common. */
final class TopologyEdits {
    private TopologyEdits() {}

    /** Answers once this proxy plans with the document; it is stored, whatever else that finds. */
    static CompletionStage<AdminAnswer> change(TopologyPatch patch, AdminTokens arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .document()
                .change(patch, context.author(arguments))
                .thenCompose(change ->
                        context.proxy().readSchema(change.generation()).handle((read, failed) -> answer(change)));
    }

    private static AdminAnswer answer(DocumentChange change) {
        AnswerTable table = AnswerTable.of(number("generation"), text("change"));
        change.changes().forEach(sentence -> table.row(change.generation(), sentence));
        if (change.changes().isEmpty()) {
            table.row(change.generation(), "nothing: the document is so already");
        }
        change.warnings().forEach(warning -> table.row(change.generation(), warning));
        return new AdminAnswer.Answered(table.rows());
    }

    /** The change in sentences, then line by line, then what would be warned of. */
    static CompletionStage<List<PlannedAction>> explain(TopologyPatch patch, AdminContext context) {
        return context.proxy().operations().document().explain(patch).thenApply(change -> {
            List<PlannedAction> actions = new ArrayList<>();
            change.changes().forEach(sentence -> actions.add(new PlannedAction("topology", sentence, "")));
            change.diff().lines().forEach(line -> actions.add(new PlannedAction("document", line, "")));
            change.warnings().forEach(warning -> actions.add(new PlannedAction("warning", warning, "")));
            return actions;
        });
    }
}
