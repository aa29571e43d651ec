package io.pinion.operations.transfer.rows;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.WorkMark;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * A server of an import, with what reads and writes rows there, and with what reads its binary log and settings.
 *
 * @param rows mostly of the data account, whose writes a server refuses that isn't the primary any more
 * @param log of the operator
 */
public record ImportServer(ServerLogin rows, ServerLogin log) {
    private static final Duration LAST_STATEMENT = Duration.ofSeconds(10);

    /**
     * The primary of a pair.
     *
     * @param work as which its connections are marked; empty for a look
     */
    public static ImportServer of(OperationServices services, Topology now, String pair, Optional<WorkMark> work)
            throws OperationRefused {
        Server primary = OperationServices.pair(now, pair).primary();
        Account data = now.account(Account.DATA)
                .orElseThrow(() -> new OperationRefused("the topology has no account " + Account.DATA));
        return new ImportServer(
                new ServerLogin(services.access(), primary, data, work),
                new ServerLogin(services.access(), primary, OperationServices.operator(now), work));
    }

    /** A connection on which nothing of earlier attempts at the work comes late: theirs are ended. */
    public ServerConnection takenOver(Duration timeout) throws SQLException {
        return rows.takenOver(timeout, LAST_STATEMENT);
    }

    public String name() {
        return rows.server().name();
    }

    @Override
    public String toString() {
        return rows.toString();
    }
}
