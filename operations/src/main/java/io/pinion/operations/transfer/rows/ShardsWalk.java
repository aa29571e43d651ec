package io.pinion.operations.transfer.rows;

import io.pinion.operations.engine.OperationRefused;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks at one shard after the other, at first at those that have the rows and then at those that get them. A value of
 * each row says where on the other side it has to be, so that no other shard is asked. Blocks; for one thread.
 */
final class ShardsWalk implements RowWalk {
    private static final int PART_ROWS = 2_000;

    /** What a part has in memory of tables whose rows are on every shard. */
    private static final int MOST_COPIES = 50_000;

    private final RowSide source;
    private final RowSide target;

    /** Where rows were found that have no business there. */
    private final Map<CarriedKey, Set<RowPlace>> strays = new HashMap<>();

    ShardsWalk(RowSide source, RowSide target) {
        this.source = source;
        this.target = target;
    }

    @Override
    public void all(CarriedTable table, PlacedRows placed, Part listener) throws SQLException, OperationRefused {
        int part = table.placing() instanceof Placing.Everywhere
                ? Math.clamp(MOST_COPIES / target.places().size(), 1, PART_ROWS)
                : PART_ROWS;
        for (RowPlace place : source.of(table)) {
            placed.pages(
                    table,
                    place,
                    part,
                    (range, rows) -> listener.compared(rows.size(), carried(table, place, rows, placed)));
        }
        List<RowPlace> places = table.placing() instanceof Placing.OnOneShard ? target.of(table) : target.places();
        for (RowPlace place : places) {
            placed.pages(
                    table, place, PART_ROWS, (range, rows) -> listener.compared(0, extra(table, place, rows, placed)));
        }
    }

    /** The rows of a shard that aren't the same where they have to be. */
    private Map<CarriedKey, String> carried(
            CarriedTable table, RowPlace place, Map<List<String>, List<PlacedRows.Found>> rows, PlacedRows placed)
            throws SQLException, OperationRefused {
        Map<RowPlace, Set<List<String>>> asked = new LinkedHashMap<>();
        rows.forEach((key, row) -> ask(asked, target.may(table, row.getFirst().shardKey()), key));
        Map<List<String>, List<PlacedRows.Found>> there = find(table, asked, placed);
        Map<CarriedKey, String> differing = new LinkedHashMap<>();
        for (Map.Entry<List<String>, List<PlacedRows.Found>> row : rows.entrySet()) {
            List<String> key = row.getKey();
            PlacedRows.Found here = row.getValue().getFirst();
            String what = source.may(table, here.shardKey()).contains(place)
                    ? difference(table, here, there.getOrDefault(key, List.of()))
                    : strayed(table, key, place);
            if (what != null) {
                differing.put(new CarriedKey(table.name(), key), what);
            }
        }
        return differing;
    }

    private @Nullable String difference(CarriedTable table, PlacedRows.Found here, List<PlacedRows.Found> there) {
        return PlacedDifference.of(here.sum(), target.may(table, here.shardKey()), there);
    }

    private String strayed(CarriedTable table, List<String> key, RowPlace place) {
        strays.computeIfAbsent(new CarriedKey(table.name(), key), of -> new LinkedHashSet<>())
                .add(place);
        return "on the wrong shard, in " + place;
    }

    /** The rows of a shard that come from no other, or belong elsewhere. */
    private Map<CarriedKey, String> extra(
            CarriedTable table, RowPlace place, Map<List<String>, List<PlacedRows.Found>> rows, PlacedRows placed)
            throws SQLException, OperationRefused {
        Map<RowPlace, Set<List<String>>> asked = new LinkedHashMap<>();
        rows.forEach(
                (key, row) -> ask(asked, placesOf(source, table, row.getFirst().shardKey()), key));
        Map<List<String>, List<PlacedRows.Found>> from = find(table, asked, placed);
        Map<CarriedKey, String> differing = new LinkedHashMap<>();
        rows.forEach((key, row) -> {
            if (!target.may(table, row.getFirst().shardKey()).contains(place)) {
                differing.put(new CarriedKey(table.name(), key), strayed(table, key, place));
            } else if (!from.containsKey(key)) {
                differing.put(new CarriedKey(table.name(), key), "extra in " + place);
            }
        });
        return differing;
    }

    private static List<RowPlace> placesOf(RowSide side, CarriedTable table, byte @Nullable [] shardKey) {
        return table.placing() instanceof Placing.ByKey ? side.may(table, shardKey) : side.of(table);
    }

    @Override
    public Map<CarriedKey, String> again(CarriedTable table, List<List<String>> keys, PlacedRows placed)
            throws SQLException, OperationRefused {
        Map<CarriedKey, String> differing = new LinkedHashMap<>();
        for (List<List<String>> some : table.parts(keys)) {
            Map<RowPlace, Set<List<String>>> sources = new LinkedHashMap<>();
            Map<RowPlace, Set<List<String>>> targets = new LinkedHashMap<>();
            for (List<String> key : some) {
                byte[] shardKey = table.shardKeyIn(key);
                ask(sources, placesOf(source, table, shardKey), key);
                ask(targets, target.may(table, shardKey), key);
                for (RowPlace stray : strays.getOrDefault(new CarriedKey(table.name(), key), Set.of())) {
                    ask(stray.side() == source.side() ? sources : targets, List.of(stray), key);
                }
            }
            Map<List<String>, List<PlacedRows.Found>> here = find(table, sources, placed);
            Map<List<String>, List<PlacedRows.Found>> there = find(table, targets, placed);
            for (List<String> key : some) {
                String what =
                        differenceOf(table, here.getOrDefault(key, List.of()), there.getOrDefault(key, List.of()));
                if (what != null) {
                    differing.put(new CarriedKey(table.name(), key), what);
                }
            }
        }
        return differing;
    }

    private @Nullable String differenceOf(
            CarriedTable table, List<PlacedRows.Found> here, List<PlacedRows.Found> there) {
        if (here.isEmpty()) {
            return there.isEmpty() ? null : "extra in " + there.getFirst().place();
        }
        for (PlacedRows.Found row : here) {
            if (!placesOf(source, table, row.shardKey()).contains(row.place())) {
                return "on the wrong shard, in " + row.place();
            }
        }
        return difference(table, here.getFirst(), there);
    }

    private static void ask(Map<RowPlace, Set<List<String>>> asked, Collection<RowPlace> places, List<String> key) {
        places.forEach(place ->
                asked.computeIfAbsent(place, at -> new LinkedHashSet<>()).add(key));
    }

    private static Map<List<String>, List<PlacedRows.Found>> find(
            CarriedTable table, Map<RowPlace, Set<List<String>>> asked, PlacedRows placed)
            throws SQLException, OperationRefused {
        Map<RowPlace, SomeRows> rows = new LinkedHashMap<>();
        asked.forEach((place, keys) -> rows.put(place, new SomeRows.Of(keys)));
        return placed.find(table, rows);
    }
}
