package io.pinion.operations.transfer.rows;

import io.pinion.operations.transfer.binlog.SourcePlace;
import io.pinion.operations.transfer.form.ImportSide;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Compares every row of the database with the shards, both ways. Clients write meanwhile, and their changes are carried
 * between the parts: a row that differs is in doubt, and looked at again behind a place of the binary log that was read
 * later. What differs {@link #LOOKS} times in a row without a change is a difference. Blocks; for one thread.
 */
public final class ImportComparison {
    private static final int PART_ROWS = 5_000;

    /** What a part has in memory of tables whose rows are on every shard. */
    private static final int MOST_COPIES = 100_000;

    private static final int KEYS_AT_ONCE = 100;

    /** How long changes are carried behind a part, so that their backlog doesn't grow with the table. */
    private static final Duration BETWEEN_PARTS = Duration.ofSeconds(1);

    /** More of them don't fit in memory, and have another reason than clients. */
    private static final int MOST_IN_DOUBT = 100_000;

    private static final int LOOKS = 3;
    private static final int ROUNDS = 12;
    private static final long BETWEEN_ROUNDS_MILLIS = 50;

    private final List<CarriedTable> tables;
    private final RowPlace home;
    private final RowSide shards;
    private final ImportDirection direction;

    /** Whether clients' new rows are on any shard, as new objects are. */
    private final boolean freelyPlaced;

    private final Following following;
    private final Places places;
    private final Duration timeout;
    private final SharedPace pace;
    private long rows;
    private final Map<CarriedKey, String> inDoubt = new LinkedHashMap<>();

    ImportComparison(
            List<CarriedTable> tables,
            RowPlace home,
            RowSide shards,
            ImportDirection direction,
            boolean freelyPlaced,
            Following following,
            Places places,
            Duration timeout,
            SharedPace pace) {
        this.tables = tables;
        this.home = home;
        this.shards = shards;
        this.direction = direction;
        this.freelyPlaced = freelyPlaced;
        this.following = following;
        this.places = places;
        this.timeout = timeout;
        this.pace = pace;
    }

    /** Reads the places at which the servers are that are followed. */
    @FunctionalInterface
    interface Places {
        Map<String, SourcePlace> now() throws SQLException;
    }

    /**
     * A row that isn't the same on both sides, and isn't changed.
     *
     * @param what in words, with the place
     */
    public record Difference(CarriedKey row, String what) {
        /** In a message. */
        public static final int MOST_NAMED = 3;
    }

    /**
     * @param rows of the database that were compared
     * @param differences that no change explains
     * @param inDoubt rows that clients change so often that none of the looks was between two changes
     */
    public record Result(long rows, List<Difference> differences, Set<CarriedKey> inDoubt) {
        public Result {
            differences = List.copyOf(differences);
            inDoubt = Set.copyOf(inDoubt);
        }

        public boolean isEqual() {
            return differences.isEmpty() && inDoubt.isEmpty();
        }
    }

    /** Compares all rows. */
    Result all() throws SQLException, ImportBroken {
        try (ServerSessions sessions = new ServerSessions(timeout)) {
            PlacedRows placed = placed(sessions);
            for (CarriedTable table : tables) {
                walk(table, placed);
            }
            return settled(placed);
        }
    }

    /** Compares some rows. */
    Result of(Collection<CarriedKey> keys) throws SQLException, ImportBroken {
        try (ServerSessions sessions = new ServerSessions(timeout)) {
            rows = keys.size();
            keys.forEach(key -> inDoubt.put(key, ""));
            return settled(placed(sessions));
        }
    }

    /** Rows are compared as the side has them that they are brought to. */
    private PlacedRows placed(ServerSessions sessions) {
        return new PlacedRows(
                sessions,
                switch (direction) {
                    case FORTH -> ImportSide.SHARDS;
                    case BACK -> ImportSide.HOME;
                });
    }

    private void walk(CarriedTable table, PlacedRows placed) throws SQLException, ImportBroken {
        int part = table.placing() instanceof Placing.Everywhere ? copiedRows() : PART_ROWS;
        List<String> after = List.of();
        while (true) {
            Map<List<String>, List<PlacedRows.Found>> here = placed.first(table, home, after, part);
            List<String> upTo = here.size() < part ? List.of() : last(here.keySet());
            Map<List<String>, List<PlacedRows.Found>> there =
                    placed.find(table, shards.places(), new SomeRows.Between(after, upTo));
            inDoubt.putAll(compared(table, here, there));
            rows += here.size();
            requireFew();
            pace.wrote(here.size(), 0);
            following.carryWhatWaits(BETWEEN_PARTS);
            if (upTo.isEmpty()) {
                return;
            }
            after = upTo;
        }
    }

    private int copiedRows() {
        return Math.clamp(MOST_COPIES / shards.places().size(), 1, PART_ROWS);
    }

    private static List<String> last(Collection<List<String>> keys) {
        return new ArrayList<>(keys).getLast();
    }

    private void requireFew() throws ImportBroken {
        if (inDoubt.size() > MOST_IN_DOUBT) {
            throw ImportBroken.of("more than " + MOST_IN_DOUBT + " rows differ, the first "
                    + inDoubt.entrySet().iterator().next() + ": that is no work of clients; copy the tables anew");
        }
    }

    /** The rows that differ, and how. */
    private Map<CarriedKey, String> compared(
            CarriedTable table,
            Map<List<String>, List<PlacedRows.Found>> here,
            Map<List<String>, List<PlacedRows.Found>> there)
            throws ImportBroken {
        Map<CarriedKey, String> differing = new LinkedHashMap<>();
        for (Map.Entry<List<String>, List<PlacedRows.Found>> row : here.entrySet()) {
            PlacedRows.Found right = row.getValue().getFirst();
            List<PlacedRows.Found> found = there.getOrDefault(row.getKey(), List.of());
            String what = difference(right.sum(), wanted(table, row.getKey(), right, found), found);
            if (what != null) {
                differing.put(new CarriedKey(table.name(), row.getKey()), what);
            }
        }
        there.forEach((key, found) -> {
            if (!here.containsKey(key)) {
                differing.put(
                        new CarriedKey(table.name(), key),
                        switch (direction) {
                                    case FORTH -> "extra in ";
                                    case BACK -> "not in the old database, but in ";
                                }
                                + found.getFirst().place());
            }
        });
        return differing;
    }

    private List<RowPlace> wanted(
            CarriedTable table, List<String> key, PlacedRows.Found right, List<PlacedRows.Found> found)
            throws ImportBroken {
        boolean anywhere =
                direction == ImportDirection.BACK && freelyPlaced && table.placing() instanceof Placing.ByKey;
        return anywhere
                ? found.stream().map(PlacedRows.Found::place).limit(1).toList()
                : shards.of(table, key, right.shardKey());
    }

    private static @Nullable String difference(String sum, List<RowPlace> wanted, List<PlacedRows.Found> found) {
        if (wanted.isEmpty()) {
            return "missing on all shards";
        }
        if (wanted.size() == 1 && found.size() == 1 && isThere(wanted.getFirst(), sum, found.getFirst())) {
            return null;
        }
        Map<RowPlace, String> sums = new HashMap<>();
        for (PlacedRows.Found row : found) {
            if (sums.put(row.place(), row.sum()) != null) {
                return "twice in " + row.place();
            }
        }
        for (PlacedRows.Found row : found) {
            if (!wanted.contains(row.place())) {
                boolean twice = wanted.stream().anyMatch(sums::containsKey);
                return (twice ? "twice, also in " : "on the wrong shard, in ") + row.place();
            }
        }
        for (RowPlace place : wanted) {
            String other = sums.get(place);
            if (other == null) {
                return "missing in " + place;
            }
            if (!other.equals(sum)) {
                return "different in " + place;
            }
        }
        return null;
    }

    private static boolean isThere(RowPlace wanted, String sum, PlacedRows.Found found) {
        return found.place().equals(wanted) && found.sum().equals(sum);
    }

    /** Looks at what is in doubt again and again. */
    private Result settled(PlacedRows placed) throws SQLException, ImportBroken {
        Set<CarriedKey> touched = new HashSet<>();
        Map<CarriedKey, Integer> looks = new HashMap<>();
        List<Difference> differences = new ArrayList<>();
        following.tell(touched::add);
        try {
            for (int round = 0; round < ROUNDS && !inDoubt.isEmpty(); round++) {
                pause(round);
                touched.clear();
                if (!following.catchUpUnlessStalled(places.now(), timeout)) {
                    throw ImportBroken.of("no change of clients was carried within " + timeout.toSeconds() + " s");
                }
                look(placed, touched, looks, differences);
            }
        } finally {
            following.tell(null);
        }
        return new Result(rows, differences, inDoubt.keySet());
    }

    private void look(
            PlacedRows placed, Set<CarriedKey> touched, Map<CarriedKey, Integer> looks, List<Difference> differences)
            throws SQLException, ImportBroken {
        Map<CarriedKey, String> differing = again(placed);
        inDoubt.keySet().retainAll(differing.keySet());
        differing.forEach((key, what) -> {
            int times = touched.contains(key) ? 1 : looks.getOrDefault(key, 0) + 1;
            looks.put(key, times);
            inDoubt.put(key, what);
            if (times >= LOOKS) {
                differences.add(new Difference(key, what));
                inDoubt.remove(key);
            }
        });
    }

    private Map<CarriedKey, String> again(PlacedRows placed) throws SQLException, ImportBroken {
        Map<CarriedKey, String> differing = new LinkedHashMap<>();
        for (CarriedTable table : tables) {
            List<List<String>> keys = inDoubt.keySet().stream()
                    .filter(key -> key.table().equals(table.name()))
                    .map(CarriedKey::key)
                    .toList();
            for (int from = 0; from < keys.size(); from += KEYS_AT_ONCE) {
                Set<List<String>> some =
                        new LinkedHashSet<>(keys.subList(from, Math.min(keys.size(), from + KEYS_AT_ONCE)));
                SomeRows rows = new SomeRows.Of(some);
                differing.putAll(compared(
                        table, placed.find(table, List.of(home), rows), placed.find(table, shards.places(), rows)));
            }
        }
        return differing;
    }

    private static void pause(int round) throws ImportBroken {
        try {
            TimeUnit.MILLISECONDS.sleep(round == 0 ? 0 : BETWEEN_ROUNDS_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ImportBroken.interrupted(e);
        }
    }
}
