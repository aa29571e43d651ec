package io.pinion.server.admin;

import io.pinion.routing.text.AdminOpening;
import io.pinion.server.schema.PlannedRows;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code EXPLAIN} before the statement of an operation: what each step would do, and where. */
final class ExplainOperation extends AdminCommand {
    private static final String EXPLAIN = "EXPLAIN ";

    private final ExplainedCommand operation;

    ExplainOperation(ExplainedCommand operation) {
        super(
                EXPLAIN + operation.name(),
                EXPLAIN + operation.syntax(),
                "what " + operation.name() + " would do, step by step, or why it would be refused; nothing is changed");
        this.operation = operation;
    }

    @Override
    public List<String> otherNames() {
        return operation.otherNames().stream().map(EXPLAIN::concat).toList();
    }

    @Override
    public AdminOpening.Behind behind() {
        // Servers read two words as the description of a table's column.
        return needsArguments() ? AdminOpening.Behind.SOMETHING : AdminOpening.Behind.ANYTHING;
    }

    /** What stands in brackets may be left out. */
    private boolean needsArguments() {
        return !operation.syntax().replaceAll(" \\[[^\\[\\]]*]", "").equals(operation.name());
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        return operation
                .explain(arguments, context)
                .thenApply(actions -> new AdminAnswer.Answered(PlannedRows.of(actions)));
    }
}
