package io.pinion.server.admin;

import io.pinion.config.change.DocumentEdit;
import io.pinion.config.change.TopologyPatch;
import io.pinion.operations.engine.PlannedAction;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code DROP TOPOLOGY USER app}: takes a user out of the topology document. */
final class DropTopologyUser extends ExplainedCommand {
    DropTopologyUser() {
        super(
                "DROP TOPOLOGY USER",
                "DROP TOPOLOGY USER name",
                "takes a user out of the topology document; sessions of that user end at their next statement");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        return TopologyEdits.change(read(arguments), arguments, context);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(AdminTokens arguments, AdminContext context) {
        return TopologyEdits.explain(read(arguments), context);
    }

    private static TopologyPatch read(AdminTokens arguments) {
        String name = UserArguments.name(arguments);
        arguments.end();
        return TopologyPatch.of(new DocumentEdit.Drop(UserArguments.path(name)));
    }
}
