package io.pinion.routing.advice;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tables of the database that is to be sharded.
 *
 * @param database its name, which the keyspace gets
 * @param tables by name, in the order of their definitions
 * @param notes what was left out of the definitions, in sentences
 */
public record UnshardedSchema(String database, Map<String, UnshardedTable> tables, List<String> notes) {
    public UnshardedSchema {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
        notes = List.copyOf(notes);
    }

    public Optional<UnshardedTable> table(String name) {
        return Optional.ofNullable(tables.get(name));
    }

    /** The same tables with these numbers of rows. */
    public UnshardedSchema withRows(Map<String, Long> rows) {
        Map<String, UnshardedTable> counted = new LinkedHashMap<>();
        tables.forEach((name, table) -> {
            Long count = rows.get(name);
            counted.put(name, count == null ? table : table.withRows(count));
        });
        return new UnshardedSchema(database, counted, notes);
    }
}
