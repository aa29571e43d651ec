package io.pinion.operations.opening;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.rows.Following;
import io.pinion.operations.transfer.rows.ImportData;
import io.pinion.operations.transfer.rows.ImportDirection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What clients have changed in reference tables since they were copied, and what they change until all of their
 * statements wait. Blocks; for one thread.
 *
 * @param source the server of the lowest shard
 * @param tables those of that shard
 */
record LastChanges(ServerConnection source, List<TableName> tables, ImportData data, Following following)
        implements AutoCloseable {
    /**
     * Until this is closed nobody writes into the reference tables of the lowest shard, and nobody has anything there
     * that isn't committed: also who doesn't know that statements are held.
     *
     * @throws SQLException error 1205 when somebody has, for longer than a second
     */
    void lock() throws SQLException {
        source.execute(List.of(tables.stream()
                .map(table -> table.quoted() + " READ")
                .collect(Collectors.joining(", ", "LOCK TABLES ", ""))));
    }

    /** Whether the new shards have all of it within this time. */
    boolean bring(Duration most) throws SQLException, OperationRefused {
        return following.catchUp(data.now(ImportDirection.FORTH), most);
    }

    @Override
    public void close() {
        following.close();
        source.close();
    }
}
