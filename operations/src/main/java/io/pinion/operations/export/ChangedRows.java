package io.pinion.operations.export;

import io.pinion.operations.copy.CopyBroken;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.transfer.binlog.FollowedTable;
import io.pinion.operations.transfer.binlog.LogBroken;
import io.pinion.operations.transfer.binlog.LogItem;
import io.pinion.operations.transfer.binlog.LogReader;
import io.pinion.operations.transfer.binlog.SourcePlace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** Which rows of a pair's tables have changed between two places of its standby's binary log. Blocks; for one thread. */
final class ChangedRows {
    /** Their keys are held in memory. */
    static final int MOST = 1_000_000;

    private static final int ITEMS_AT_ONCE = 4_000;
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(2);
    private static final String WHOLE = ": export it as a whole";

    private final Map<String, ChangedTable> tables;
    private final Map<TableName, Set<List<String>>> keys = new HashMap<>();
    private int count;
    private long transactions;

    private ChangedRows(Map<String, ChangedTable> tables, Collection<TableName> wanted) {
        this.tables = tables;
        wanted.forEach(table -> keys.put(table, new LinkedHashSet<>()));
    }

    /**
     * Reads the log.
     *
     * @param upTo a place that is there already
     * @param expected how many transactions the log has between both, where positions count them
     * @param going asked while it is read
     */
    static ChangedRows read(
            ServerLogin login,
            SourcePlace from,
            SourcePlace upTo,
            OptionalLong expected,
            Map<String, ChangedTable> tables,
            Collection<TableName> wanted,
            PartExport.Going going)
            throws OperationRefused, CopyBroken {
        ChangedRows rows = new ChangedRows(tables, wanted);
        Map<String, List<FollowedTable>> followed = new LinkedHashMap<>();
        tables.forEach((name, table) -> followed.put(name, List.of(table.followed())));
        if (from.isAtLeast(upTo)) {
            rows.requireAll(expected, from, upTo);
            return rows;
        }
        Set<String> databases = wanted.stream().map(TableName::database).collect(Collectors.toSet());
        try (LogReader reader = LogReader.open(login, from, databases, followed)) {
            rows.read(reader, upTo, going);
            rows.requireAll(expected, from, upTo);
            return rows;
        } catch (LogBroken e) {
            if (e.isLost()) {
                throw new ServerAway(String.valueOf(e.getMessage()));
            }
            throw new OperationRefused(e.getMessage() + WHOLE);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts an export, which ends when it is asked to", e);
        }
    }

    /** The rest, or others, are in another log, which this server had before. */
    private void requireAll(OptionalLong expected, SourcePlace from, SourcePlace upTo) throws OperationRefused {
        boolean behind = from.isAtLeast(upTo) && !upTo.isAtLeast(from);
        if (behind || (expected.isPresent() && expected.getAsLong() != transactions)) {
            throw new OperationRefused("the log has " + transactions + " transactions between " + from + " and " + upTo
                    + ", and its GTIDs say " + (behind ? "that it has begun anew" : expected.getAsLong()) + WHOLE);
        }
    }

    private void read(LogReader reader, SourcePlace upTo, PartExport.Going going)
            throws LogBroken, InterruptedException, OperationRefused, CopyBroken {
        List<LogItem> items = new ArrayList<>();
        long since = System.nanoTime();
        boolean reached = false;
        while (!reached) {
            items.clear();
            reader.take(items, ITEMS_AT_ONCE, LOOK_EVERY);
            going.on(0, 0);
            for (LogItem item : items) {
                reached = reached || take(item, upTo);
            }
            since = items.isEmpty() ? since : System.nanoTime();
            if (!reached && System.nanoTime() - since > LONGEST_SILENCE.toNanos()) {
                throw new ServerAway("the binary log isn't told up to " + upTo
                        + ", as while an XA transaction is prepared and not ended (XA RECOVER lists them)");
            }
        }
    }

    /** Whether the place is reached. */
    private boolean take(LogItem item, SourcePlace upTo) throws OperationRefused {
        switch (item) {
            case LogItem.TransactionBegun begun -> {
                // What its rows are now is asked of the snapshot.
            }
            case LogItem.RowChanged change -> add(change);
            case LogItem.UnreadCommitted unread ->
                throw new OperationRefused("the XA transaction " + unread.branch() + " was prepared before the earlier"
                        + " export and committed behind it, so that the log since then lacks its rows" + WHOLE);
            case LogItem.TransactionEnded ended -> transactions += upTo.isAtLeast(ended.place()) ? 1 : 0;
            case LogItem.PlaceReached reached -> {
                return reached.place().isAtLeast(upTo);
            }
        }
        return false;
    }

    private void add(LogItem.RowChanged change) throws OperationRefused {
        String name = change.table().name();
        Set<List<String>> known = keys.get(new TableName(change.database(), name));
        ChangedTable table = tables.get(name);
        if (known != null && table != null && known.add(table.key(change.key())) && ++count > MOST) {
            throw new OperationRefused(
                    "more than " + MOST + " rows of one pair have changed since" + WHOLE + ", and more often");
        }
    }

    /** The keys of a table's rows. */
    List<List<String>> of(TableName table) {
        return List.copyOf(keys.getOrDefault(table, Set.of()));
    }
}
