package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.routing.text.AdminOpening;
import io.pinion.server.schema.PlannedRows;
import java.util.concurrent.CompletionStage;

/** {@code EXPLAIN} before the statement of an operation: what each step would do, and where. */
final class ExplainOperation extends AdminCommand {
    static final String EXPLAIN = "EXPLAIN";

    private final AdminCommand operation;

    ExplainOperation(AdminCommand operation) {
        super(
                operation.lines().getFirst().behind(EXPLAIN),
                "what " + operation.name() + " would do, step by step, or why it would be refused; nothing is changed",
                operation.lines().stream()
                        .skip(1)
                        .map(line -> line.behind(EXPLAIN))
                        .toArray(SyntaxLine[]::new));
        this.operation = operation;
    }

    @Override
    public AdminOpening.Behind behind() {
        return behind(operation);
    }

    /** Servers read two words as the description of a table's column. */
    static AdminOpening.Behind behind(AdminCommand explained) {
        return explained.lines().getFirst().mayStandAlone()
                ? AdminOpening.Behind.ANYTHING
                : AdminOpening.Behind.SOMETHING;
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        return operation
                .explain(arguments, context)
                .thenApply(actions -> new AdminAnswer.Answered(PlannedRows.of(actions)));
    }
}
