package io.pinion.server.admin;

import io.pinion.config.change.TopologyPatch;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;

/** {@code CREATE TOPOLOGY USER app}: adds a user to the topology document. */
final class CreateTopologyUser extends TopologyEditCommand {
    CreateTopologyUser() {
        super(
                UserArguments.line("CREATE TOPOLOGY USER name"
                        + " IDENTIFIED BY 'password' KEYSPACES {ALL | keyspace[, keyspace …]} [option …]"),
                "lets somebody log in to Pinion: a user of the topology document, whose options are those of ALTER TOPOLOGY USER",
                UserArguments.line("CREATE TOPOLOGY USER name option [option …]"));
    }

    @Override
    TopologyPatch read(StatementArguments arguments, AdminContext context) {
        UserArguments user = UserArguments.of(arguments);
        if (!user.has("password_hash") || !user.has("keyspaces")) {
            throw new SyntaxRefused("a new user needs IDENTIFIED BY and KEYSPACES");
        }
        return TopologyPatch.of(user.added(arguments.text("name")));
    }
}
