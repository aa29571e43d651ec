package io.pinion.operations.schema;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.journal.Origin;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * The connections of one attempt to change tables: each has the operation's mark before anything is entered that runs on it. The first
 * one on each server ends those of earlier attempts, whose last statement would run behind this attempt's otherwise. Thread-safe;
 * blocks.
 */
final class AttemptConnections {
    private static final Duration LAST_STATEMENT = Duration.ofSeconds(10);

    private final ShardConnections connections;
    private final RunningOperation operation;

    /** Those where nothing of an earlier attempt is at work. */
    private final Set<String> servers = new HashSet<>();

    AttemptConnections(ShardConnections connections, RunningOperation operation) {
        this.connections = connections;
        this.operation = operation;
    }

    /** A connection to the primary of the shard's pair, which the caller closes. */
    ShardConnection open(ShardPlace place) throws SQLException, OperationRefused {
        Origin origin = operation.operation().origin();
        ShardConnection opened = connections.open(place.pair(), origin.account(), origin.settings());
        try {
            mark(opened);
            return opened;
        } catch (SQLException | OperationRefused | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private synchronized void mark(ShardConnection opened) throws SQLException, OperationRefused {
        if (operation.isExplained()) {
            return;
        }
        if (!operation.isResumed() || servers.contains(opened.server())) {
            opened.join(operation.mark());
            return;
        }
        // An attempt that stood still must not end the connections of the one that has gone on.
        operation.confirm();
        opened.takeOver(operation.mark(), LAST_STATEMENT);
        servers.add(opened.server());
    }
}
