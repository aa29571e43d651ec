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
 * The changes of reference tables that clients have made since these were copied, and that they make until all of their
 * statements wait. Blocks; for one thread.
 *
 * @param source the server of the lowest shard
 * @param tables those of that shard
 * @param deadline of what {@code following} writes
 */
record LastChanges(
        ServerConnection source, List<TableName> tables, ImportData data, Following following, HoldDeadline deadline)
        implements AutoCloseable {
    /**
     * Locks the reference tables of the lowest shard until this is closed, so that no transaction writes there or has
     * written there and isn't committed, not even one of a proxy that doesn't know that statements are held.
     *
     * @throws SQLException error 1205 when a transaction keeps them for longer than a second
     */
    void lock() throws SQLException {
        source.execute(List.of(tables.stream()
                .map(table -> table.quoted() + " READ")
                .collect(Collectors.joining(", ", "LOCK TABLES ", ""))));
    }

    /**
     * Writes all of it into the new shards.
     *
     * @throws OperationRefused that takes longer
     */
    void bring(Duration most) throws SQLException, OperationRefused {
        deadline.begins(most);
        if (!following.catchUp(data.now(ImportDirection.FORTH), most)) {
            throw HoldDeadline.passed();
        }
    }

    @Override
    public void close() {
        following.close();
        source.close();
    }
}
