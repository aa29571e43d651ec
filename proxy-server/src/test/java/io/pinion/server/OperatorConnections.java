package io.pinion.server;

import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;

/** The connections with which proxies work on a server as its operator. */
final class OperatorConnections {
    private OperatorConnections() {}

    /** As a reset of the network does, or somebody's KILL. */
    static void end(ManagedServer server) throws SQLException {
        try (Connection root = server.connection()) {
            for (String id : Jdbc.column(
                    root,
                    "SELECT id FROM information_schema.processlist WHERE user = '" + AccountRole.OPERATOR.userName()
                            + "'")) {
                Jdbc.execute(root, "KILL " + id);
            }
        }
    }
}
