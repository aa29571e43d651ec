package io.pinion.server.admin;

import io.pinion.config.change.TopologyPatch;
import io.pinion.config.topology.User;
import io.pinion.operations.engine.PlannedAction;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** {@code ALTER TOPOLOGY USER app}: changes a user of the topology document. */
final class AlterTopologyUser extends ExplainedCommand {
    AlterTopologyUser() {
        super(
                "ALTER TOPOLOGY USER",
                "ALTER TOPOLOGY USER name option [option …]",
                "changes what is said of a user of the topology document, and leaves the rest");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        return TopologyEdits.change(read(arguments, context), arguments, context);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(AdminTokens arguments, AdminContext context) {
        return TopologyEdits.explain(read(arguments, context), context);
    }

    private static TopologyPatch read(AdminTokens arguments, AdminContext context) {
        String name = UserArguments.name(arguments);
        UserArguments user = UserArguments.read(arguments);
        if (user.isEmpty()) {
            throw new AdminSyntaxException("the statement says nothing of the user");
        }
        boolean salted = context.proxy()
                .topology()
                .user(name)
                .filter(AlterTopologyUser::hasSaltedAlone)
                .isPresent();
        return new TopologyPatch(user.changed(name, salted), OptionalLong.empty());
    }

    private static boolean hasSaltedAlone(User user) {
        return user.saltedVerifier().isPresent()
                && user.nativeVerifier().isEmpty()
                && user.sha2Verifier().isEmpty();
    }
}
