package io.pinion.routing.merge;

/** One expression of an ORDER BY. NULL comes first, or last when {@code descending}, as in MySQL. */
public record SortKey(Key key, boolean descending) {
    String text() {
        return key.name() + (descending ? " desc" : " asc");
    }
}
