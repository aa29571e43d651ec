package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.Pace;
import io.pinion.operations.copy.RowReader;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.transfer.rows.WriteBatch.Others;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows that have changed again, and writes what it finds to the other side; what isn't there any more is deleted
 * there. Blocks; for one thread.
 */
record ChangeApplier(
        RowSide source,
        RowSide target,
        ServerSessions reading,
        ServerSessions writing,
        Others others,
        Duration timeout,
        Pace pace,
        RejectedRows rejected) {
    void apply(FollowedServer server, ChangeBatch batch) throws SQLException, OperationRefused {
        if (!batch.isEmpty()) {
            ServerConnection connection = server.seeing(batch, reading, timeout);
            try {
                Map<TablePlace, List<CarriedKey>> seen = seen(batch);
                BaseTables.hold(
                        connection.jdbc(),
                        Stream.concat(seen.keySet().stream(), batch.unmapped().keySet().stream())
                                .map(TablePlace::name)
                                .distinct()
                                .toList());
                requireGone(connection, batch);
                rejected.forget(batch.changes().keySet());
                apply(connection, batch, seen);
                connection.execute(List.of("COMMIT"));
                rejected.tell();
            } catch (SQLException | OperationRefused e) {
                rollBack(connection, e);
                throw e;
            }
        }
        server.applied(batch);
    }

    /** The binary log has rows for good that somebody has deleted or corrected since: only one that is there is refused. */
    private static void requireGone(ServerConnection connection, ChangeBatch batch)
            throws SQLException, OperationRefused {
        for (Map.Entry<TablePlace, Set<List<String>>> keys : batch.unmapped().entrySet()) {
            TablePlace at = keys.getKey();
            for (List<List<String>> some : at.table().parts(List.copyOf(keys.getValue()))) {
                RowReader.<OperationRefused>read(
                        connection.jdbc(), at.shape(), at.bounds().conditionOf(some), (row, bytes) -> at.table()
                                .homeKey(at.table().key(row), at.place()));
            }
        }
    }

    private static void rollBack(ServerConnection connection, Exception cause) {
        try {
            connection.execute(List.of("ROLLBACK"));
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private static Map<TablePlace, List<CarriedKey>> seen(ChangeBatch batch) {
        Map<TablePlace, List<CarriedKey>> seen = new LinkedHashMap<>();
        batch.changes().forEach((key, change) -> change.seen().keySet().forEach(place -> seen.computeIfAbsent(
                        new TablePlace(place, change.table()), at -> new ArrayList<>())
                .add(key)));
        return seen;
    }

    private void apply(ServerConnection connection, ChangeBatch batch, Map<TablePlace, List<CarriedKey>> seen)
            throws SQLException, OperationRefused {
        WriteBatch writes = new WriteBatch(writing, others, rejected);
        Set<CarriedKey> found = new HashSet<>();
        Set<CarriedKey> missing = new LinkedHashSet<>();
        for (Map.Entry<TablePlace, List<CarriedKey>> rows : seen.entrySet()) {
            for (List<CarriedKey> keys : rows.getKey().table().parts(rows.getValue())) {
                read(connection, rows.getKey(), keys, batch, writes, found);
                for (CarriedKey key : keys) {
                    if (!found.contains(key)) {
                        missing.add(key);
                        gone(key, batch, writes);
                    }
                }
                flushIfFull(writes);
            }
        }
        missing.removeAll(found);
        elsewhere(missing, batch, writes, found);
        flush(writes);
    }

    /** On the one side they are in one place; between shards they may have moved. */
    private static void gone(CarriedKey key, ChangeBatch batch, WriteBatch writes) {
        ChangeBatch.Change change = batch.changes().get(key);
        if (change != null) {
            writes.delete(change.table(), key.key(), change.may());
        }
    }

    private void read(
            ServerConnection connection,
            TablePlace at,
            List<CarriedKey> keys,
            ChangeBatch batch,
            WriteBatch writes,
            Set<CarriedKey> found)
            throws SQLException, OperationRefused {
        CarriedTable table = at.table();
        String condition = at.bounds().conditionOf(keysIn(at, keys, batch));
        List<byte[] @Nullable []> rows = new ArrayList<>();
        List<Long> sizes = new ArrayList<>();
        RowReader.<OperationRefused>read(connection.jdbc(), at.shape(), condition, (row, bytes) -> {
            rows.add(row);
            sizes.add(bytes);
        });
        for (int i = 0; i < rows.size(); i++) {
            byte[] @Nullable [] row = rows.get(i);
            // The server may have found another row than the one of these bytes: it is written again then.
            CarriedKey known = at.key(row);
            List<String> key = known.key();
            found.add(known);
            ChangeBatch.Change change = batch.changes().get(known);
            Set<RowPlace> may = change == null ? Set.of() : change.may();
            try {
                source.requireRight(table, at.place(), () -> key, table.shardKey(row));
                write(table, key, row, sizes.get(i), may, writes);
            } catch (RowRefused e) {
                rejected.reject(e);
                writes.delete(table, key, may);
            }
        }
    }

    private void write(
            CarriedTable table,
            List<String> key,
            byte[] @Nullable [] row,
            long bytes,
            Set<RowPlace> may,
            WriteBatch writes)
            throws SQLException, OperationRefused {
        List<RowPlace> right = target.of(table, key, table.shardKey(row));
        byte[] @Nullable [] carried = table.carried(row, target.side());
        writes.delete(
                table, key, may.stream().filter(place -> !right.contains(place)).toList());
        writes.write(table, carried, bytes, right);
    }

    /** As the place has them, where they were seen there. */
    private static Set<List<String>> keysIn(TablePlace at, List<CarriedKey> keys, ChangeBatch batch)
            throws OperationRefused {
        Set<List<String>> there = new LinkedHashSet<>();
        for (CarriedKey key : keys) {
            ChangeBatch.Change change = batch.changes().get(key);
            Set<List<String>> seen = change == null ? null : change.seen().get(at.place());
            if (seen == null) {
                there.add(at.table().keyIn(at.place(), key.key()));
            } else {
                there.addAll(seen);
            }
        }
        return there;
    }

    /** Rows of shards that are not where they were seen may have moved to another one, on any server. */
    private void elsewhere(Set<CarriedKey> missing, ChangeBatch batch, WriteBatch writes, Set<CarriedKey> found)
            throws SQLException, OperationRefused {
        if (source.places().size() == 1) {
            return;
        }
        Map<CarriedTable, List<CarriedKey>> tables = new LinkedHashMap<>();
        for (CarriedKey key : missing) {
            ChangeBatch.Change change = batch.changes().get(key);
            if (change != null && change.table().mayMove()) {
                tables.computeIfAbsent(change.table(), of -> new ArrayList<>()).add(key);
            }
        }
        for (Map.Entry<CarriedTable, List<CarriedKey>> table : tables.entrySet()) {
            for (List<CarriedKey> keys : table.getKey().parts(table.getValue())) {
                moved(table.getKey(), keys, batch, writes, found);
            }
        }
    }

    private void moved(
            CarriedTable table, List<CarriedKey> keys, ChangeBatch batch, WriteBatch writes, Set<CarriedKey> found)
            throws SQLException, OperationRefused {
        try (ServerSessions others = new ServerSessions(timeout)) {
            Set<RowPlace> places = new LinkedHashSet<>();
            new PlacedRows(others, source.side())
                    .find(
                            table,
                            source.of(table),
                            new SomeRows.Of(keys.stream().map(CarriedKey::key).toList()))
                    .values()
                    .forEach(all -> all.forEach(row -> places.add(row.place())));
            for (RowPlace place : places) {
                ServerConnection connection = others.on(place.server());
                BaseTables.<OperationRefused>whileHeld(
                        connection.jdbc(),
                        place.name(table),
                        () -> read(connection, new TablePlace(place, table), keys, batch, writes, found));
                flushIfFull(writes);
            }
        }
    }

    private void flushIfFull(WriteBatch writes) throws SQLException, OperationRefused {
        if (writes.isFull()) {
            flush(writes);
        }
    }

    private void flush(WriteBatch writes) throws SQLException, OperationRefused {
        long rows = writes.rows();
        long bytes = writes.bytes();
        writes.flush();
        pace.wrote(rows, bytes);
    }
}
