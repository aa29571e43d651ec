package io.pinion.integration.testing;

import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import java.sql.Connection;
import java.sql.SQLException;

/** The connections with which proxies work on a server as its operator. */
public final class OperatorConnections {
    private OperatorConnections() {}

    /** As a reset of the network does, or somebody's KILL: those that are there now. */
    public static void end(ManagedServer server) throws SQLException {
        try (Connection root = server.connection()) {
            ServerConnections.end(root, "user = '" + AccountRole.OPERATOR.userName() + "'");
        }
    }
}
