package io.pinion.operations.server.replication;

import java.util.List;
import java.util.Map;

/**
 * A channel on which a server replicates from another pair while shards move.
 *
 * @param running whether the receiver or the applier runs
 * @param filtered whether the channel is limited to the shards' databases; a restart of the server removes the filter
 * @param lastError the error that stopped it, in the server's words; empty for none
 */
public record MoveChannel(String name, boolean running, boolean filtered, String lastError) {
    private static final String PREFIX = "pinion_";

    /**
     * @param rows the server's status of all its channels
     * @param column the name of the column with the channel's name
     * @param word the product's word for a replica in the names of its columns
     * @param sourceWord the product's word for a source there
     */
    public static List<MoveChannel> of(List<Map<String, String>> rows, String column, String word, String sourceWord) {
        return rows.stream()
                .filter(row -> row.getOrDefault(column, "").startsWith(PREFIX))
                .map(row -> of(row, row.getOrDefault(column, ""), word, sourceWord))
                .toList();
    }

    private static MoveChannel of(Map<String, String> row, String name, String word, String sourceWord) {
        ReplicationHealth health = ReplicationHealth.ofStatus(row, word, sourceWord);
        boolean filtered = !row.getOrDefault("Replicate_Wild_Do_Table", "").isEmpty();
        return new MoveChannel(name, health.receiving() || health.applying(), filtered, health.lastError());
    }

    /** The move's operation, as in RESUME OPERATION. */
    public String operation() {
        return "OPERATION " + name.substring(name.lastIndexOf('_') + 1);
    }
}
