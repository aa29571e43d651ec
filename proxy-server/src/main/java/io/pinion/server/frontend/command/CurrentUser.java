package io.pinion.server.frontend.command;

import io.pinion.config.topology.Topology;
import io.pinion.config.topology.User;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.execution.context.SessionContext;
import org.jspecify.annotations.Nullable;

/**
 * The session's user as the running topology has it: sessions live for days in their clients' pools, and what an operator
 * takes from a user must not last as long. Lives on the session's event loop.
 */
final class CurrentUser {
    private final SessionContext session;

    /** What was looked at last; most statements find it unchanged. */
    private @Nullable Topology seen;

    private boolean present;

    /** What keeps the session open is on connections of an account that its user has no more. */
    private boolean stranded;

    CurrentUser(SessionContext session) {
        this.session = session;
    }

    /** Gives the session the rights that its user has now; false when it must end. */
    @SuppressWarnings("ReferenceEquality") // a reload makes another object, and comparing whole topologies is dear
    boolean isPresent() {
        Topology topology = session.cluster().topology();
        if (topology != seen) {
            seen = topology;
            User before = session.state().user();
            User now = topology.users().get(before.name());
            present = now != null;
            if (now != null && !now.equals(before)) {
                stranded |= !now.account().equals(before.account()) && !session.leavesAccount();
                session.state().user(now);
            }
        }
        return present && !stranded;
    }

    /** Why the session ends. */
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
