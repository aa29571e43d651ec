package io.pinion.operations.queue;

import io.pinion.operations.server.sql.TableName;

/** Names of what Pinion has beside a queue's table on a shard. */
public final class OwnTable {
    private static final int LONGEST_NAME = 64;

    private OwnTable() {}

    /** The prefix and the table's name; shortened where no server takes it, and then still another for each table. */
    public static TableName of(String prefix, TableName table) {
        String plain = prefix + table.table();
        return new TableName(
                table.database(),
                plain.length() <= LONGEST_NAME
                        ? plain
                        : plain.substring(0, LONGEST_NAME - 9) + "_"
                                + String.format("%08x", table.table().hashCode()));
    }
}
