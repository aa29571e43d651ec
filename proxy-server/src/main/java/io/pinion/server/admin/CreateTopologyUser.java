package io.pinion.server.admin;

import io.pinion.config.change.TopologyPatch;

/** {@code CREATE TOPOLOGY USER app}: adds a user to the topology document. */
final class CreateTopologyUser extends TopologyEditCommand {
    CreateTopologyUser() {
        super(
                "CREATE TOPOLOGY USER",
                "CREATE TOPOLOGY USER name IDENTIFIED BY 'password' KEYSPACES {ALL | keyspace[, keyspace …]} [option …]",
                "lets somebody log in to Pinion: a user of the topology document, whose options are those of ALTER TOPOLOGY USER");
    }

    @Override
    TopologyPatch read(AdminTokens arguments, AdminContext context) {
        String name = UserArguments.name(arguments);
        UserArguments user = UserArguments.read(arguments);
        if (!user.has("password_hash") || !user.has("keyspaces")) {
            throw new AdminSyntaxException("a new user needs IDENTIFIED BY and KEYSPACES");
        }
        return TopologyPatch.of(user.added(name));
    }
}
