package io.pinion.operations.transfer.rows;

import static java.util.Objects.requireNonNull;

import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.transfer.form.ImportSide;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Some rows of a table, by their keys in the old database. Where a key has ids of objects on the shards, these are in
 * another order, but for the first of its columns: that one's objects are on the same shard as the row, where ids go as
 * the old integers do. So a shard is asked by the first column alone, and answers more rows than are wanted.
 */
sealed interface SomeRows {
    /** The condition with its WHERE; may be empty. Answered rows that it doesn't {@link #has} are others. */
    String condition(CarriedTable table, RowPlace place);

    boolean has(CarriedTable table, List<String> key);

    /**
     * A part of the table.
     *
     * @param after the bound before; empty for the table's beginning
     * @param upTo the last row; empty for the table's end
     */
    record Between(List<String> after, List<String> upTo) implements SomeRows {
        @Override
        public String condition(CarriedTable table, RowPlace place) {
            KeyBounds bounds = table.form(place).bounds();
            return asksByFirst(table, place)
                    ? bounds.conditionOfFirst(first(table, place, after), first(table, place, upTo))
                    : bounds.condition(after, upTo);
        }

        private static String first(CarriedTable table, RowPlace place, List<String> key) {
            return key.isEmpty() ? "" : idOn(table, place, key);
        }

        @Override
        public boolean has(CarriedTable table, List<String> key) {
            return !table.hasIdsInKey()
                    || ((after.isEmpty() || KeyBounds.compareIntegers(key, after) > 0)
                            && (upTo.isEmpty() || KeyBounds.compareIntegers(key, upTo) <= 0));
        }
    }

    /** Those of a few keys, at least one. */
    record Of(Set<List<String>> keys) implements SomeRows {
        Of(Collection<List<String>> keys) {
            this(Set.copyOf(keys));
        }

        @Override
        public String condition(CarriedTable table, RowPlace place) {
            KeyBounds bounds = table.form(place).bounds();
            if (!asksByFirst(table, place)) {
                return bounds.conditionOf(keys);
            }
            return bounds.conditionOfFirst(
                    keys.stream().map(key -> idOn(table, place, key)).collect(Collectors.toCollection(TreeSet::new)));
        }

        @Override
        public boolean has(CarriedTable table, List<String> key) {
            return !table.hasIdsInKey() || keys.contains(key);
        }
    }

    private static boolean asksByFirst(CarriedTable table, RowPlace place) {
        return table.hasIdsInKey() && place.side() == ImportSide.SHARDS;
    }

    private static String idOn(CarriedTable table, RowPlace place, List<String> key) {
        return requireNonNull(table.mapping().keyIds().get(0))
                .idOn(place.shard().orElseThrow(), Long.parseLong(key.getFirst()));
    }
}
