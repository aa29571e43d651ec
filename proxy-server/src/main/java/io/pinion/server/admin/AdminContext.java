package io.pinion.server.admin;

import io.pinion.config.change.Author;
import io.pinion.operations.control.Asker;
import io.pinion.routing.plan.SessionView;

/** The session that sent an admin statement, and the proxy that runs it. */
public record AdminContext(SessionView session, ProxyView proxy) {
    /** The author of the change that a statement makes in the topology document. */
    Author author(AdminTokens statement) {
        return new Author(session.userName(), session.clientHost(), statement.masked());
    }

    /** The rights of the session's user on operations: an operator sees all, an owner only the user's own. */
    Asker asker() {
        return session.admin()
                ? new Asker.Operator()
                : new Asker.Owner(proxy.topology().user(session.userName()));
    }
}
