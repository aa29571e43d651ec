package io.pinion.operations.standby;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.NewServerAccounts;
import io.pinion.operations.copy.CopyOfOperation;
import io.pinion.operations.copy.CopyProgress;
import io.pinion.operations.copy.DatabaseCopy;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The copy of all that a pair has on its new standby, as of one position. Blocks. */
record StandbyCopy(
        OperationServices services,
        RunningOperation operation,
        Topology topology,
        Pair pair,
        Server server,
        PairLink link) {
    private static final Duration LOCKS = Duration.ofSeconds(5);

    /**
     * Copies databases to the server, which lets the operator write, and fences it again.
     *
     * @param next a connection to it
     * @return the number of rows
     */
    long run(Server source, List<String> databases, ServerConnection next) throws OperationRefused, SQLException {
        try (Snapshot snapshot = Snapshot.openToFollow(link.login(source), databases, LOCKS);
                CopyOfOperation control =
                        new CopyOfOperation(operation, services, List.of(link.login(source)), List.of())) {
            ServerLogin target =
                    new ServerLogin(services.access(), server, link.operator(), Optional.of(operation.mark()));
            CopyProgress copied =
                    new DatabaseCopy(snapshot, target, services.copies().speed(), control, false).run();
            new NewServerAccounts(services.access(), topology, pair, server).make(next);
            next.fence(LOCKS);
            if (!snapshot.position().isEmpty()) {
                next.execute(next.dialect().standAt(snapshot.position()));
            }
            return copied.rows();
        } catch (OperationRefused e) {
            operation.requireMayGoOn();
            throw new OperationRefused(e.getMessage() + fencedAgain(next));
        }
    }

    private static String fencedAgain(ServerConnection next) {
        try {
            next.fence(LOCKS);
            return "";
        } catch (SQLException e) {
            return "; " + next + " may still let administrators write: " + e.getMessage();
        }
    }
}
