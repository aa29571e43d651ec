package io.pinion.routing.advice;

import io.pinion.routing.advice.ArticleRows.Arising;
import io.pinion.routing.advice.ArticleRows.Mappings;
import io.pinion.routing.advice.ArticleRows.Objects;
import io.pinion.routing.advice.ArticleRows.Reference;
import io.pinion.routing.advice.ArticleRows.Single;
import io.pinion.routing.advice.ArticleRows.Skipped;
import io.pinion.routing.advice.UnshardedTable.ParentKey;
import io.pinion.routing.advice.UnshardedTable.TableKey;
import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.KeyType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an import could make of a database for an application that is ready to change its keys: tables that count their
 * rows become objects, those whose primary key begins with the number of one become mappings, and further mappings let
 * an object's own be found on its shard. Decides by definitions alone.
 */
public final class ArticleDraft {
    private final UnshardedSchema schema;
    private final Map<String, Declaration> declarations;
    private final Map<String, ArticleRows> rows = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    /** @param proposal says which tables are small and everywhere */
    public ArticleDraft(Proposal proposal) {
        this.schema = proposal.schema();
        this.declarations = proposal.declarations();
        int type = 1;
        for (UnshardedTable table : schema.tables().values()) {
            if (isObjects(table)) {
                rows.put(
                        table.name(),
                        new Objects(
                                type++,
                                ids(table),
                                isPerShard(table, table.primaryKey().getFirst())));
            } else {
                rows.put(table.name(), others(table));
            }
        }
        schema.tables().values().forEach(this::arising);
    }

    /** By the name of the table; those that the database has first, in their order. */
    public Map<String, ArticleRows> rows() {
        return Collections.unmodifiableMap(rows);
    }

    /** What is to be decided by people, in sentences. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    private boolean isObjects(UnshardedTable table) {
        return !(declarations.get(table.name()) instanceof Declaration.ReferenceRows) && table.isCounted();
    }

    private ArticleRows others(UnshardedTable table) {
        Map<String, String> ids = ids(table);
        List<String> primary = table.primaryKey();
        if (declarations.get(table.name()) instanceof Declaration.ReferenceRows && ids.isEmpty()) {
            return new Reference();
        }
        if (primary.isEmpty()) {
            notes.add(table.name()
                    + " has no primary key, by which its rows could be compared: the draft leaves it behind");
            return new Skipped();
        }
        String first = primary.getFirst();
        if (ids.containsKey(first) && primary.stream().allMatch(column -> isInteger(table.column(column)))) {
            return new Mappings(first, ids, isPerShard(table, first));
        }
        if (primary.stream().anyMatch(ids::containsKey)) {
            notes.add("the primary key (" + String.join(", ", primary) + ") of " + table.name()
                    + " has ids, and doesn't begin with them or has more than integers: the draft leaves the table"
                    + " behind, so give it another key");
            return new Skipped();
        }
        return new Single(ids);
    }

    private static boolean isInteger(@Nullable Column column) {
        return column != null && KeyType.of(column.type()) == KeyType.INTEGER;
    }

    private static boolean isPerShard(UnshardedTable table, String key) {
        return !table.uniquePerShard(new Declaration.HashedRows(key, Optional.empty()))
                .isEmpty();
    }

    // --- references

    /** The columns that name rows of object tables: by a foreign key, or by the name of a table and {@code _id}. */
    private Map<String, String> ids(UnshardedTable table) {
        Map<String, String> ids = new LinkedHashMap<>();
        for (Column column : table.columns()) {
            if (isInteger(column) && !table.counts(column.name())) {
                parent(table, column.name())
                        .or(() -> schema.namedAfter(column.name()))
                        .filter(this::isObjects)
                        .ifPresent(objects -> ids.put(column.name(), objects.name()));
            }
        }
        return ids;
    }

    private Optional<UnshardedTable> parent(UnshardedTable table, String column) {
        for (ParentKey key : table.parents()) {
            for (int place = 0; place < key.columns().size(); place++) {
                if (key.columns().get(place).equalsIgnoreCase(column)) {
                    String named = key.parentColumns().get(place);
                    return schema.table(key.parent()).filter(parent -> parent.counts(named));
                }
            }
        }
        return Optional.empty();
    }

    private static String one(String column) {
        return column.endsWith(UnshardedSchema.ID_SUFFIX)
                ? column.substring(0, column.length() - UnshardedSchema.ID_SUFFIX.length())
                : column;
    }

    // --- mappings that arise

    private void arising(UnshardedTable table) {
        switch (rows.get(table.name())) {
            case Objects objects ->
                objects.ids()
                        .forEach((column, owner) -> arises(
                                table,
                                column,
                                one(column) + "_has_" + table.name(),
                                List.of(column, table.primaryKey().getFirst())));
            case Mappings(String from, Map<String, String> ids, boolean perShard) -> {
                List<String> key = table.primaryKey();
                key.stream().skip(1).filter(ids::containsKey).forEach(column -> {
                    List<String> columns = new ArrayList<>(List.of(column));
                    key.stream().filter(other -> !other.equals(column)).forEach(columns::add);
                    arises(table, column, one(column) + "_in_" + ids.get(from), columns);
                });
            }
            case null, default -> {}
        }
    }

    /** @param columns of the table, the first of which the mapping begins at */
    private void arises(UnshardedTable table, String from, String name, List<String> columns) {
        if (rows.containsKey(name)) {
            return;
        }
        boolean indexed = table.keys().stream()
                .map(TableKey::columns)
                .anyMatch(key -> key.size() <= columns.size() && key.equals(columns.subList(0, key.size())));
        if (!indexed) {
            notes.add("a mapping " + name + " could arise from " + table.name() + " if that had an index of " + from
                    + " alone: ALTER TABLE " + table.name() + " ADD INDEX (" + from + ")");
            return;
        }
        Map<String, String> named = new LinkedHashMap<>();
        columns.forEach(column -> named.put(nameOf(table, column), column));
        rows.put(name, new Arising(from, table.name(), named));
    }

    /** A mapping says of whom its ids are; a table doesn't of its own. */
    private static String nameOf(UnshardedTable table, String column) {
        if (!table.counts(column) || column.endsWith(UnshardedSchema.ID_SUFFIX)) {
            return column;
        }
        String name = table.name();
        String one = name.endsWith("ies")
                ? name.substring(0, name.length() - 3) + "y"
                : name.endsWith("s") ? name.substring(0, name.length() - 1) : name;
        return one + UnshardedSchema.ID_SUFFIX;
    }
}
