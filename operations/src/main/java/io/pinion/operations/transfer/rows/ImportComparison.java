package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.Pace;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.transfer.binlog.SourcePlace;
import io.pinion.operations.transfer.form.ImportSide;
import io.pinion.operations.work.Sleep;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares every row of the database with the shards, both ways. Clients write meanwhile, and their changes are carried
 * between the parts: a row that differs is in doubt, and looked at again behind a place of the binary log that was read
 * later. What differs {@link #LOOKS} times in a row without a change is a difference. Blocks; for one thread.
 */
public final class ImportComparison {

    /** How long changes are carried behind a part, so that their backlog doesn't grow with the table. */
    private static final Duration BETWEEN_PARTS = Duration.ofSeconds(1);

    /** Between two times at which changes are carried: a part may be a few rows of one of thousands of shards. */
    private static final Duration OFTEN = Duration.ofMillis(200);

    /** More of them don't fit in memory, and have another reason than clients. */
    private static final int MOST_IN_DOUBT = 100_000;

    private static final int LOOKS = 3;
    private static final int ROUNDS = 12;
    private static final long BETWEEN_ROUNDS_MILLIS = 50;

    private final List<CarriedTable> tables;
    private final RowWalk walk;
    private final ImportDirection direction;
    private final Following following;
    private final Places places;
    private final Duration timeout;
    private final Pace pace;
    private long rows;
    private long carried = System.nanoTime();
    private final Map<CarriedKey, String> inDoubt = new LinkedHashMap<>();

    ImportComparison(
            List<CarriedTable> tables,
            RowWalk walk,
            ImportDirection direction,
            Following following,
            Places places,
            Duration timeout,
            Pace pace) {
        this.tables = tables;
        this.walk = walk;
        this.direction = direction;
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
    Result all() throws SQLException, OperationRefused {
        try (ServerSessions sessions = new ServerSessions(timeout)) {
            PlacedRows placed = placed(sessions);
            for (CarriedTable table : tables) {
                walk.all(table, placed, this::compared);
            }
            return settled(placed);
        }
    }

    /** Compares some rows. */
    Result of(Collection<CarriedKey> keys) throws SQLException, OperationRefused {
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

    /** @param rowsOfPart rows of the side that has them before */
    private void compared(long rowsOfPart, Map<CarriedKey, String> differing) throws SQLException, OperationRefused {
        inDoubt.putAll(differing);
        rows += rowsOfPart;
        requireFew();
        pace.wrote(rowsOfPart, 0);
        if (System.nanoTime() - carried > OFTEN.toNanos()) {
            following.carryWhatWaits(BETWEEN_PARTS);
            carried = System.nanoTime();
        }
    }

    private void requireFew() throws OperationRefused {
        if (inDoubt.size() > MOST_IN_DOUBT) {
            throw new OperationRefused("more than " + MOST_IN_DOUBT + " rows differ, the first "
                    + inDoubt.entrySet().iterator().next() + ": that is no work of clients");
        }
    }

    /** Looks at what is in doubt again and again. */
    private Result settled(PlacedRows placed) throws SQLException, OperationRefused {
        Set<CarriedKey> touched = new HashSet<>();
        Map<CarriedKey, Integer> looks = new HashMap<>();
        List<Difference> differences = new ArrayList<>();
        following.tell(touched::add);
        try {
            for (int round = 0; round < ROUNDS && !inDoubt.isEmpty(); round++) {
                Sleep.ofMillis(round == 0 ? 0 : BETWEEN_ROUNDS_MILLIS);
                touched.clear();
                if (!following.catchUpUnlessStalled(places.now(), timeout)) {
                    throw new OperationRefused("no change of clients was carried within " + timeout.toSeconds() + " s");
                }
                // One that was in another's way for a moment isn't any more.
                following.lookAgain();
                look(placed, touched, looks, differences);
            }
        } finally {
            following.tell(null);
        }
        return new Result(rows, differences, inDoubt.keySet());
    }

    private void look(
            PlacedRows placed, Set<CarriedKey> touched, Map<CarriedKey, Integer> looks, List<Difference> differences)
            throws SQLException, OperationRefused {
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

    private Map<CarriedKey, String> again(PlacedRows placed) throws SQLException, OperationRefused {
        Map<CarriedKey, String> differing = new LinkedHashMap<>();
        for (CarriedTable table : tables) {
            List<List<String>> keys = inDoubt.keySet().stream()
                    .filter(key -> key.table().equals(table.name()))
                    .map(CarriedKey::key)
                    .toList();
            if (!keys.isEmpty()) {
                differing.putAll(walk.again(table, keys, placed));
            }
        }
        return differing;
    }
}
