package io.pinion.server.admin;

import io.pinion.config.change.TopologyPatch;
import io.pinion.config.topology.User;
import io.pinion.operations.statement.StatementArguments;
import java.util.OptionalLong;

/** {@code ALTER TOPOLOGY USER app}: changes a user of the topology document. */
final class AlterTopologyUser extends TopologyEditCommand {
    AlterTopologyUser() {
        super(
                UserArguments.line("ALTER TOPOLOGY USER name option [option …]"),
                "changes what is said of a user of the topology document, and leaves the rest");
    }

    @Override
    TopologyPatch read(StatementArguments arguments, AdminContext context) {
        String name = arguments.text("name");
        UserArguments user = UserArguments.of(arguments);
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
