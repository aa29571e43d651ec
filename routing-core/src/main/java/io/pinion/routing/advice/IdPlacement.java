package io.pinion.routing.advice;

import io.pinion.routing.advice.StatementFacets.ColumnName;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.KeyType;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The declarations that definitions and ids propose: each table is hashed by one of its ids, the one that statements name
 * most, and small tables are everywhere. No other declarations are tried: who has some in mind gives them.
 */
final class IdPlacement {
    /** Copies of a larger table on every shard would cost more than they save. */
    private static final long SMALL = 100_000;

    /** A write of a copy is one on every shard. */
    private static final double RARELY = 0.1;

    private final UnshardedSchema schema;
    private final Map<String, Long> used = new HashMap<>();
    private final Map<String, Long> written = new HashMap<>();

    /** How many statements compare a column with a value, perhaps through another column, and with anything. */
    private final Map<ColumnName, Long> tested = new HashMap<>();

    private final Map<ColumnName, Long> compared = new HashMap<>();
    private final Families families = new Families();

    /** The sum of {@code compared}, by the first of a family. */
    private final Map<ColumnName, Long> comparedInFamily = new HashMap<>();

    IdPlacement(UnshardedSchema schema, Collection<LoggedShape> shapes) {
        this.schema = schema;
        shapes.forEach(this::count);
        schema.tables().values().forEach(this::joinParents);
        compared.forEach((column, count) -> comparedInFamily.merge(families.first(column), count, Long::sum));
    }

    private void count(LoggedShape shape) {
        StatementFacets facets = shape.facets();
        facets.tables().forEach(table -> used.merge(table, shape.count(), Long::sum));
        facets.written().forEach(table -> written.merge(table, shape.count(), Long::sum));
        Families within = new Families();
        Set<ColumnName> columns = new HashSet<>(facets.tested());
        facets.joined().forEach(pair -> {
            families.join(pair.one(), pair.other());
            within.join(pair.one(), pair.other());
            columns.addAll(List.of(pair.one(), pair.other()));
        });
        Set<ColumnName> withValue = facets.tested().stream().map(within::first).collect(Collectors.toSet());
        for (ColumnName column : columns) {
            compared.merge(column, shape.count(), Long::sum);
            if (withValue.contains(within.first(column))) {
                tested.merge(column, shape.count(), Long::sum);
            }
        }
    }

    /** A column holds the keys of the table that a foreign key, or its name, refers to. */
    private void joinParents(UnshardedTable table) {
        for (UnshardedTable.ParentKey key : table.parents()) {
            int columns = Math.min(key.columns().size(), key.parentColumns().size());
            for (int place = 0; place < columns; place++) {
                join(
                        table.name(),
                        key.columns().get(place),
                        key.parent(),
                        key.parentColumns().get(place));
            }
        }
        for (Column column : table.columns()) {
            if (KeyType.of(column.type()) == KeyType.INTEGER && !table.counts(column.name())) {
                schema.namedAfter(column.name())
                        .filter(parent -> parent.primaryKey().size() == 1)
                        .ifPresent(parent -> join(
                                table.name(),
                                column.name(),
                                parent.name(),
                                parent.primaryKey().getFirst()));
            }
        }
    }

    private void join(String table, String column, String parent, String parentColumn) {
        Optional<ColumnName> child = name(table, column);
        Optional<ColumnName> named = name(parent, parentColumn);
        if (child.isPresent() && named.isPresent()) {
            families.join(child.get(), named.get());
        }
    }

    private Optional<ColumnName> name(String table, String column) {
        return schema.table(table)
                .flatMap(known -> Optional.ofNullable(known.column(column)))
                .map(known -> new ColumnName(table, known.name()));
    }

    /** By the name of the table. */
    Map<String, Declaration> declarations() {
        Map<UnshardedTable, ColumnName> keys = new LinkedHashMap<>();
        schema.tables().values().forEach(table -> key(table).ifPresent(key -> keys.put(table, key)));
        Set<ColumnName> hashed = hashedFamilies(keys);
        Map<String, Declaration> declarations = new TreeMap<>();
        schema.tables().values().forEach(table -> {
            ColumnName key = keys.get(table);
            declarations.put(
                    table.name(),
                    key != null && hashed.contains(families.first(key))
                            ? new Declaration.HashedRows(key.column(), table.counting())
                            : new Declaration.ReferenceRows(Optional.empty()));
        });
        return declarations;
    }

    /** A small table is where the large ones are that are placed by the same ids. Something has to be on shards. */
    private Set<ColumnName> hashedFamilies(Map<UnshardedTable, ColumnName> keys) {
        Set<ColumnName> hashed = new HashSet<>();
        keys.forEach((table, key) -> {
            if (!isSmall(table)) {
                hashed.add(families.first(key));
            }
        });
        if (hashed.isEmpty()) {
            keys.values().stream()
                    .map(families::first)
                    .max(Comparator.comparingLong(first -> comparedInFamily.getOrDefault(first, 0L)))
                    .ifPresent(hashed::add);
        }
        return hashed;
    }

    /** One whose values hash as they compare; without any, and if the table is too large for copies, another one. */
    private Optional<ColumnName> key(UnshardedTable table) {
        List<ColumnName> ids = ids(table);
        return ids.stream()
                .filter(id -> isExact(column(table, id)))
                .findFirst()
                .or(() -> mayBeCopied(table) ? Optional.empty() : ids.stream().findFirst());
    }

    /**
     * The columns that may place rows, the best one first: those of the primary key, those that begin an index, and those
     * with keys of other tables.
     */
    private List<ColumnName> ids(UnshardedTable table) {
        Stream<String> ofIndexes =
                table.keys().stream().map(key -> key.columns().getFirst());
        Stream<String> ofFamilies = table.columns().stream()
                .map(Column::name)
                .filter(column -> families.has(new ColumnName(table.name(), column)));
        return Stream.of(table.primaryKey().stream(), ofIndexes, ofFamilies)
                .flatMap(names -> names)
                .flatMap(column -> name(table.name(), column).stream())
                .distinct()
                .filter(id -> hasKeys(column(table, id)))
                .sorted(Comparator.comparingLong((ColumnName id) -> -compared.getOrDefault(id, 0L))
                        .thenComparingLong(id -> -tested.getOrDefault(id, 0L))
                        .thenComparingLong(id -> -comparedInFamily.getOrDefault(families.first(id), 0L)))
                .toList();
    }

    private static Column column(UnshardedTable table, ColumnName id) {
        return Objects.requireNonNull(table.column(id.column()));
    }

    private static boolean hasKeys(Column column) {
        return !column.nullable() && KeyType.of(column.type()) != KeyType.NONE;
    }

    /** Whether values that servers take for equal are one to the hash. */
    private static boolean isExact(Column column) {
        return KeyType.of(column.type()) != KeyType.TEXT
                || column.collation()
                        .filter(collation -> collation.endsWith("_bin") || collation.equals("binary"))
                        .isPresent();
    }

    /** Statements use it; a table whose size isn't known may be one that ties rows of others together, and those are many. */
    private boolean isSmall(UnshardedTable table) {
        return used.containsKey(table.name())
                && mayBeCopied(table)
                && (table.rows().isPresent() || table.primaryKey().size() == 1);
    }

    private boolean mayBeCopied(UnshardedTable table) {
        long uses = used.getOrDefault(table.name(), 0L);
        long writes = written.getOrDefault(table.name(), 0L);
        return table.rows().orElse(0) <= SMALL && writes <= RARELY * uses;
    }
}
