package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.routing.text.AdminOpening;
import io.pinion.server.schema.PlannedRows;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * {@code EXPLAIN} before a statement: what each step of an operation would do, and where. Before a statement without steps
 * it is refused, since a server would look for a table of that name; help doesn't list it then.
 */
final class ExplainOperation extends AdminCommand {
    static final String EXPLAIN = "EXPLAIN";

    private final AdminCommand operation;

    ExplainOperation(AdminCommand operation) {
        this(
                operation,
                "what " + operation.name() + " would do, step by step, or why it would be refused; nothing is changed",
                operation.lines());
    }

    private ExplainOperation(AdminCommand operation, String purpose, List<SyntaxLine> lines) {
        super(
                lines.getFirst().behind(EXPLAIN),
                purpose,
                lines.stream().skip(1).map(line -> line.behind(EXPLAIN)).toArray(SyntaxLine[]::new));
        this.operation = operation;
    }

    /** The refusal before a statement that isn't explained. */
    static ExplainOperation refused(AdminCommand command) {
        return new ExplainOperation(
                command,
                "refused",
                command.openings().stream()
                        .map(words -> SyntaxLine.of(words + " [statement]"))
                        .toList());
    }

    @Override
    boolean isForEverybody() {
        return !operation.isExplained() && operation.isForEverybody();
    }

    /** Servers read two words as the description of a table's column. */
    @Override
    public AdminOpening.Behind behind() {
        return operation.lines().getFirst().mayStandAlone()
                ? AdminOpening.Behind.ANYTHING
                : AdminOpening.Behind.SOMETHING;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        return operation.isExplained()
                ? operation
                        .explain(arguments, context)
                        .thenApply(actions -> new AdminAnswer.Answered(PlannedRows.of(actions)))
                : AdminAnswer.now(AdminAnswer.Failed.of(
                        ErrorCode.NOT_SUPPORTED_YET,
                        "Pinion: there is no EXPLAIN of " + operation.name()
                                + "; HELP PINION lists the statements that have one"));
    }
}
