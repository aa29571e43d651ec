package io.pinion.operations.space;

/**
 * A move of shards that would even out what pairs have.
 *
 * @param load of the shards, as the shards' loads were given
 * @param fromAfter what the pair that gives them has behind it
 * @param toAfter what the pair that gets them has behind it
 */
public record PlannedShift(int first, int last, String from, String to, long load, long fromAfter, long toAfter) {
    /** The statement that does it. */
    public String statement(String keyspace) {
        String shards = first == last ? "SHARD " + first : "SHARDS " + first + "-" + last;
        return "MOVE " + shards + " TO PAIR " + to + " IN " + keyspace;
    }
}
