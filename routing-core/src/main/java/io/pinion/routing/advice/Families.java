package io.pinion.routing.advice;

import io.pinion.routing.advice.StatementFacets.ColumnName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Columns that are compared with each other, directly or by others: they hold the same keys. */
final class Families {
    private final Map<ColumnName, ColumnName> parents = new TreeMap<>();

    void join(ColumnName one, ColumnName other) {
        ColumnName left = root(one);
        ColumnName right = root(other);
        if (!left.equals(right)) {
            parents.put(left.compareTo(right) < 0 ? right : left, left.compareTo(right) < 0 ? left : right);
        }
    }

    private ColumnName root(ColumnName column) {
        ColumnName at = column;
        ColumnName parent = parents.computeIfAbsent(at, same -> same);
        while (!parent.equals(at)) {
            at = parent;
            parent = parents.getOrDefault(at, at);
        }
        return at;
    }

    /** Table → column; of two columns of one table, the first by name. The largest families first. */
    List<Map<String, String>> all() {
        Map<ColumnName, Map<String, String>> families = new TreeMap<>();
        for (ColumnName column : List.copyOf(parents.keySet())) {
            families.computeIfAbsent(root(column), any -> new TreeMap<>()).putIfAbsent(column.table(), column.column());
        }
        List<Map<String, String>> all = new ArrayList<>(families.values());
        all.sort(Comparator.comparingInt((Map<String, String> family) -> -family.size()));
        return all;
    }
}
