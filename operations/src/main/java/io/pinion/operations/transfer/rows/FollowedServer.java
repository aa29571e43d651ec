package io.pinion.operations.transfer.rows;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.transfer.binlog.FollowedTable;
import io.pinion.operations.transfer.binlog.LogItem;
import io.pinion.operations.transfer.binlog.LogReader;
import io.pinion.operations.transfer.binlog.SourcePlace;
import io.pinion.operations.transfer.form.ImportSide;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The changes of one server's rows, by its binary log, in batches. Blocks; for one thread. */
final class FollowedServer implements AutoCloseable {
    private static final int MOST_ITEMS = 4_000;

    private final ImportServer server;
    private final Map<String, RowPlace> places;
    private final Map<String, CarriedTable> tables;
    private final RowSide target;

    /** The places of each table by its name, in which its rows are followed. */
    private final Map<String, Set<RowPlace>> sources;

    private final Map<String, List<FollowedTable>> followed;
    private volatile LogReader reader;

    /** Where the reader began. */
    private SourcePlace opened;

    private volatile SourcePlace applied;
    private volatile long behindSince;

    /** The transaction whose changes come, which may be in several batches. */
    private LogItem.TransactionBegun begun;

    FollowedServer(ImportServer server, SourcePlace from, List<CarriedTable> tables, RowSide source, RowSide target)
            throws OperationRefused {
        this.server = server;
        this.places = source.places().stream()
                .filter(place -> place.server().name().equals(server.name()))
                .collect(Collectors.toMap(RowPlace::database, place -> place));
        this.tables = tables.stream().collect(Collectors.toMap(CarriedTable::name, table -> table));
        this.target = target;
        this.sources =
                tables.stream().collect(Collectors.toMap(CarriedTable::name, table -> new HashSet<>(source.of(table))));
        this.applied = from;
        this.opened = from;
        this.begun = new LogItem.TransactionBegun(from, "", "");
        this.followed = tables.stream()
                .collect(Collectors.groupingBy(
                        table -> table.form(source.side()).shape().name().table(),
                        Collectors.mapping(CarriedTable::followed, Collectors.toList())));
        this.reader = LogReader.open(server.log(), from, places.keySet(), followed);
    }

    /** @param wait for the first change or place */
    ChangeBatch next(Duration wait) throws OperationRefused {
        List<LogItem> items = new ArrayList<>();
        try {
            reader.take(items, MOST_ITEMS, wait);
        } catch (ServerAway e) {
            reopen(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationRefused("interrupted");
        }
        ChangeBatch batch = new ChangeBatch(begun);
        for (LogItem item : items) {
            switch (item) {
                case LogItem.TransactionBegun next -> {
                    begun = next;
                    batch.begun(next);
                }
                case LogItem.RowChanged change -> add(batch, change);
                case LogItem.PlaceReached(SourcePlace place, long at) -> batch.reached(place, at);
            }
        }
        return batch;
    }

    /** A pause was too long for the server, or the connection is lost: once for each place. */
    private void reopen(ServerAway why) throws OperationRefused {
        if (applied.equals(opened)) {
            throw why;
        }
        reader.close();
        opened = applied;
        begun = new LogItem.TransactionBegun(applied, "", "");
        reader = LogReader.open(server.log(), applied, places.keySet(), followed);
    }

    private void add(ChangeBatch batch, LogItem.RowChanged change) {
        CarriedTable table = tables.get(change.table().name());
        RowPlace place = places.get(change.database());
        if (table == null
                || place == null
                || !sources.getOrDefault(table.name(), Set.of()).contains(place)
                || !table.has(change.key())) {
            return;
        }
        List<String> there = table.followedKey(change.key());
        Optional<List<String>> key = table.keyIfAny(there, place.side(), ImportSide.HOME);
        if (key.isEmpty()) {
            batch.unmapped(place, table, there);
            return;
        }
        ChangeBatch.Change known = batch.change(table, new CarriedKey(table.name(), key.get()));
        known.seen().computeIfAbsent(place, at -> new LinkedHashSet<>()).add(there);
        known.may().addAll(target.may(table, table.followedShardKey(change.key())));
    }

    /**
     * Rows as if they had changed, by nothing that would have to be waited for.
     *
     * @param place of the server in which they are
     */
    ChangeBatch again(List<CarriedKey> keys, RowPlace place) throws OperationRefused {
        SourcePlace before = new SourcePlace(applied.file(), 0, "");
        ChangeBatch batch = new ChangeBatch(new LogItem.TransactionBegun(before, "", ""));
        for (CarriedKey key : keys) {
            CarriedTable table = tables.get(key.table());
            if (table != null) {
                batch.change(table, key).seen().put(place, Set.of(table.keyIn(place, key.key())));
            }
        }
        return batch;
    }

    /** Begins a transaction in which the changes of a batch can be seen. */
    ServerConnection seeing(ChangeBatch batch, ServerSessions sessions, Duration timeout)
            throws SQLException, OperationRefused {
        ServerConnection connection = sessions.on(server);
        LogPlaces.seeing(connection, batch, timeout);
        return connection;
    }

    void applied(ChangeBatch batch) {
        batch.reached().ifPresent(place -> applied = place);
        if (batch.at() > 0 || batch.reached().isPresent()) {
            behindSince = reader.isEmpty() ? 0 : batch.at();
        }
    }

    /** Whether nothing waits to be carried that was read. */
    boolean isUpToDate() {
        return reader.isEmpty();
    }

    SourcePlace applied() {
        return applied;
    }

    /** When what is applied was written, in seconds since 1970; 0 when there is nothing more. */
    long behindSince() {
        return behindSince;
    }

    @Override
    public void close() {
        reader.close();
    }
}
