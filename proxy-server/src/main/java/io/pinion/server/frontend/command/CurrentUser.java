package io.pinion.server.frontend.command;

import io.pinion.config.topology.Topology;
import io.pinion.config.topology.User;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.execution.context.SessionContext;
import org.jspecify.annotations.Nullable;

/**
 * The session's user in the topology in use. Sessions live for days in clients' pools, and a right that an operator
 * revokes must not last as long. Lives on the session's event loop.
 */
final class CurrentUser {
    private final SessionContext session;

    /** The topology of the last check; most statements find it unchanged. */
    private @Nullable Topology seen;

    private boolean present;

    /** Whether the session's state is on connections of an account that is no longer its user's. */
    private boolean stranded;

    CurrentUser(SessionContext session) {
        this.session = session;
    }

    /** Gives the session the present rights of its user; false when the session must end. */
    @SuppressWarnings("ReferenceEquality") // a reload makes another object, and comparing whole topologies is expensive
    boolean isPresent() {
        Topology topology = session.cluster().topology();
        if (topology != seen) {
            seen = topology;
            User before = session.state().user();
            User now = topology.users().get(before.name());
            present = now != null;
            if (now != null && !now.equals(before)) {
                stranded |= !now.account().equals(before.account()) && !session.leavesAccount();
                session.state().userChanged(now);
            }
        }
        return present && !stranded;
    }

    /** The error that ends the session. */
    ServerError reason() {
        return stranded ? changed() : removed();
    }

    private ServerError changed() {
        return new ServerError(
                ErrorCode.ACCESS_DENIED,
                "the rights of user '" + session.state().user().name()
                        + "' have changed while this session had a transaction or other state on a server, which is rolled"
                        + " back: connect again");
    }

    private ServerError removed() {
        return new ServerError(
                ErrorCode.ACCESS_DENIED,
                "Access denied for user '" + session.state().user().name()
                        + "': the topology that is served now has no such user, so its sessions end");
    }
}
