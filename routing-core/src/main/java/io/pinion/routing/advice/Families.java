package io.pinion.routing.advice;

import io.pinion.routing.advice.StatementFacets.ColumnName;
import java.util.HashMap;
import java.util.Map;

/** Columns that are compared with each other, directly or by others: they hold the same keys. */
final class Families {
    private final Map<ColumnName, ColumnName> parents = new HashMap<>();

    void join(ColumnName one, ColumnName other) {
        ColumnName left = first(one);
        ColumnName right = first(other);
        parents.put(left, left);
        parents.put(right, left);
    }

    /** Whether another column holds the same keys. */
    boolean has(ColumnName column) {
        return parents.containsKey(column);
    }

    /** The column that stands for the family; the column itself where it has none. */
    ColumnName first(ColumnName column) {
        ColumnName at = column;
        ColumnName parent = parents.getOrDefault(at, at);
        while (!parent.equals(at)) {
            at = parent;
            parent = parents.getOrDefault(at, at);
        }
        return at;
    }
}
