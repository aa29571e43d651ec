package io.pinion.operations.export.flat;

import java.util.List;

/**
 * A value inside of JSON objects, which becomes a column of its own.
 *
 * @param source the column that has the objects
 * @param path the names that lead to the value, from the outermost object on
 */
public record FlatColumn(String source, List<String> path, String name, FlatType type) {
    public FlatColumn {
        path = List.copyOf(path);
    }

    /**
     * Reads what a statement says.
     *
     * @param place the column and the names, with dots between
     * @throws IllegalArgumentException of a place that has no name in it
     */
    public static FlatColumn of(String place, String name, FlatType type) {
        List<String> parts = List.of(place.split("\\.", -1));
        if (parts.size() < 2 || parts.contains("")) {
            throw new IllegalArgumentException(
                    "'" + place + "' is no place in a JSON object: write column.name, such as"
                            + " data.title, or column.name.name");
        }
        return new FlatColumn(parts.getFirst(), parts.subList(1, parts.size()), name, type);
    }

    /** Whether one of the values would be inside of the other one, or the same. */
    public boolean overlaps(FlatColumn other) {
        int common = Math.min(path.size(), other.path.size());
        return source.equalsIgnoreCase(other.source) && path.subList(0, common).equals(other.path.subList(0, common));
    }

    public String place() {
        return source + "." + String.join(".", path);
    }

    @Override
    public String toString() {
        return place() + " AS " + name + " " + type;
    }
}
