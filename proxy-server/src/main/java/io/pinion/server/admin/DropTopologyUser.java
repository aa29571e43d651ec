package io.pinion.server.admin;

import io.pinion.config.change.DocumentEdit;
import io.pinion.config.change.TopologyPatch;

/** {@code DROP TOPOLOGY USER app}: takes a user out of the topology document. */
final class DropTopologyUser extends TopologyEditCommand {
    DropTopologyUser() {
        super(
                "DROP TOPOLOGY USER",
                "DROP TOPOLOGY USER name",
                "takes a user out of the topology document; sessions of that user end at their next statement");
    }

    @Override
    TopologyPatch read(AdminTokens arguments, AdminContext context) {
        String name = UserArguments.name(arguments);
        arguments.end();
        return TopologyPatch.of(new DocumentEdit.Drop(UserArguments.path(name)));
    }
}
