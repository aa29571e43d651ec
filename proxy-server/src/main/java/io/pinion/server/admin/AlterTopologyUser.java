package io.pinion.server.admin;

import io.pinion.config.change.TopologyPatch;
import io.pinion.config.topology.User;
import java.util.OptionalLong;

/** {@code ALTER TOPOLOGY USER app}: changes a user of the topology document. */
final class AlterTopologyUser extends TopologyEditCommand {
    AlterTopologyUser() {
        super(
                "ALTER TOPOLOGY USER",
                "ALTER TOPOLOGY USER name option [option …]",
                "changes what is said of a user of the topology document, and leaves the rest");
    }

    @Override
    TopologyPatch read(AdminTokens arguments, AdminContext context) {
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
