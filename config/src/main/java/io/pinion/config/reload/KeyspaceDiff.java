package io.pinion.config.reload;

import io.pinion.routing.catalog.HashedNumbers;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.Resharding;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.catalog.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The steps from one definition of a keyspace to another. */
final class KeyspaceDiff {
    private final String name;
    private final List<String> steps = new ArrayList<>();

    private KeyspaceDiff(String name) {
        this.name = name;
    }

    static List<String> between(Keyspace old, Keyspace next) {
        KeyspaceDiff diff = new KeyspaceDiff(next.name());
        switch (next) {
            case Keyspace.Id id when old instanceof Keyspace.Id before -> diff.sharded(before, id);
            case Keyspace.Mod mod when old instanceof Keyspace.Mod before -> diff.mod(before, mod);
            case Keyspace.Single single
            when old instanceof Keyspace.Single before -> diff.change("pair", before.pair(), single.pair());
            case Keyspace.Sharded sharded
            when old instanceof Keyspace.Single before && sharded.isSeenAs(before) ->
                diff.steps.add("import " + before.name() + " from pair " + before.pair());
            case Keyspace.Single single
            when old instanceof Keyspace.Sharded before && before.isSeenAs(single) ->
                diff.steps.add("give the import of " + single.name() + " from pair " + single.pair() + " up");
            default -> diff.redefine("kind " + kind(old) + " → " + kind(next));
        }
        // Open transactions keep the mode under which they began.
        diff.change(
                "transactions", old.transactions().word(), next.transactions().word());
        return diff.steps;
    }

    private void change(String field, String old, String next) {
        if (!old.equals(next)) {
            steps.add("change keyspace " + name + ": " + field + " " + old + " → " + next);
        }
    }

    private static String kind(Keyspace keyspace) {
        return switch (keyspace) {
            case Keyspace.Id id -> "id";
            case Keyspace.Mod mod -> "mod";
            case Keyspace.Single single -> "single";
        };
    }

    private void mod(Keyspace.Mod old, Keyspace.Mod next) {
        if (isHandedOver(old, next)) {
            steps.add("hand keyspace " + name + " over to its other shards: " + old.shards() + " by "
                    + old.function().name() + ", databases " + old.databases() + " → "
                    + next.shards() + " by " + next.function().name() + ", databases " + next.databases());
            return;
        }
        change("other shards", resharding(old), resharding(next));
        List<String> what = new ArrayList<>();
        TopologyDiff.note(what, "shards", old, next, mod -> Integer.toString(mod.shards()));
        TopologyDiff.note(what, "hash", old, next, mod -> mod.function().name());
        TopologyDiff.note(
                what, "key_charset", old, next, mod -> mod.keyEncoding().charset());
        TopologyDiff.note(what, "fold", old, next, mod -> mod.keyEncoding().foldLower() ? "lower" : "none");
        if (!what.isEmpty()) {
            redefine(String.join(", ", what));
        }
        sharded(old, next);
    }

    /** Whether the rows are on the shards that the old definition says they are carried to. */
    private static boolean isHandedOver(Keyspace.Mod old, Keyspace.Mod next) {
        return old.resharding().filter(other -> !other.former()).isPresent()
                && old.resharded().equals(next);
    }

    private static String resharding(Keyspace.Mod keyspace) {
        return keyspace.resharding().map(Resharding::toString).orElse("none");
    }

    private void importing(Keyspace.Sharded old, Keyspace.Sharded next) {
        if (old.isImporting() != next.isImporting()) {
            String database = (next.isImporting() ? next : old)
                    .importing()
                    .map(importing -> "the database " + importing.place())
                    .orElseThrow();
            steps.add(
                    next.isImporting()
                            ? "give the name " + name + " back to " + database + "; the keyspace gets its rows"
                            : "give the name " + name + " to the keyspace, which has the rows of " + database);
        } else {
            change("old database", oldDatabase(old), oldDatabase(next));
        }
    }

    private static String oldDatabase(Keyspace.Sharded keyspace) {
        return keyspace.importing().map(Importing::place).orElse("none");
    }

    private void sharded(Keyspace.Sharded old, Keyspace.Sharded next) {
        importing(old, next);
        if (!old.databases().equals(next.databases())) {
            redefine("database " + old.databases() + " → " + next.databases());
        }
        change("scatter", old.scatter().words(), next.scatter().words());
        ranges(old.ranges(), next.ranges());
        tables(old, next);
    }

    /** Pinion looks for rows that are stored already in another place, or doesn't find them. */
    private void redefine(String what) {
        steps.add("DANGER: redefine keyspace " + name + ": " + what
                + "; stored rows stay where the old definition put them");
    }

    private void ranges(RangeTable old, RangeTable next) {
        runs(old, next, RangeTable::pairOf).forEach(this::placed);
        runs(old, next, RangeTable::isHeld)
                .forEach(run -> steps.add((Boolean.TRUE.equals(run.to()) ? "hold" : "release") + " statements for "
                        + shards(run.first(), run.last())));
        weights(old, next);
    }

    /**
     * The changes, one for consecutive shards that change alike. Between two neighbouring bounds of either table all
     * shards are alike.
     */
    private static <V> List<Run<V>> runs(RangeTable old, RangeTable next, BiFunction<RangeTable, Integer, V> value) {
        TreeSet<Integer> firsts = new TreeSet<>();
        firsts.add(0);
        for (RangeTable table : List.of(old, next)) {
            for (ShardRange range : table.ranges()) {
                firsts.add(range.first());
                firsts.add(range.last() + 1);
            }
        }
        List<Run<V>> runs = new ArrayList<>();
        for (int first : firsts) {
            Integer following = firsts.higher(first);
            int last = following == null ? ShardId.MAX : following - 1;
            V from = value.apply(old, first);
            V to = value.apply(next, first);
            if (!runs.isEmpty() && runs.getLast().continues(from, to)) {
                runs.add(new Run<>(runs.removeLast().first(), last, from, to));
            } else {
                runs.add(new Run<>(first, last, from, to));
            }
        }
        runs.removeIf(run -> Objects.equals(run.from(), run.to()));
        return runs;
    }

    /** Consecutive shards that have one value before and one after; a pair is null where a shard is not open. */
    private record Run<V>(
            int first, int last, @Nullable V from, @Nullable V to) {
        boolean continues(@Nullable V nextFrom, @Nullable V nextTo) {
            return Objects.equals(from, nextFrom) && Objects.equals(to, nextTo);
        }
    }

    private void placed(Run<@Nullable String> run) {
        String shards = shards(run.first(), run.last());
        String from = run.from();
        String to = run.to();
        if (from != null && to != null) {
            steps.add("move " + shards + " from " + from + " to " + to);
        } else if (to != null) {
            steps.add("open " + shards + " on " + to);
        } else if (from != null) {
            steps.add("close " + shards + " on " + from);
        }
    }

    /**
     * Compares the weights of ranges that have the same shards in both tables; a range with new bounds has a new weight
     * anyway.
     */
    private void weights(RangeTable old, RangeTable next) {
        Map<String, Integer> weights = new HashMap<>();
        for (ShardRange before : old.ranges()) {
            weights.put(shards(before.first(), before.last()), before.insertWeight());
        }
        for (ShardRange after : next.ranges()) {
            String shards = shards(after.first(), after.last());
            Integer weight = weights.get(shards);
            if (weight != null && weight != after.insertWeight()) {
                steps.add("change the insert weight of " + shards + " from " + weight + " to " + after.insertWeight());
            }
        }
    }

    private String shards(int first, int last) {
        return (first == last ? "shard " + first : "shards " + first + " to " + last) + " of " + name;
    }

    private void tables(Keyspace.Sharded old, Keyspace.Sharded next) {
        new TreeMap<>(next.tables()).forEach((tableName, table) -> {
            Table before = old.table(tableName);
            if (before == null) {
                steps.add("add table " + name + "." + tableName);
            } else if (!before.equals(table)) {
                steps.add("change table " + name + "." + tableName + ": " + whatChanges(before, table));
            }
        });
        for (String tableName : new TreeSet<>(old.tables().keySet())) {
            if (!next.tables().containsKey(tableName)) {
                steps.add("remove table " + name + "." + tableName);
            }
        }
    }

    private static String whatChanges(Table old, Table next) {
        List<String> what = new ArrayList<>();
        TopologyDiff.note(what, "rows", old, next, KeyspaceDiff::placement);
        if (!old.columns().equals(next.columns())) {
            what.add("columns");
        }
        return String.join(", ", what);
    }

    private static String placement(Table table) {
        return switch (table) {
            case Table.ObjectTable object ->
                "of type " + object.type()
                        + object.colocation()
                                .text()
                                .map(place -> " with " + place)
                                .orElse("") + hashed(object.hashed());
            case Table.MappingTable mapping ->
                "from " + mapping.fromColumn() + " with ids in " + new TreeSet<>(mapping.idColumns());
            case Table.HashedTable hashed -> "by " + hashed.keyColumn();
            case Table.ReferenceTable reference -> "on every shard";
            case Table.SingleTable single -> "on shard " + single.shard();
        };
    }

    private static String hashed(Optional<HashedNumbers> numbers) {
        return numbers.map(hashed -> " by local_id through " + hashed.through() + " of " + hashed.shards() + " shards")
                .orElse("");
    }
}
