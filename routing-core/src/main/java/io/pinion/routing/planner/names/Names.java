package io.pinion.routing.planner.names;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.DerivedTable;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.SelectedItem;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.KeyType;
import io.pinion.routing.catalog.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Resolves the names of one statement: the table that a table's name means, and the table that a column belongs to. */
public final class Names {
    private final StatementFacts facts;
    private final Map<Integer, Table> tables;
    /** In the order of the text. */
    private final NavigableMap<Span, ColumnUse> columns =
            new TreeMap<>(Comparator.comparingInt(Span::from).thenComparingInt(Span::to));

    /** The columns that are an item by themselves. */
    private final Map<SelectedItem, ColumnUse> columnsOfItems = new HashMap<>();

    /** By the blocks of derived tables; filled block by block. */
    private final Map<Integer, SelectList> selectLists = new HashMap<>();

    /** The owner of a column. */
    public sealed interface Owner {
        record Of(TableUse use, Table table) implements Owner {}

        /** A derived table. */
        record OfDerived(DerivedTable table) implements Owner {}

        /** A table whose columns aren't known, or none. */
        record Elsewhere() implements Owner {}

        /** Perhaps a table of the catalog. */
        record Unclear() implements Owner {}
    }

    /** @param block the one whose FROM has the owner */
    private record Owned(Owner owner, int block) {}

    /**
     * The elements of one query block.
     *
     * @param allAreNamed false when a star or an expression without an alias is among them
     * @param items by the names of their columns, in lower case; the first of each name
     */
    private record SelectList(boolean allAreNamed, Map<String, SelectedItem> items) {}

    /** @param tables by the numbers of their uses */
    public Names(StatementFacts facts, Map<Integer, Table> tables) {
        this.facts = facts;
        this.tables = tables;
        for (ColumnUse column : facts.columns()) {
            columns.put(column.span(), column);
            if (column.item() != null && column.item().column()) {
                columnsOfItems.putIfAbsent(column.item(), column);
            }
        }
    }

    public @Nullable ColumnUse columnAt(Span span) {
        return columns.get(span);
    }

    /** The columns within a part of the text, in its order. */
    public Stream<ColumnUse> columnsIn(Span part) {
        return columns.subMap(new Span(part.from(), part.from()), new Span(part.to(), part.to())).values().stream()
                .filter(column -> column.span().to() <= part.to());
    }

    public Table table(TableUse use) {
        Table table = tables.get(use.number());
        if (table == null) {
            throw new IllegalStateException("table use " + use.number() + " was not resolved");
        }
        return table;
    }

    public Owner owner(ColumnUse column) {
        return owned(column).owner();
    }

    /** The block whose FROM has the column's table; -1 unless that is certain. */
    public int blockOf(ColumnUse column) {
        Owned owned = owned(column);
        return owned.owner() instanceof Owner.Elsewhere ? -1 : owned.block();
    }

    private Owned owned(ColumnUse column) {
        int block = column.block();
        while (block >= 0) {
            QueryBlock scope = facts.blocks().get(block);
            Owner owner = column.qualifier() == null
                    ? column.role() instanceof Role.Assigned
                            ? assigned(column.name(), scope)
                            : unqualified(column.name(), scope)
                    : qualified(column.qualifier(), scope);
            if (owner != null) {
                return new Owned(owner, block);
            }
            block = scope.parent();
        }
        return new Owned(new Owner.Elsewhere(), block);
    }

    private @Nullable Owner qualified(String qualifier, QueryBlock scope) {
        for (TableUse use : scope.tables()) {
            if (use.label().equals(qualifier)) {
                return new Owner.Of(use, table(use));
            }
        }
        for (DerivedTable derived : scope.derived()) {
            if (derived.label().equals(qualifier)) {
                return new Owner.OfDerived(derived);
            }
        }
        return null;
    }

    private @Nullable Owner unqualified(String column, QueryBlock scope) {
        List<Owner> found = new ArrayList<>();
        boolean others = false;
        for (TableUse use : scope.tables()) {
            if (hasColumn(table(use), column)) {
                found.add(new Owner.Of(use, table(use)));
            } else if (table(use).columns().isEmpty()) {
                others = true;
            }
        }
        for (DerivedTable derived : scope.derived()) {
            if (!columnsAreKnown(derived)) {
                others = true;
            } else if (itemOf(derived, column) != null) {
                found.add(new Owner.OfDerived(derived));
            }
        }
        if (found.isEmpty()) {
            return others ? new Owner.Elsewhere() : null;
        }
        return others || found.size() > 1 ? new Owner.Unclear() : found.getFirst();
    }

    /** Only a base table's column can be changed, and servers refuse a name that two tables have. */
    private @Nullable Owner assigned(String column, QueryBlock scope) {
        List<TableUse> found = scope.tables().stream()
                .filter(use -> hasColumn(table(use), column))
                .toList();
        return found.size() == 1 ? new Owner.Of(found.getFirst(), table(found.getFirst())) : unqualified(column, scope);
    }

    private boolean columnsAreKnown(DerivedTable derived) {
        return derived.block() != DerivedTable.UNKNOWN && selectList(derived).allAreNamed();
    }

    private @Nullable SelectedItem itemOf(DerivedTable derived, String column) {
        return selectList(derived).items().get(column.toLowerCase(Locale.ROOT));
    }

    private SelectList selectList(DerivedTable derived) {
        return selectLists.computeIfAbsent(derived.block(), this::selectList);
    }

    private SelectList selectList(int block) {
        boolean allAreNamed = facts.stars().stream().noneMatch(star -> star.block() == block);
        Map<String, SelectedItem> items = new HashMap<>();
        for (SelectedItem item : facts.items()) {
            if (item.block() == block) {
                ColumnUse selected = columnOf(item);
                String name = item.alias() != null ? item.alias() : selected == null ? null : selected.name();
                allAreNamed &= item.alias() != null || item.column();
                if (name != null) {
                    items.putIfAbsent(name.toLowerCase(Locale.ROOT), item);
                }
            }
        }
        return new SelectList(allAreNamed, items);
    }

    /** The column of an item that is a column only. */
    private @Nullable ColumnUse columnOf(SelectedItem item) {
        return item.column() ? columnsOfItems.get(item) : null;
    }

    /**
     * The source of a column's values; for a derived table's column that is a column only, the origin of that.
     *
     * @param column of the table
     */
    public record Origin(TableUse use, Table table, ColumnUse column) {
        boolean isInteger() {
            return isObjectId(column, table) || Names.isInteger(table, column.name());
        }
    }

    /** Null unless the values are just those of a table's column. */
    public @Nullable Origin origin(ColumnUse column) {
        return origin(column, facts.blocks().size());
    }

    /** The origin of a derived table's column. */
    public @Nullable Origin origin(DerivedTable derived, String column) {
        return origin(derived, column, facts.blocks().size());
    }

    /** @param depth the number of nested derived tables so far: a text can name them in a circle */
    private @Nullable Origin origin(DerivedTable derived, String column, int depth) {
        SelectedItem item = itemOf(derived, column);
        ColumnUse selected = item == null ? null : columnOf(item);
        return selected == null || depth == 0 ? null : origin(selected, depth - 1);
    }

    private @Nullable Origin origin(ColumnUse column, int depth) {
        return switch (owner(column)) {
            case Owner.Of(TableUse use, Table table) -> new Origin(use, table, column);
            case Owner.OfDerived(DerivedTable derived) -> origin(derived, column.name(), depth);
            case Owner.Elsewhere elsewhere -> null;
            case Owner.Unclear unclear -> null;
        };
    }

    public static boolean hasColumn(Table table, String column) {
        boolean key =
                switch (table) {
                    case Table.ObjectTable object -> column.equalsIgnoreCase(Table.ObjectTable.ID);
                    case Table.MappingTable mapping ->
                        mapping.idColumns().stream().anyMatch(column::equalsIgnoreCase);
                    case Table.HashedTable hashed -> column.equalsIgnoreCase(hashed.keyColumn());
                    case Table.ReferenceTable reference -> false;
                    case Table.SingleTable single -> false;
                };
        return key || table.isOfSequence(column) || table.column(column) != null;
    }

    /** Whether a column certainly holds integers of up to 64 bits: by its declaration for ids, or its type. */
    public static boolean isInteger(Table table, String column) {
        if (table instanceof Table.MappingTable mapping
                && mapping.idColumns().stream().anyMatch(column::equalsIgnoreCase)) {
            return true;
        }
        Column known = table.column(column);
        return known != null && KeyType.of(known.type()) == KeyType.INTEGER;
    }

    /** Whether a use names the global id of an object table. */
    public static boolean isObjectId(ColumnUse column, Table table) {
        return table instanceof Table.ObjectTable && column.name().equalsIgnoreCase(Table.ObjectTable.ID);
    }

    /** Whether a use names the column that places rows, an object's id apart. */
    public static boolean places(ColumnUse column, Table table) {
        return column.name().equalsIgnoreCase(table.placingColumn());
    }
}
