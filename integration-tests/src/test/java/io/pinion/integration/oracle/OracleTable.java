package io.pinion.integration.oracle;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A table as clients see it.
 *
 * @param keyspace where it is, of Pinion's
 * @param keys the columns that tell any two rows apart; the first decides the shard, unless it is a reference table
 * @param columns all, keys included
 */
record OracleTable(String keyspace, String name, Kind kind, List<String> keys, List<OracleColumn> columns) {
    enum Kind {
        OBJECT,
        MAPPING,
        HASHED,
        REFERENCE
    }

    /** As one unsharded server has it. */
    String definition() {
        return definition(
                name, columns.getFirst().name() + " " + columns.getFirst().type(), indexedKeys());
    }

    /** As each shard has it. */
    String physicalDefinition(String database) {
        return switch (kind) {
            case OBJECT ->
                definition(
                        database + "." + name,
                        "local_id " + columns.getFirst().type() + " AUTO_INCREMENT",
                        List.of("local_id"));
            case MAPPING, HASHED, REFERENCE ->
                definition(
                        database + "." + name,
                        columns.getFirst().name() + " " + columns.getFirst().type(),
                        indexedKeys());
        };
    }

    private List<String> indexedKeys() {
        return keys.stream().map(key -> column(key).indexed()).toList();
    }

    private String definition(String as, String first, List<String> primary) {
        return columns.stream()
                .skip(1)
                .map(column -> column.name() + " " + column.type())
                .collect(Collectors.joining(
                        ", ",
                        "CREATE TABLE " + as + " (" + first + ", ",
                        ", PRIMARY KEY (" + String.join(", ", primary) + ")) CHARACTER SET utf8mb4"));
    }

    List<OracleColumn> columns(java.util.function.Predicate<OracleColumn> wanted) {
        return columns.stream().filter(wanted).toList();
    }

    OracleColumn column(String wanted) {
        return columns.stream()
                .filter(column -> column.name().equals(wanted))
                .findFirst()
                .orElseThrow();
    }
}
