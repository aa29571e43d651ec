package io.pinion.operations.account;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * Makes the managed accounts on a server that is to join a pair. The server replicates from no other yet and has the
 * pair's databases. Blocks.
 */
public record NewServerAccounts(ServerAccess access, Topology topology, Pair pair, Server server) {
    /** @param connection to the server, as the operator, whose writes the server accepts */
    public void make(ServerConnection connection) throws SQLException {
        if (!PairAccounts.hasOwnTables(connection)) {
            // The pair has no managed accounts yet: it gets them with these tables, once the topology has it.
            return;
        }
        try {
            Set<String> databases = Set.copyOf(connection.databases());
            AccountCheck check = new AccountCheck(access, topology, pair, server, connection, databases, List.of());
            connection.executeUnreplicated(PairAccounts.statements(
                    check.run(check.read(), account -> false).differences()));
        } catch (Secrets.SecretMissing e) {
            throw new SQLException(e.getMessage(), e);
        }
    }
}
