package io.pinion.operations.move;

/**
 * Which shards are to go where.
 *
 * @param named where the range begins that was named, all of which is on one pair
 * @param first of those that move, no smaller than {@code named}
 * @param last of both, inclusive
 * @param to the pair that shall have them
 */
public record WantedMove(String keyspace, int named, int first, int last, String to) {}
