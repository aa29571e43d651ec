package io.pinion.server.admin;

import io.pinion.operations.engine.PlannedAction;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** An admin statement that runs an operation, which {@code EXPLAIN} shows step by step. */
abstract class ExplainedCommand extends AdminCommand {
    ExplainedCommand(String name, String syntax, String purpose) {
        super(name, syntax, purpose);
    }

    /**
     * What the statement would do, after the checks with which it begins; fails with a message for the operator where
     * it would be refused. Changes nothing.
     *
     * @param arguments the tokens after the name, as {@link #execute} gets them
     * @throws AdminSyntaxException when the arguments don't match {@link #syntax()}
     */
    abstract CompletionStage<List<PlannedAction>> explain(AdminTokens arguments, AdminContext context);
}
