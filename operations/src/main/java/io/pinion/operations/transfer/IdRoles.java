package io.pinion.operations.transfer;

import io.pinion.config.document.NearestName;
import io.pinion.operations.transfer.SourceTable.SourceColumn;
import io.pinion.operations.transfer.TableRole.ObjectRole;
import io.pinion.operations.transfer.TablesDocument.Wish;
import io.pinion.operations.transfer.form.NewNumbers;
import io.pinion.routing.catalog.HashedNumbers;
import io.pinion.routing.catalog.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides what becomes of integers that name rows: global ids. An id follows from the old integer alone, so that
 * nothing has to be kept of it and a reference needs no look at the row that it refers to. Decides without I/O.
 */
final class IdRoles {
    /** One within the database, as SHOW CREATE TABLE writes it: its columns, the parent and the parent's columns. */
    private static final Pattern FOREIGN_KEY = Pattern.compile("(?m)^\\s+CONSTRAINT `(?:[^`]|``)++` FOREIGN KEY"
            + " \\(((?:`[^`]+`(?:, )?)+)\\) REFERENCES `([^`]+)` \\(((?:`[^`]+`(?:, )?)+)\\)");

    private static final Pattern NEXT_NUMBER = Pattern.compile("\n\\).*? AUTO_INCREMENT=(\\d+)");
    private static final Pattern OTHER_DEFAULT = Pattern.compile("(?i) DEFAULT '?-?0*[1-9].*");

    private final SourceSchema source;
    private final TablesDocument document;
    private final int shards;
    private final List<String> problems;
    private final Map<Integer, String> types = new HashMap<>();

    /** @param problems gets those that are found */
    IdRoles(SourceSchema source, TablesDocument document, int shards, List<String> problems) {
        this.source = source;
        this.document = document;
        this.shards = shards;
        this.problems = problems;
    }

    /** What a table's rows are as objects; empty when that isn't known. */
    Optional<ObjectRole> object(SourceTable table, Wish.Objects wish) {
        String earlier = types.putIfAbsent(wish.type(), table.name());
        if (earlier != null) {
            problems.add("type " + wish.type() + " of " + table.name() + " is that of " + earlier
                    + ": each object table has its own");
        }
        Optional<SourceColumn> key = key(table, wish);
        if (key.isEmpty()) {
            return Optional.empty();
        }
        names(table, key.get().name());
        problems.addAll(IdExpressions.of(table).problems(key.get().name()));
        by(table, wish, key.get().name());
        if (!key.get().counts()) {
            problems.add("the key " + key.get().name() + " of " + table.name()
                    + " doesn't count, so that nothing says which numbers are given: make it AUTO_INCREMENT first");
        }
        return numbers(table, key.get())
                .map(found -> new ObjectRole(
                        wish.type(),
                        key.get().name(),
                        found,
                        Optional.of(new HashedNumbers(shards, found.first() - 1))
                                .filter(numbers ->
                                        !isPlacedByAnother(wish, key.get().name()))));
    }

    /** The key and all columns that refer to it must have room for a new row's number on the way back. */
    private Optional<NewNumbers> numbers(SourceTable table, SourceColumn key) {
        Map<String, String> types = new TreeMap<>(Map.of(key.name() + " of " + table.name(), key.type()));
        for (SourceTable other : source.tables()) {
            idsOf(other).forEach((name, objects) -> other.column(name)
                    .filter(column -> objects.equals(table.name()) && TableRoles.INTEGERS.contains(column.type()))
                    .ifPresent(column -> types.put(column.name() + " of " + other.name(), column.type())));
        }
        long next = next(table);
        Optional<NewNumbers> numbers = NewNumbers.of(types.values(), next, shards);
        if (numbers.isEmpty()) {
            List<String> small = types.entrySet().stream()
                    .filter(column -> NewNumbers.of(List.of(column.getValue()), next, shards)
                            .isEmpty())
                    .map(Map.Entry::getKey)
                    .toList();
            problems.add("too few numbers are left for new rows of " + table.name() + " on " + shards + " shards: make "
                    + String.join(" and ", small) + " BIGINT first");
        }
        return numbers;
    }

    private Map<String, String> idsOf(SourceTable table) {
        return document.wishes().getOrDefault(table.name(), new Wish.Skip()).ids();
    }

    private Optional<SourceColumn> key(SourceTable table, Wish.Objects wish) {
        List<String> primary = table.primaryKey();
        boolean whole = primary.size() == 1
                && wish.key().map(primary.getFirst()::equalsIgnoreCase).orElse(true);
        Optional<SourceColumn> key = whole ? table.column(primary.getFirst()) : Optional.empty();
        if (key.filter(column -> TableRoles.INTEGERS.contains(column.type())).isEmpty()) {
            problems.add("the primary key of " + table.name() + " is (" + String.join(", ", primary)
                    + "), and the key of objects is one integer: give it another, or make it a mapping");
            return Optional.empty();
        }
        return key;
    }

    /** What the row's id is called, and its part. */
    private void names(SourceTable table, String key) {
        for (String taken : List.of(Table.ObjectTable.LOCAL_ID, Table.ObjectTable.ID)) {
            if (!taken.equalsIgnoreCase(key) && table.column(taken).isPresent()) {
                problems.add("column " + taken + " of " + table.name()
                        + " has a name that objects have for their ids: RENAME COLUMN it first");
            }
        }
    }

    private static boolean isPlacedByAnother(Wish.Objects wish, String key) {
        return wish.by().filter(by -> !by.equalsIgnoreCase(key)).isPresent();
    }

    private void by(SourceTable table, Wish.Objects wish, String key) {
        Optional<String> user = document.wishes().entrySet().stream()
                .filter(entry -> entry.getValue().refersTo(table.name()))
                .map(Map.Entry::getKey)
                .findFirst();
        if (isPlacedByAnother(wish, key) && user.isPresent()) {
            problems.add(table.name() + " is placed by " + wish.by().orElseThrow() + ", and " + user.get()
                    + " refers to its rows by " + key + ", which must tell their ids: leave out \"by\", so that "
                    + key + " places them");
        }
    }

    /** What AUTO_INCREMENT would give; a table that had no row yet doesn't say it. */
    private static long next(SourceTable table) {
        Matcher stated = NEXT_NUMBER.matcher(table.definition());
        return stated.find() ? Long.parseLong(stated.group(1)) : 1;
    }

    // --- references

    /** Checks what is said of a table's references, and names their columns as the table does. */
    Map<String, String> references(SourceTable table, Map<String, String> ids) {
        Map<String, String> found = new HashMap<>();
        ids.forEach((name, objects) -> {
            if (!(document.wishes().get(objects) instanceof Wish.Objects)) {
                problems.add("column " + name + " of " + table.name() + " can't have ids of " + objects
                        + ", which is no object table: " + NearestName.cure(objects, objectTables()));
            }
            table.named(name, problems).ifPresent(column -> {
                reference(table, column);
                found.put(column.name(), objects);
            });
        });
        requireAllReferences(table, found.keySet());
        return found;
    }

    /** A column that keeps old integers beside new ids names nobody any more, and all rows compare equal nevertheless. */
    private void requireAllReferences(SourceTable table, Set<String> named) {
        Matcher keys = FOREIGN_KEY.matcher(table.definition());
        while (keys.find()) {
            List<String> columns = names(keys.group(1));
            List<String> parentColumns = names(keys.group(3));
            String parent = keys.group(2);
            for (int place = 0; place < Math.min(columns.size(), parentColumns.size()); place++) {
                String column = columns.get(place);
                String parentColumn = parentColumns.get(place);
                if (named.stream().noneMatch(column::equalsIgnoreCase)) {
                    namedBy(parent, parentColumn)
                            .ifPresent(objects -> problems.add("a foreign key says that " + column + " of "
                                    + table.name() + " refers to " + parentColumn + " of " + parent
                                    + ", which gets ids: name it in \"ids\": {\"" + column + "\": \"" + objects
                                    + "\"}, or drop the foreign key if the column shall keep the old numbers"));
                }
            }
        }
    }

    private static List<String> names(String list) {
        return List.of(list.replace("`", "").split(", "));
    }

    /** The object table whose ids a column has; empty when it keeps what it has. */
    private Optional<String> namedBy(String name, String column) {
        Wish wish = document.wishes().getOrDefault(name, new Wish.Skip());
        boolean isKey = wish instanceof Wish.Objects
                && source.tables().stream()
                        .filter(table -> table.name().equals(name))
                        .anyMatch(table -> table.primaryKey().stream().anyMatch(column::equalsIgnoreCase));
        return isKey
                ? Optional.of(name)
                : wish.ids().entrySet().stream()
                        .filter(entry -> entry.getKey().equalsIgnoreCase(column))
                        .map(Map.Entry::getValue)
                        .findFirst();
    }

    private List<String> objectTables() {
        return document.wishes().entrySet().stream()
                .filter(entry -> entry.getValue() instanceof Wish.Objects)
                .map(Map.Entry::getKey)
                .toList();
    }

    private void reference(SourceTable table, SourceColumn column) {
        problems.addAll(IdExpressions.of(table).problems(column.name()));
        String named = "column " + column.name() + " of " + table.name();
        if (!TableRoles.INTEGERS.contains(column.type()) || column.extra().contains("generated")) {
            problems.add(named + " can't have ids, being "
                    + (column.extra().contains("generated") ? "generated" : column.type())
                    + ": it has to be an integer that is written");
        }
        boolean stated = table.definition()
                .lines()
                .filter(line -> line.startsWith("  `" + column.name() + "` "))
                .anyMatch(line -> OTHER_DEFAULT.matcher(line).find());
        if (stated) {
            problems.add(named + " has a default that would be another id: ALTER TABLE " + table.name() + " ALTER "
                    + column.name() + " DROP DEFAULT first");
        }
    }

    /** Rows are found by their primary key in its order, which ids don't have. */
    void notInKey(SourceTable table, Map<String, String> ids) {
        ids.keySet().stream()
                .filter(column -> isInKey(table, column))
                .forEach(column -> problems.add("column " + column + " of the primary key of " + table.name()
                        + " can't have ids, unless the table is a mapping from it: give the table another key"));
    }

    private static boolean isInKey(SourceTable table, String column) {
        return table.primaryKey().stream().anyMatch(column::equalsIgnoreCase);
    }

    /** The objects that a row begins at are on its shard, where their ids have the order of the integers. */
    void mapping(SourceTable table, String from, Map<String, String> ids) {
        if (ids.keySet().stream().noneMatch(from::equalsIgnoreCase)) {
            problems.add("nothing says whose rows " + from + " of " + table.name() + " names: say \"ids\": {\"" + from
                    + "\": \"…\"}");
        }
        List<String> key = table.primaryKey();
        boolean hasIds = ids.keySet().stream().anyMatch(column -> isInKey(table, column));
        boolean integers = key.stream().allMatch(column -> table.column(column)
                .filter(found -> TableRoles.INTEGERS.contains(found.type()))
                .isPresent());
        if (hasIds && !(key.getFirst().equalsIgnoreCase(from) && integers)) {
            problems.add("the primary key (" + String.join(", ", key) + ") of " + table.name()
                    + " has ids, and so has to begin with " + from + " and to consist of integers: put them in that"
                    + " order, or give the table another key");
        }
    }
}
