package io.pinion.routing.advice;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The tables of the database that is to be sharded.
 *
 * @param database its name, which the keyspace gets
 * @param tables by name, in the order of their definitions
 * @param notes what was left out of the definitions, in sentences
 */
public record UnshardedSchema(String database, Map<String, UnshardedTable> tables, List<String> notes) {
    private static final String ID_SUFFIX = "_id";

    public UnshardedSchema {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
        notes = List.copyOf(notes);
    }

    public Optional<UnshardedTable> table(String name) {
        return Optional.ofNullable(tables.get(name));
    }

    /** The table that a column is named after: by its name in the singular or the plural, and {@code _id}. */
    Optional<UnshardedTable> namedAfter(String column) {
        if (!column.endsWith(ID_SUFFIX)) {
            return Optional.empty();
        }
        String one = column.substring(0, column.length() - ID_SUFFIX.length());
        List<String> names = new ArrayList<>(List.of(one, one + "s", one + "es"));
        if (one.endsWith("y")) {
            names.add(one.substring(0, one.length() - 1) + "ies");
        }
        return first(table -> names.contains(table.name()))
                .or(() -> first(
                        table -> names.stream().anyMatch(name -> table.name().endsWith("_" + name))));
    }

    private Optional<UnshardedTable> first(Predicate<UnshardedTable> wanted) {
        return tables.values().stream().filter(wanted).findFirst();
    }
}
