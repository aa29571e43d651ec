package io.pinion.operations.server.sql;

import io.pinion.routing.catalog.Sequence;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

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

    /** The next numbers, by the names of counters. Blocks. */
    public static Map<String, Long> read(Connection server, String database) throws SQLException {
        Map<String, Long> next = new LinkedHashMap<>();
        Answers.rows(server, "SELECT sequence, next_number FROM " + in(database).quoted())
                .forEach(row -> next.put(
                        row.getOrDefault("sequence", ""), Long.parseLong(row.getOrDefault("next_number", "1"))));
        return next;
    }

    /** Lets counters, one at least, go on at these numbers or above. */
    public static String raise(String database, Map<String, Long> next) {
        return next.entrySet().stream()
                .map(counter -> "(" + SqlText.quote(counter.getKey()) + ", " + counter.getValue() + ", @@server_id)")
                .collect(Collectors.joining(
                        ", ",
                        "INSERT INTO " + in(database).quoted() + " (sequence, next_number, server_id) VALUES ",
                        " ON DUPLICATE KEY UPDATE next_number = GREATEST(next_number, VALUES(next_number)),"
                                + " server_id = VALUES(server_id)"));
    }
}
