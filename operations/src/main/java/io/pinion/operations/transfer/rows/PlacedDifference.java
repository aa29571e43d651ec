package io.pinion.operations.transfer.rows;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is wrong with the places in which a row was found. */
final class PlacedDifference {
    private PlacedDifference() {}

    /**
     * The difference in words, with its place; null when there is none.
     *
     * @param sum of the row where it comes from
     * @param wanted all places that must have it
     */
    static @Nullable String of(String sum, List<RowPlace> wanted, List<PlacedRows.Found> found) {
        if (wanted.isEmpty()) {
            return "missing on all shards";
        }
        if (wanted.size() == 1 && found.size() == 1 && isThere(wanted.getFirst(), sum, found.getFirst())) {
            return null;
        }
        Map<RowPlace, String> sums = new HashMap<>();
        for (PlacedRows.Found row : found) {
            if (sums.put(row.place(), row.sum()) != null) {
                return "twice in " + row.place();
            }
        }
        for (PlacedRows.Found row : found) {
            if (!wanted.contains(row.place())) {
                boolean twice = wanted.stream().anyMatch(sums::containsKey);
                return (twice ? "twice, also in " : "on the wrong shard, in ") + row.place();
            }
        }
        for (RowPlace place : wanted) {
            String other = sums.get(place);
            if (other == null) {
                return "missing in " + place;
            }
            if (!other.equals(sum)) {
                return "different in " + place;
            }
        }
        return null;
    }

    private static boolean isThere(RowPlace wanted, String sum, PlacedRows.Found found) {
        return found.place().equals(wanted) && found.sum().equals(sum);
    }
}
