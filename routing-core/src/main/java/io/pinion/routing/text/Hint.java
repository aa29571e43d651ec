package io.pinion.routing.text;

/** What a {@code /* pinion: … *}{@code /} comment asks for. */
public sealed interface Hint {
    /** {@code shard=3429}: run on that shard. */
    record Shard(int number) implements Hint {}

    /** {@code shard_of=241294561224164665}: run on the shard of that id; whether it is an id is for the planner to say. */
    record ShardOf(long id) implements Hint {}

    /** A hint that Pinion doesn't understand: guessing what was meant could write to the wrong shard. */
    record Invalid(String reason) implements Hint {}
}
