package io.pinion.server.admin;

import static io.pinion.operations.statement.AnswerTable.number;
import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.config.change.TopologyPatch;
import io.pinion.operations.document.DocumentChange;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A statement that edits the topology document. */
abstract class TopologyEditCommand extends AdminCommand {
    private static final String ACCOUNTS_LATER =
            "the accounts of users with fewer rights follow on the servers in a moment: SHOW USERS tells of each";

    TopologyEditCommand(SyntaxLine syntax, String purpose, SyntaxLine... others) {
        super(syntax, purpose, others);
    }

    /** The edits that the arguments say, which are read to their end. */
    abstract TopologyPatch read(StatementArguments arguments, AdminContext context);

    /**
     * Answers once this proxy plans with the document, and the servers have the accounts that its users need; it is
     * stored, whatever else that finds.
     */
    @Override
    public final CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .document()
                .change(read(arguments, context), context.author(arguments))
                .thenCompose(change ->
                        context.proxy().readSchema(change.generation()).handle((read, failed) -> change))
                .thenCompose(change -> context.proxy().accountsLookedAfter().thenApply(done -> answer(change, done)));
    }

    private static AdminAnswer answer(DocumentChange change, boolean accountsDone) {
        AnswerTable table = AnswerTable.of(number("generation"), text("change"));
        change.changes().forEach(sentence -> table.row(change.generation(), sentence));
        if (change.changes().isEmpty()) {
            table.row(change.generation(), "nothing: the document is so already");
        }
        change.warnings().forEach(warning -> table.row(change.generation(), warning));
        if (!accountsDone) {
            table.row(change.generation(), ACCOUNTS_LATER);
        }
        return new AdminAnswer.Answered(table.rows());
    }

    @Override
    final boolean isExplained() {
        return true;
    }

    /** The change in sentences, then line by line, then what would be warned of. */
    @Override
    public final CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .document()
                .explain(read(arguments, context))
                .thenApply(change -> {
                    List<PlannedAction> actions = new ArrayList<>();
                    change.changes().forEach(sentence -> actions.add(new PlannedAction("topology", sentence, "")));
                    change.diff().lines().forEach(line -> actions.add(new PlannedAction("document", line, "")));
                    change.warnings().forEach(warning -> actions.add(new PlannedAction("warning", warning, "")));
                    return actions;
                });
    }
}
