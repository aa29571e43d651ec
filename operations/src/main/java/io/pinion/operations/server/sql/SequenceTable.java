package io.pinion.operations.server.sql;

import io.pinion.routing.catalog.Sequence;

/** The table of the counters of sequences, in the database of a keyspace's lowest shard. */
public final class SequenceTable {
    private static final String COLUMNS = " (sequence VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL"
            + " PRIMARY KEY, next_number BIGINT NOT NULL COMMENT 'negative: another shard counts now',"
            + " server_id BIGINT NOT NULL COMMENT 'the server that it was counted on') ENGINE=InnoDB"
            + " COMMENT='Pinion: the numbers of sequences'";

    private SequenceTable() {}

    public static TableName in(String database) {
        return new TableName(database, Sequence.TABLE);
    }

    /** Makes the table where it is missing. */
    public static String create(String database) {
        return "CREATE TABLE IF NOT EXISTS " + in(database).quoted() + COLUMNS;
    }
}
