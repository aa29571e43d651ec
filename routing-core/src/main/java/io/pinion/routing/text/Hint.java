package io.pinion.routing.text;

/** The request in a {@code /* pinion: … *}{@code /} comment. */
public sealed interface Hint {
    /** {@code shard=3429}: run on that shard. */
    record Shard(int number) implements Hint {}

    /** {@code shard_of=241294561224164665}: run on the shard of that id; the planner checks that it is an id. */
    record ShardOf(long id) implements Hint {}

    /** A hint that Pinion doesn't understand: a guess could write to the wrong shard. */
    record Invalid(String reason) implements Hint {}
}
