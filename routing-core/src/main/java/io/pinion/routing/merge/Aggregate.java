package io.pinion.routing.merge;

import io.pinion.routing.merge.AggregateFunction.Input;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The way to make one column of a group from the cells of the shards, each computed over the shard's own rows.
 *
 * @param name the user's name for the column, for the plan's text
 * @param column the column, counted from 0, that is computed
 * @param inputs the columns that the function needs beside its own, which may be hidden
 * @param key orders the cells of MIN and MAX, perhaps by another column
 */
public record Aggregate(
        AggregateFunction function, String name, int column, Map<Input, Integer> inputs, Optional<Key> key) {
    public Aggregate {
        inputs = Map.copyOf(inputs);
    }

    /** The function without further columns. */
    public static Aggregate of(AggregateFunction function, String name, int column) {
        return new Aggregate(function, name, column, Map.of(), Optional.empty());
    }

    /** The same with one more column. */
    public Aggregate with(Input input, int from) {
        Map<Input, Integer> more = new EnumMap<>(Input.class);
        more.putAll(inputs);
        more.put(input, from);
        return new Aggregate(function, name, column, more, key);
    }

    /** The same with the order of the cells. */
    public Aggregate by(Key order) {
        return new Aggregate(function, name, column, inputs, Optional.of(order));
    }

    /** The column of an input; the function's own where the shards send no other one for it. */
    public int input(Input input) {
        return inputs.getOrDefault(input, column);
    }

    /** The operation in a word or two, and the name. */
    String text() {
        return function.operation() + " " + name;
    }
}
