package io.pinion.server.admin;

import io.pinion.config.change.TopologyPatch;
import io.pinion.operations.engine.PlannedAction;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code CREATE TOPOLOGY USER app}: adds a user to the topology document. */
final class CreateTopologyUser extends ExplainedCommand {
    CreateTopologyUser() {
        super(
                "CREATE TOPOLOGY USER",
                "CREATE TOPOLOGY USER name IDENTIFIED BY 'password' KEYSPACES {ALL | keyspace[, keyspace …]} [option …]",
                "lets somebody log in to Pinion: a user of the topology document, whose options are those of ALTER TOPOLOGY USER");
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
        UserArguments user = UserArguments.read(arguments);
        if (!user.has("password_hash") || !user.has("keyspaces")) {
            throw new AdminSyntaxException("a new user needs IDENTIFIED BY and KEYSPACES");
        }
        return TopologyPatch.of(user.added(name));
    }
}
