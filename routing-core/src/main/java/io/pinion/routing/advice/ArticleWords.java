package io.pinion.routing.advice;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.KeyType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a table would be in an id keyspace, where rows are objects with a global id and mappings between them. */
final class ArticleWords {
    private ArticleWords() {}

    /** The words of a declaration; empty for a table that is neither. */
    static Optional<String> of(UnshardedTable table, UnshardedSchema schema) {
        List<String> primary = table.primaryKey();
        boolean counted = table.isCounted();
        List<String> ids = List.copyOf(idColumns(table, schema));
        boolean between = ids.size() >= 2
                && (primary.size() >= 2 || !counted)
                && primary.stream().allMatch(ids::contains);
        if (between) {
            return Optional.of(
                    "mapping from=" + ids.getFirst() + " ids=" + String.join(",", ids.subList(1, ids.size())));
        }
        return counted
                ? Optional.of("object" + (ids.isEmpty() ? "" : " colocate=" + ids.getFirst()))
                : Optional.empty();
    }

    /** Columns that name a row of another table: by a foreign key, or by the name of a table and {@code _id}. */
    private static Set<String> idColumns(UnshardedTable table, UnshardedSchema schema) {
        Set<String> ids = new LinkedHashSet<>();
        for (Column column : table.columns()) {
            boolean integer = KeyType.of(column.type()) == KeyType.INTEGER;
            boolean own = table.counts(column.name());
            boolean declared = table.parents().stream()
                    .anyMatch(parent -> parent.columns().contains(column.name().toLowerCase(Locale.ROOT)));
            if (integer && !own && (declared || schema.namedAfter(column.name()).isPresent())) {
                ids.add(column.name());
            }
        }
        return ids;
    }
}
