package io.pinion.operations.transfer.rows;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.transfer.rows.ImportComparison.Difference;
import io.pinion.operations.transfer.rows.ImportComparison.Result;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * On the way back, carries rows once more that the old database lacks, or has in another form: one that has given way to
 * another shard's row with its value of a unique key doesn't change when that one goes. No row gives way to them. Blocks;
 * for one thread.
 */
final class LackingRows {
    /** One may have to make room for another. */
    private static final int ROUNDS = 3;

    /** More have another reason than two rows with one value. */
    private static final int MOST = 10_000;

    private final PlacesOfRows places;
    private final Following following;
    private final UniqueValues uniques;

    /** Why the database refuses rows. */
    private final Map<CarriedKey, String> refused = new HashMap<>();

    LackingRows(
            List<CarriedTable> tables, RowPlace home, RowSide shards, Following following, ServerSessions sessions) {
        this.places = new PlacesOfRows(tables, shards, sessions);
        this.following = following;
        this.uniques = new UniqueValues(home, places, sessions);
    }

    /** Compares some rows. */
    @FunctionalInterface
    interface CompareAgain {
        Result of(Collection<CarriedKey> rows) throws SQLException, OperationRefused;
    }

    /** The outcome of a comparison of all rows, behind another one of those that differed. */
    Result carried(Result all, CompareAgain comparison) throws SQLException, OperationRefused {
        Result now = all;
        for (int round = 0; round < ROUNDS && isLacking(now); round++) {
            Set<CarriedKey> rows = new LinkedHashSet<>();
            now.differences().forEach(difference -> rows.add(difference.row()));
            carry(rows);
            rows.addAll(now.inDoubt());
            Result again = comparison.of(rows);
            now = new Result(all.rows(), again.differences(), again.inDoubt());
        }
        return new Result(now.rows(), explained(now.differences()), now.inDoubt());
    }

    private boolean isLacking(Result result) {
        List<Difference> rows = result.differences();
        return !rows.isEmpty()
                && rows.size() <= MOST
                && !rows.stream().map(Difference::row).allMatch(refused::containsKey);
    }

    /** Each by itself, so that one that is refused keeps no other from coming. */
    private void carry(Set<CarriedKey> rows) throws SQLException, OperationRefused {
        refused.clear();
        for (Map.Entry<CarriedKey, RowPlace> row : placesOf(rows).entrySet()) {
            try {
                following.again(List.of(row.getKey()), row.getValue());
            } catch (RowRefused e) {
                refused.put(row.getKey(), e.row().why());
            }
        }
    }

    /** Of those that are on exactly one shard, or the same on all. */
    private Map<CarriedKey, RowPlace> placesOf(Collection<CarriedKey> rows) throws SQLException, OperationRefused {
        Map<CarriedKey, RowPlace> single = new LinkedHashMap<>();
        places.of(rows).forEach((row, there) -> {
            if (there.size() == 1) {
                single.put(row, there.getFirst());
            }
        });
        return single;
    }

    /** Those that are named tell what keeps them from the database. */
    private List<Difference> explained(List<Difference> all) throws SQLException, OperationRefused {
        List<Difference> named = new ArrayList<>(all);
        for (int i = 0; i < Math.min(named.size(), Difference.MOST_NAMED); i++) {
            Difference difference = named.get(i);
            CarriedKey row = difference.row();
            RowPlace place = placesOf(List.of(row)).get(row);
            String why = refused.getOrDefault(row, "");
            if (place != null) {
                why = uniques.taken(places.table(row), row, place).orElse(why);
            }
            named.set(i, why.isEmpty() ? difference : new Difference(row, difference.what() + ": " + why));
        }
        return named;
    }
}
