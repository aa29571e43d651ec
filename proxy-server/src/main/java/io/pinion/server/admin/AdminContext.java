package io.pinion.server.admin;

import io.pinion.operations.control.Asker;
import io.pinion.routing.plan.SessionView;

/** Who asks, and the proxy that is asked. */
public record AdminContext(SessionView session, ProxyView proxy) {
    /** Which operations there are for the session's user. */
    Asker asker() {
        return session.admin()
                ? new Asker.Operator()
                : new Asker.Owner(proxy.topology().user(session.userName()));
    }
}
