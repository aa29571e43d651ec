package io.pinion.server.admin;

import static io.pinion.operations.statement.AnswerTable.number;
import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.config.change.TopologyPatch;
import io.pinion.config.topology.Topology;
import io.pinion.operations.document.DocumentChange;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/** A statement that edits the topology document. */
final class TopologyEditCommand extends AdminCommand {
    private static final String ACCOUNTS_LATER =
            "the accounts of users with fewer rights follow on the servers in a moment: SHOW USERS tells of each";

    /** Reads the edits that the arguments say, to their end. */
    private final BiFunction<StatementArguments, Topology, TopologyPatch> edits;

    TopologyEditCommand(
            SyntaxLine syntax,
            String purpose,
            BiFunction<StatementArguments, Topology, TopologyPatch> edits,
            SyntaxLine... others) {
        super(syntax, purpose, others);
        this.edits = edits;
    }

    /** A user is dropped with the verifiers of the password. */
    @Override
    public boolean isFinal(StatementArguments arguments) {
        return name().startsWith("DROP ");
    }

    /**
     * Answers once this proxy plans with the document, and the servers have the accounts that its users need; it is
     * stored, whatever else that finds.
     */
    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .document()
                .change(edits.apply(arguments, context.topology()), context.author(arguments))
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
    boolean isExplained() {
        return true;
    }

    /** The change in sentences, then line by line, then what would be warned of. */
    @Override
    public CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context) {
        return context.proxy()
                .operations()
                .document()
                .explain(edits.apply(arguments, context.topology()))
                .thenApply(change -> {
                    List<PlannedAction> actions = new ArrayList<>();
                    change.changes().forEach(sentence -> actions.add(new PlannedAction("topology", sentence, "")));
                    change.diff().lines().forEach(line -> actions.add(new PlannedAction("document", line, "")));
                    change.warnings().forEach(warning -> actions.add(new PlannedAction("warning", warning, "")));
                    return actions;
                });
    }
}
