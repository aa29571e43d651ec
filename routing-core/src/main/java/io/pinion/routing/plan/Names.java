package io.pinion.routing.plan;

import io.pinion.routing.analysis.ColumnUse;
import io.pinion.routing.analysis.QueryBlock;
import io.pinion.routing.analysis.Span;
import io.pinion.routing.analysis.StatementFacts;
import io.pinion.routing.analysis.TableUse;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolves the names of one statement: which table a table's name means, which table a column belongs to. */
final class Names {
    private final StatementFacts facts;
    private final Map<Integer, Table> tables;
    private final Map<Span, ColumnUse> columnsBySpan = new HashMap<>();

    /** Where a column belongs. */
    sealed interface Owner {
        record Of(TableUse use, Table table) implements Owner {}

        /** To a derived table, a table whose columns aren't known, or nothing. */
        record Elsewhere() implements Owner {}

        /** Perhaps to a table of the catalog, perhaps not. */
        record Unclear() implements Owner {}
    }

    /** @param tables by the numbers of their uses */
    Names(StatementFacts facts, Map<Integer, Table> tables) {
        this.facts = facts;
        this.tables = tables;
        facts.columns().forEach(column -> columnsBySpan.put(column.span(), column));
    }

    @Nullable
    ColumnUse columnAt(Span span) {
        return columnsBySpan.get(span);
    }

    Table table(TableUse use) {
        Table table = tables.get(use.number());
        if (table == null) {
            throw new IllegalStateException("table use " + use.number() + " was not resolved");
        }
        return table;
    }

    Owner owner(ColumnUse column) {
        int block = column.block();
        while (block >= 0) {
            QueryBlock scope = facts.blocks().get(block);
            Owner owner = column.qualifier() == null
                    ? unqualified(column.name(), scope)
                    : qualified(column.qualifier(), scope);
            if (owner != null) {
                return owner;
            }
            block = scope.parent();
        }
        return new Owner.Elsewhere();
    }

    private @Nullable Owner qualified(String qualifier, QueryBlock scope) {
        for (TableUse use : scope.tables()) {
            if (use.label().equals(qualifier)) {
                return new Owner.Of(use, table(use));
            }
        }
        return scope.derived().contains(qualifier) ? new Owner.Elsewhere() : null;
    }

    private @Nullable Owner unqualified(String column, QueryBlock scope) {
        TableUse found = null;
        boolean others = !scope.derived().isEmpty();
        for (TableUse use : scope.tables()) {
            if (hasColumn(table(use), column)) {
                if (found != null) {
                    return new Owner.Unclear();
                }
                found = use;
            } else if (table(use).columns().isEmpty()) {
                others = true;
            }
        }
        if (found == null) {
            return others ? new Owner.Elsewhere() : null;
        }
        return others ? new Owner.Unclear() : new Owner.Of(found, table(found));
    }

    private static boolean hasColumn(Table table, String column) {
        boolean key =
                switch (table) {
                    case Table.ObjectTable object -> column.equalsIgnoreCase(Table.ObjectTable.ID);
                    case Table.MappingTable mapping ->
                        mapping.idColumns().stream().anyMatch(column::equalsIgnoreCase);
                    case Table.HashedTable hashed -> column.equalsIgnoreCase(hashed.keyColumn());
                    case Table.ReferenceTable reference -> false;
                    case Table.SingleTable single -> false;
                };
        return key || table.column(column) != null;
    }

    /** The type of a known column, in lower case; null when the column isn't known. */
    static @Nullable String columnType(Table table, String column) {
        Column known = table.column(column);
        return known == null ? null : known.type().toLowerCase(Locale.ROOT);
    }

    /** Whether a column certainly holds integers of up to 64 bits: declared to hold ids, or of such a type. */
    static boolean isInteger(Table table, String column) {
        if (table instanceof Table.MappingTable mapping
                && mapping.idColumns().stream().anyMatch(column::equalsIgnoreCase)) {
            return true;
        }
        String type = columnType(table, column);
        return type != null
                && List.of("bigint", "int", "mediumint", "smallint", "tinyint").stream()
                        .anyMatch(type::startsWith);
    }

    /** Whether a use names the global id of an object table. */
    static boolean isObjectId(ColumnUse column, Table table) {
        return table instanceof Table.ObjectTable && column.name().equalsIgnoreCase(Table.ObjectTable.ID);
    }

    /** The column whose value places a table's rows; null for tables that need none. */
    static @Nullable String keyColumn(Table table) {
        return switch (table) {
            case Table.ObjectTable object -> Table.ObjectTable.ID;
            case Table.MappingTable mapping -> mapping.fromColumn();
            case Table.HashedTable hashed -> hashed.keyColumn();
            case Table.ReferenceTable reference -> null;
            case Table.SingleTable single -> null;
        };
    }
}
