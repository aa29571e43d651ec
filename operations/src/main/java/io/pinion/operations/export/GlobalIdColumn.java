package io.pinion.operations.export;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.export.file.TextOfNumbers;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.server.stream.StreamedRow;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;

/** The first column of rows that are objects, which their table doesn't have: the global id. For one thread. */
final class GlobalIdColumn {
    private static final int PLACE = 0;
    private static final int MOST_DIGITS = 19;

    private final TableName table;
    private final ShardId shard;
    private final int type;
    private final int local;
    private final byte[] digits = new byte[MOST_DIGITS];

    /** @param ids of the table, whose other columns come behind this one */
    GlobalIdColumn(TableName table, int shard, ExportedTable.Ids ids) {
        this.table = table;
        this.shard = new ShardId(shard);
        this.type = ids.type();
        this.local = PLACE + 1 + ids.localId();
    }

    /** Puts the id into a row that has all of the table's columns. */
    void put(StreamedRow row) throws OperationRefused {
        if (row.isNull(local)) {
            row.setNull(PLACE);
            return;
        }
        long rest = id(TextOfNumbers.whole(row.bytes(local), row.from(local), row.to(local)));
        int at = digits.length;
        do {
            digits[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        row.set(PLACE, digits, at, digits.length);
    }

    private long id(long localId) throws OperationRefused {
        try {
            return GlobalId.compose(shard, type, localId).value();
        } catch (IllegalArgumentException e) {
            throw new OperationRefused("a row of " + table + " has no global id, since " + e.getMessage());
        }
    }
}
