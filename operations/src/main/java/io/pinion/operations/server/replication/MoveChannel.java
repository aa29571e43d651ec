package io.pinion.operations.server.replication;

import java.util.List;
import java.util.Map;

/**
 * A channel on which a server follows another pair as long as shards are on the way.
 *
 * @param running whether it takes over what comes
 * @param filtered whether that is only of the shards' databases; a restart of the server takes the filter away
 * @param lastError what stopped it, in the server's words; empty when nothing did
 */
public record MoveChannel(String name, boolean running, boolean filtered, String lastError) {
    private static final String PREFIX = "pinion_";

    /**
     * @param rows what the server shows of all its channels
     * @param column that has the name
     * @param word what the product calls a replica in the names of its columns
     * @param sourceWord what it calls a source there
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

    /** Of the operation, as an operator types it. */
    public String operation() {
        return "OPERATION " + name.substring(name.lastIndexOf('_') + 1);
    }
}
