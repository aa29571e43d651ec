package io.pinion.server.admin;

import io.pinion.config.change.DocumentEdit;
import io.pinion.config.change.TopologyPatch;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;

/** {@code DROP TOPOLOGY USER app}: takes a user out of the topology document. */
final class DropTopologyUser extends TopologyEditCommand {
    DropTopologyUser() {
        super(
                SyntaxLine.of("DROP TOPOLOGY USER name"),
                "takes a user out of the topology document; sessions of that user end at their next statement");
    }

    @Override
    public boolean isFinal(StatementArguments arguments) {
        return true;
    }

    @Override
    TopologyPatch read(StatementArguments arguments, AdminContext context) {
        String name = arguments.text("name");
        return TopologyPatch.of(new DocumentEdit.Drop(UserArguments.path(name)));
    }
}
