package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** An admin statement that runs an operation, which {@code EXPLAIN} shows step by step. */
abstract class ExplainedCommand extends AdminCommand {
    ExplainedCommand(SyntaxLine syntax, String purpose, SyntaxLine... others) {
        super(syntax, purpose, others);
    }

    /** Whether it has an EXPLAIN: an operation may be without one. */
    boolean isExplained() {
        return true;
    }

    /**
     * What the statement would do, after the checks with which it begins; fails with a message for the operator where
     * it would be refused. Changes nothing.
     *
     * @throws io.pinion.operations.statement.SyntaxRefused when the arguments can't be what the statement takes
     */
    abstract CompletionStage<List<PlannedAction>> explain(StatementArguments arguments, AdminContext context);
}
