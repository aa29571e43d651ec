package io.pinion.server.execution;

import io.pinion.server.backend.CapabilityFlavour;
import io.pinion.server.backend.Login;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.SessionTracking;
import org.jspecify.annotations.Nullable;

/**
 * What the execution of a session's statements works with. One for each session, on its event loop.
 *
 * @param flavour what kind of connection this client's answers need
 */
public record SessionContext(
        LoopCluster cluster, SessionState state, HeldConnections held, ResultSink sink, CapabilityFlavour flavour) {

    /** What the client wants to be told of what Pinion itself changes. */
    SessionTracking tracking() {
        return state.tracking(cluster.dialect());
    }

    @Nullable
    Login login() {
        return cluster.loginFor(state.user(), flavour);
    }
}
