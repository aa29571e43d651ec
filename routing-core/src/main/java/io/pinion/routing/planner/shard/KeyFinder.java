package io.pinion.routing.planner.shard;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.Condition;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.Restriction;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.SelectedItem;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.shard.KeySource.Constant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the columns whose values are fixed by conditions that every used row fulfils: {@code b.id = 5 AND m.board_id =
 * b.id} fixes both. A condition for some rows only (behind NOT, in one branch of OR, in ON for the side that an outer
 * join always keeps) fixes none.
 */
public final class KeyFinder {
    private final Names names;
    private final Map<Place, Known> known = new HashMap<>();
    private final List<Link> links = new ArrayList<>();

    /** {@code id IN (SELECT …)}, or a column of a derived table: the other column isn't one of the same result row. */
    private final List<Link> subqueries = new ArrayList<>();

    private final Map<Place, List<Source>> sources = new HashMap<>();

    private final Keyspace.Sharded keyspace;
    private final StatementFacts facts;

    /** A column of a table of the statement. */
    private record Place(int table, String column) {}

    /** @param exact from an equation with one constant rather than a choice of several */
    private record Known(List<Constant> constants, boolean exact) {}

    /** Two columns are equal; the constants of {@code from} are those of {@code to}. */
    private record Link(Place from, Place to) {}

    public KeyFinder(Keyspace.Sharded keyspace, StatementFacts facts, Names names) {
        this.keyspace = keyspace;
        this.facts = facts;
        this.names = names;
        for (Restriction restriction : facts.restrictions()) {
            add(restriction.condition(), restriction.binds());
        }
        for (ColumnUse column : facts.columns()) {
            if (column.role() instanceof Role.JoinedUsing) {
                linkUsing(column, facts.blocks().get(column.block()));
            }
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Link link : links) {
                Known value = known.get(link.from());
                changed |= value != null && learn(known, link.to(), value);
            }
        }
        for (List<Link> some : List.of(links, subqueries)) {
            for (Link link : some) {
                sources.computeIfAbsent(link.to(), to -> new ArrayList<>())
                        .add(new Source(link.from().table(), link.from().column()));
            }
        }
    }

    /** The constants that a column may equal, none when no row is used; null when unknown. */
    public @Nullable List<Constant> constantsOf(int table, String column) {
        Known value = known.get(new Place(table, column.toLowerCase(Locale.ROOT)));
        return value == null ? null : value.constants();
    }

    /**
     * Whether every used row of the tables has, in its key, the value of the root row that it is used with: then all of
     * them are on the shard of that row.
     *
     * @param keys the key columns of the tables to check
     */
    public boolean bindsAll(int root, String column, Map<Integer, String> keys) {
        Set<Place> reached = new HashSet<>();
        reached.add(new Place(root, column.toLowerCase(Locale.ROOT)));
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Link link : links) {
                changed |= reached.contains(link.from()) && reached.add(link.to());
            }
        }
        return keys.entrySet().stream()
                .allMatch(key ->
                        reached.contains(new Place(key.getKey(), key.getValue().toLowerCase(Locale.ROOT))));
    }

    /** A column that has all values of another table's key. */
    public record Source(int table, String column) {}

    /** The columns, names in lower case, that bind a column: its rows are used only together with one of theirs. */
    public List<Source> sourcesOf(int table, String column) {
        return sources.getOrDefault(new Place(table, column.toLowerCase(Locale.ROOT)), List.of());
    }

    private void add(Condition condition, Set<Integer> binds) {
        switch (condition) {
            case Condition.OneOf(Span span, List<Operand> values)
            when values.size() == 1 && values.get(0) instanceof Operand.Query(int block, Span query) -> {
                Place to = placeAt(span);
                Place from = selectedBy(block);
                if (to != null && from != null && binds.contains(to.table())) {
                    subqueries.add(new Link(from, to));
                }
            }
            case Condition.Equal(Span span, Operand.OtherColumn other) -> {
                link(placeAt(span), placeAt(other.span()), binds);
                link(placeAt(other.span()), placeAt(span), binds);
                linkToDerived(span, other.span(), binds);
                linkToDerived(other.span(), span, binds);
            }
            default ->
                constants(condition).forEach((place, value) -> {
                    if (binds.contains(place.table())) {
                        learn(known, place, value);
                    }
                });
        }
    }

    /** The one column that a subquery selects. */
    private @Nullable Place selectedBy(int block) {
        List<SelectedItem> items =
                facts.items().stream().filter(item -> item.block() == block).toList();
        if (items.size() != 1 || !items.get(0).column()) {
            return null;
        }
        return facts.columns().stream()
                .filter(column -> items.get(0).equals(column.item()))
                .map(names::origin)
                .filter(Objects::nonNull)
                .map(origin -> placeOf(origin.use(), origin.column()))
                .findFirst()
                .orElse(null);
    }

    /**
     * Of three tables with a column of that name, USING doesn't tell which two are meant; in an outer join, one side
     * has NULLs.
     */
    private void linkUsing(ColumnUse column, QueryBlock block) {
        List<TableUse> with = block.tables().stream()
                .filter(use -> Names.hasColumn(names.table(use), column.name()))
                .toList();
        boolean clear = block.tables().stream()
                .noneMatch(use -> use.nullable() || names.table(use).columns().isEmpty());
        if (!clear || with.isEmpty()) {
            return;
        }
        Place first = placeOf(with.getFirst(), column);
        if (with.size() == 2 && block.derived().isEmpty()) {
            Place second = placeOf(with.get(1), column);
            if (comparesAlike(first, second)) {
                links.add(new Link(first, second));
                links.add(new Link(second, first));
            }
        } else if (with.size() == 1 && block.derived().size() == 1) {
            Names.Origin origin = names.origin(block.derived().getFirst(), column.name());
            if (origin != null) {
                subqueries.add(new Link(placeOf(origin.use(), origin.column()), first));
            }
        }
    }

    private static Place placeOf(TableUse use, ColumnUse column) {
        return new Place(use.number(), column.name().toLowerCase(Locale.ROOT));
    }

    /** The values of a derived table's column are among those of the column that it comes from. */
    private void linkToDerived(Span derived, Span column, Set<Integer> binds) {
        ColumnUse use = names.columnAt(derived);
        Names.Origin origin =
                use != null && names.owner(use) instanceof Names.Owner.OfDerived ? names.origin(use) : null;
        Place to = placeAt(column);
        if (origin != null && to != null && binds.contains(to.table())) {
            subqueries.add(new Link(placeOf(origin.use(), origin.column()), to));
        }
    }

    private void link(@Nullable Place from, @Nullable Place to, Set<Integer> binds) {
        if (from != null && to != null && binds.contains(to.table()) && comparesAlike(from, to)) {
            links.add(new Link(from, to));
        }
    }

    /** Whether equal values of the two lead to one shard, or the same constants do. */
    private boolean comparesAlike(Place one, Place other) {
        return switch (keyspace) {
            // A column compared with ids is compared as an integer.
            case Keyspace.Id ids -> true;
            case Keyspace.Mod mod -> {
                Table first = tableOf(one);
                Table second = tableOf(other);
                yield (first.name().equals(second.name()) && one.column().equals(other.column()))
                        || KeyColumn.of(first, one.column()).comparesAlike(KeyColumn.of(second, other.column()));
            }
        };
    }

    private Table tableOf(Place place) {
        return facts.blocks().stream()
                .flatMap(block -> block.tables().stream())
                .filter(use -> use.number() == place.table())
                .map(names::table)
                .findFirst()
                .orElseThrow();
    }

    /** The constants in a condition without other columns. */
    private Map<Place, Known> constants(Condition condition) {
        Map<Place, Known> found = new HashMap<>();
        switch (condition) {
            case Condition.Equal(Span span, Operand value) -> put(found, span, List.of(value), true);
            case Condition.OneOf(Span span, List<Operand> values) -> put(found, span, values, false);
            case Condition.Either(List<List<Condition>> branches) -> found.putAll(inEveryBranch(branches));
            case Condition other -> {}
        }
        return found;
    }

    private void put(Map<Place, Known> found, Span column, List<Operand> values, boolean exact) {
        Place place = placeAt(column);
        if (place == null) {
            return;
        }
        List<Constant> constants = new ArrayList<>();
        for (Operand value : values) {
            switch (value) {
                case Operand.Constant(int anchor, boolean negative, Span span) ->
                    constants.add(new Constant(anchor, negative));
                case Operand.ConstantList(int anchor, Span span) -> constants.add(new Constant(anchor, false));
                case Operand.Null nothing -> {} // Nothing equals NULL, so NULL adds no constant.
                default -> {
                    return;
                }
            }
        }
        learn(found, place, new Known(constants, exact));
    }

    /** A OR b: a column is known when each branch knows it, and may equal the constants of any. */
    private Map<Place, Known> inEveryBranch(List<List<Condition>> branches) {
        Map<Place, Known> common = null;
        for (List<Condition> branch : branches) {
            Map<Place, Known> inBranch = new HashMap<>();
            for (Condition condition : branch) {
                constants(condition).forEach((place, value) -> learn(inBranch, place, value));
            }
            if (common == null) {
                common = inBranch;
            } else {
                common.keySet().retainAll(inBranch.keySet());
                common.replaceAll((place, value) -> {
                    List<Constant> both = new ArrayList<>(value.constants());
                    Known other = inBranch.get(place);
                    both.addAll(other == null ? List.of() : other.constants());
                    return new Known(both, false);
                });
            }
        }
        return common == null ? Map.of() : common;
    }

    /** The first equation wins; a choice gives way to an equation. */
    private static boolean learn(Map<Place, Known> known, Place place, Known value) {
        Known before = known.get(place);
        if (before != null && (before.exact() || !value.exact())) {
            return false;
        }
        known.put(place, value);
        return true;
    }

    private @Nullable Place placeAt(Span span) {
        ColumnUse column = names.columnAt(span);
        return column != null && names.owner(column) instanceof Names.Owner.Of(var use, var table)
                ? new Place(use.number(), column.name().toLowerCase(Locale.ROOT))
                : null;
    }
}
