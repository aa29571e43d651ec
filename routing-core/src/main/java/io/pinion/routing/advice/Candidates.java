package io.pinion.routing.advice;

import io.pinion.routing.advice.StatementFacets.ColumnName;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.KeyType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The declarations that a table can have, and the columns of several tables that hold the same keys. */
final class Candidates {
    private static final int COLUMNS = 6;
    private static final int FAMILIES = 8;

    /** Copies of a larger table on every shard would cost more than they save. */
    private static final long SMALL = 100_000;

    /** A write of a copy is one on every shard. */
    private static final double RARELY = 0.1;

    private final UnshardedSchema schema;
    private final Map<ColumnName, Double> tested = new HashMap<>();
    private final Map<String, Double> used = new HashMap<>();
    private final Map<String, Double> written = new HashMap<>();
    private final Families families = new Families();
    private final Map<String, List<Declaration>> declarations = new LinkedHashMap<>();

    Candidates(UnshardedSchema schema, Scoring scoring) {
        this.schema = schema;
        for (LoggedShape shape : scoring.shapes()) {
            count(shape, scoring.weight(shape));
        }
        schema.tables().values().forEach(this::join);
        schema.tables().values().forEach(table -> declarations.put(table.name(), find(table)));
    }

    private void count(LoggedShape shape, double weight) {
        StatementFacets facets = shape.facets();
        facets.tables().forEach(table -> used.merge(table, weight, Double::sum));
        facets.written().forEach(table -> written.merge(table, weight, Double::sum));
        facets.tested().forEach(column -> tested.merge(column, weight, Double::sum));
        facets.joined().forEach(pair -> {
            tested.merge(pair.one(), weight, Double::sum);
            tested.merge(pair.other(), weight, Double::sum);
            families.join(pair.one(), pair.other());
        });
    }

    private void join(UnshardedTable table) {
        for (UnshardedTable.ParentKey key : table.parents()) {
            for (int place = 0;
                    place < Math.min(key.columns().size(), key.parentColumns().size());
                    place++) {
                Optional<ColumnName> child = name(table.name(), key.columns().get(place));
                Optional<ColumnName> parent =
                        name(key.parent(), key.parentColumns().get(place));
                if (child.isPresent() && parent.isPresent()) {
                    families.join(child.get(), parent.get());
                }
            }
        }
    }

    private Optional<ColumnName> name(String table, String column) {
        return schema.table(table)
                .flatMap(known -> Optional.ofNullable(known.column(column)))
                .map(known -> new ColumnName(table, known.name()));
    }

    /** The tables, those of the most statements first. */
    List<UnshardedTable> byWeight() {
        return schema.tables().values().stream()
                .sorted(Comparator.comparingDouble((UnshardedTable table) -> -used.getOrDefault(table.name(), 0.0)))
                .toList();
    }

    /** At least one; the first is by the primary key where that can be. */
    List<Declaration> of(@Nullable UnshardedTable table) {
        return table == null ? List.of() : declarations.getOrDefault(table.name(), List.of());
    }

    /** Table → column, for columns that hold the same keys; the largest families first. */
    List<Map<String, String>> families() {
        return Stream.concat(
                        families.all().stream().limit(FAMILIES),
                        ofOneName().stream().limit(FAMILIES))
                .toList();
    }

    /** Columns of several tables that are called alike, such as {@code tenant_id}; those of the most tables first. */
    private List<Map<String, String>> ofOneName() {
        Map<String, Map<String, String>> byName = new TreeMap<>();
        declarations.forEach((table, all) -> all.forEach(declaration -> {
            if (declaration instanceof Declaration.HashedRows(String column, var sequence, var queue)) {
                byName.computeIfAbsent(column, any -> new TreeMap<>()).put(table, column);
            }
        }));
        return byName.values().stream()
                .filter(family -> family.size() > 1)
                .sorted(Comparator.comparingInt((Map<String, String> family) -> -family.size()))
                .toList();
    }

    private List<Declaration> find(UnshardedTable table) {
        List<Declaration> found = new ArrayList<>();
        for (String column : columns(table)) {
            found.add(new Declaration.HashedRows(column, table.counting()));
        }
        if (found.isEmpty() || mayBeCopied(table)) {
            found.add(new Declaration.ReferenceRows(Optional.empty()));
        }
        return found;
    }

    /** Columns whose values hash as they compare; without any of these, text that a warning belongs to. */
    private Set<String> columns(UnshardedTable table) {
        Set<String> ordered = new LinkedHashSet<>(table.primaryKey());
        ordered.addAll(testedColumns(table));
        table.parents().forEach(parent -> ordered.addAll(parent.columns()));
        if (ordered.size() == table.primaryKey().size()) {
            // No statement asks for rows by their values: a transaction may have other tables' rows of the same value.
            table.columns().stream()
                    .filter(column -> KeyType.of(column.type()) == KeyType.INTEGER)
                    .forEach(column -> ordered.add(column.name()));
        }
        Set<String> exact = able(table, ordered, Candidates::isExact);
        return exact.isEmpty() && !mayBeCopied(table) ? able(table, ordered, column -> true) : exact;
    }

    private List<String> testedColumns(UnshardedTable table) {
        return tested.entrySet().stream()
                .filter(entry -> entry.getKey().table().equals(table.name()))
                .sorted(Map.Entry.<ColumnName, Double>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(entry -> entry.getKey().column())
                .toList();
    }

    private static Set<String> able(UnshardedTable table, Set<String> ordered, Predicate<Column> wanted) {
        Set<String> able = new LinkedHashSet<>();
        for (String name : ordered) {
            Column column = table.column(name);
            if (column != null && able.size() < COLUMNS && hasKeys(column) && wanted.test(column)) {
                able.add(column.name());
            }
        }
        return able;
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

    private boolean mayBeCopied(UnshardedTable table) {
        double uses = used.getOrDefault(table.name(), 0.0);
        double writes = written.getOrDefault(table.name(), 0.0);
        return table.rows().orElse(0) <= SMALL && writes <= RARELY * uses;
    }
}
