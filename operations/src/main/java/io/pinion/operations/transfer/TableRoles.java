package io.pinion.operations.transfer;

import io.pinion.config.document.NearestName;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.transfer.TablesDocument.Numbers;
import io.pinion.operations.transfer.TablesDocument.Wish;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Decides what becomes of each table, by what the document says and what the source has. Collects all that is wrong at
 * once. Decides without I/O.
 */
final class TableRoles {
    static final Set<String> INTEGERS = Set.of("tinyint", "smallint", "mediumint", "int", "bigint");
    private static final String SAY = "say of it {\"key\": \"…\"}, \"reference\" or \"skip\"";

    private final SourceSchema source;
    private final TablesDocument document;
    private final Kind kind;
    private final IdRoles ids;
    private final List<TableRole> tables = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /** The tables that problems are about. */
    private final Set<String> troubled = new HashSet<>();

    /**
     * @param kind of the keyspace, which is sharded
     * @param shards how many it has
     */
    TableRoles(SourceSchema source, TablesDocument document, Kind kind, int shards) {
        this.source = source;
        this.document = document;
        this.kind = kind;
        this.ids = new IdRoles(source, document, shards, problems);
        if (kind == Kind.ID && document.wishes().isEmpty()) {
            problems.add("TABLES has to say which tables become objects and mappings: {\"users\": {\"object\": 1}, …}");
            return;
        }
        unknownNames();
        source.tables().forEach(table -> noting(table.name(), () -> table(table)));
        document.wishes().forEach((name, wish) -> noting(name, () -> arising(name, wish)));
        source.others().forEach(other -> noting(other.table(), () -> other(other)));
        source.outside().forEach(this::outside);
        if (tables.stream().noneMatch(TableRole::isCopied) && problems.isEmpty()) {
            problems.add("database " + source.database() + " has no table to import");
        }
    }

    /** In the order of their names; those with problems may be missing. */
    List<TableRole> tables() {
        return List.copyOf(tables);
    }

    private void noting(String table, Runnable decision) {
        int before = problems.size();
        decision.run();
        if (problems.size() > before) {
            troubled.add(table);
        }
    }

    /** Those without a problem of their own, or of a table that they need. */
    List<TableRole> whole() {
        List<TableRole> left = tables.stream()
                .filter(table -> !troubled.contains(table.name()))
                .toList();
        while (true) {
            Set<String> names = left.stream().map(TableRole::name).collect(Collectors.toSet());
            List<TableRole> whole = left.stream()
                    .filter(table -> names.containsAll(table.ids().values()) && isThere(table, names))
                    .toList();
            if (whole.size() == left.size()) {
                return whole;
            }
            left = whole;
        }
    }

    private static boolean isThere(TableRole table, Set<String> names) {
        return table.arising().isEmpty() || names.contains(table.source());
    }

    /** For people, each with its cure. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    private void unknownNames() {
        List<String> known =
                new ArrayList<>(source.tables().stream().map(SourceTable::name).toList());
        source.others().stream()
                .filter(other -> other.kind().equals("view"))
                .map(SourceSchema.Other::name)
                .forEach(known::add);
        source.outside().stream().map(SourceSchema.Outside::name).forEach(known::add);
        document.wishes().forEach((name, wish) -> {
            if (!known.contains(name) && !(wish instanceof Wish.Arising)) {
                problems.add("there is no table " + name + " in " + source.database() + ": "
                        + NearestName.cure(name, known));
            }
        });
    }

    private void arising(String name, Wish wish) {
        if (wish instanceof Wish.Arising arising) {
            requireIds(name, true);
            new ArisingRoles(source, List.copyOf(tables), problems)
                    .role(name, arising)
                    .ifPresent(tables::add);
        }
    }

    private void table(SourceTable table) {
        Wish wish = document.wishes().get(table.name());
        if (wish == null && !document.wishes().isEmpty()) {
            problems.add("TABLES doesn't name " + table.name() + ": " + SAY);
            return;
        }
        switch (wish == null ? new Wish.Hashed(Optional.empty(), new Numbers.AsBefore(), false) : wish) {
            case Wish.Skip skip -> tables.add(TableRole.skipped(table.name()));
            case Wish.Reference(Numbers numbers, var references) -> {
                requireIds(table.name(), !references.isEmpty());
                ids.notInKey(table, references);
                tables.add(
                        TableRole.reference(table.name(), sequence(table, numbers), ids.references(table, references)));
            }
            case Wish.Hashed hashed -> {
                if (kind == Kind.ID) {
                    problems.add("a keyspace of ids has no hashed tables, and " + table.name()
                            + " is one: say of it {\"object\": 1}, {\"mapping\": \"…\"}, \"single\", \"reference\" or"
                            + " \"skip\"");
                } else {
                    hashed(table, hashed);
                }
            }
            case Wish.Objects objects -> {
                requireIds(table.name(), true);
                objects(table, objects);
            }
            case Wish.Mappings mappings -> {
                requireIds(table.name(), true);
                mappings(table, mappings);
            }
            case Wish.Arising arising -> {
                // It is no table of the database.
            }
            case Wish.Single(var references) -> {
                requireIds(table.name(), true);
                ids.notInKey(table, references);
                table.countingColumn()
                        .ifPresent(column -> problems.add(table.name() + " counts its " + column
                                + " and would on one shard alone: make it an object table, or reference"));
                tables.add(TableRole.single(table.name(), ids.references(table, references)));
            }
        }
    }

    private void requireIds(String table, boolean hasIds) {
        if (hasIds && kind != Kind.ID) {
            problems.add("only a keyspace of ids has objects, mappings and ids, as " + table
                    + " shall have: IMPORT DATABASE " + source.database() + " AS ID …");
        }
    }

    private void objects(SourceTable table, Wish.Objects wish) {
        Optional<TableRole.ObjectRole> object = ids.object(table, wish);
        Map<String, String> references = ids.references(table, wish.ids());
        ids.notInKey(table, wish.ids());
        if (object.isEmpty()) {
            return;
        }
        String key = object.get().key();
        Optional<SourceTable.SourceColumn> by = table.named(wish.by().orElse(key), problems);
        by.ifPresent(column -> {
            key(table, column);
            if (!wish.perShard()) {
                // New objects are on any shard, also two with one value of the column that places those of before.
                uniqueKeys(table, key, Optional.empty());
            }
            tables.add(TableRole.objects(table.name(), column.name(), object.get(), references));
        });
    }

    private void mappings(SourceTable table, Wish.Mappings wish) {
        Optional<String> sequence = sequence(table, wish.numbers());
        Map<String, String> references = ids.references(table, wish.ids());
        table.named(wish.from(), problems).ifPresent(from -> {
            key(table, from);
            ids.mapping(table, from.name(), wish.ids());
            if (!wish.perShard()) {
                uniqueKeys(table, from.name(), sequence);
            }
            tables.add(TableRole.mappings(table.name(), from.name(), sequence, references));
        });
    }

    private void hashed(SourceTable table, Wish.Hashed wish) {
        Optional<String> sequence = sequence(table, wish.numbers());
        if (wish.key().isEmpty() && table.primaryKey().isEmpty()) {
            problems.add(table.name() + " has no primary key: " + SAY);
            return;
        }
        String named = wish.key().orElseGet(() -> table.primaryKey().getFirst());
        Optional<SourceTable.SourceColumn> column = table.named(named, problems);
        if (column.isEmpty()) {
            return;
        }
        key(table, column.get());
        if (!wish.perShard()) {
            uniqueKeys(table, column.get().name(), sequence);
        }
        tables.add(TableRole.hashed(table.name(), column.get().name(), sequence));
    }

    private void key(SourceTable table, SourceTable.SourceColumn key) {
        if (key.nullable()) {
            problems.add("key column " + key.name() + " of " + table.name()
                    + " may be NULL, which has no shard: take another column, or make it NOT NULL first");
        }
    }

    /** A sequence never gives a number twice, so that its keys are unique over all shards. */
    private void uniqueKeys(SourceTable table, String key, Optional<String> sequence) {
        for (Map.Entry<String, List<String>> unique : new TreeMap<>(table.uniqueKeys()).entrySet()) {
            boolean onOneShard = unique.getValue().stream()
                    .anyMatch(column -> column.equalsIgnoreCase(key) || column.equalsIgnoreCase(sequence.orElse("")));
            if (!onOneShard) {
                problems.add("the unique key " + unique.getKey() + " ("
                        + String.join(", ", unique.getValue()) + ") of " + table.name() + " is without the column "
                        + key + ", and so would be unique on each shard only: take another key, or say \"unique\":"
                        + " \"per shard\" if the application sees to it");
            }
        }
    }

    private Optional<String> sequence(SourceTable table, Numbers numbers) {
        return switch (numbers) {
            case Numbers.None none -> Optional.empty();
            case Numbers.AsBefore before -> table.countingColumn();
            case Numbers.Of(String named) -> {
                Optional<SourceTable.SourceColumn> column = table.named(named, problems);
                if (column.isEmpty()) {
                    yield Optional.empty();
                }
                if (!INTEGERS.contains(column.get().type())) {
                    problems.add("column " + column.get().name() + " of " + table.name()
                            + " can't have a sequence, being " + column.get().type() + ": take an integer");
                } else if (table.countingColumn()
                        .filter(named::equalsIgnoreCase)
                        .isEmpty()) {
                    problems.add("column " + column.get().name() + " of " + table.name()
                            + " can't have a sequence, since nothing says which numbers are given: make it"
                            + " AUTO_INCREMENT first");
                }
                yield column.map(SourceTable.SourceColumn::name);
            }
        };
    }

    /** Shards of a keyspace have tables alone. */
    private void other(SourceSchema.Other other) {
        boolean left =
                document.wishes().get(other.table().isEmpty() ? other.name() : other.table()) instanceof Wish.Skip;
        if (left) {
            return;
        }
        problems.add(
                switch (other.kind()) {
                    case "view" -> "view " + other.name() + " isn't carried over: say of it \"skip\"";
                    case "trigger" ->
                        "trigger " + other.name() + " of " + other.table()
                                + " wouldn't run on the shards: let the application do its work, and drop it";
                    case "foreign key" ->
                        "foreign key " + other.name() + " of " + other.table()
                                + " changes rows by itself (ON DELETE or ON UPDATE), which no binary log has: ALTER"
                                + " TABLE " + other.table() + " DROP FOREIGN KEY " + other.name()
                                + " first, and let the application do it";
                    default ->
                        other.kind() + " " + other.name()
                                + " isn't carried over, and a sharded keyspace has none: let the"
                                + " application do its work, and drop it";
                });
    }

    private void outside(SourceSchema.Outside outside) {
        if (!(document.wishes().get(outside.name()) instanceof Wish.Skip)) {
            problems.add(outside.kind() + " " + outside.name() + " names " + source.database()
                    + ", and would go on with the old database behind the hand-over: drop it first, or say of it"
                    + " \"skip\" if that is meant ({\"" + outside.name() + "\": \"skip\", …})");
        }
    }
}
