package io.pinion.operations.restore;

import java.util.Optional;

/**
 * What the restored rows of a table are beside those of now.
 *
 * @param database the shard's own
 * @param restored how many rows came back
 * @param differences empty where rows can't be told apart by a primary key of the export's columns
 */
public record RestoredRows(int shard, String database, String table, long restored, Optional<Differences> differences) {

    /**
     * @param missing rows that came back, and aren't there now
     * @param changed rows with the same primary key, and other values in the columns of the export
     * @param newer rows that are there now, and didn't come back
     */
    public record Differences(long missing, long changed, long newer) {}
}
