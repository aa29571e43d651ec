package io.pinion.operations.export;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.export.store.ExportStore;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.verify.StandbySnapshot;
import io.pinion.operations.work.Workers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Some shards of one pair, read from its standby at one place by several threads. Blocks. */
final class PairExport {
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(30);

    /** How long the last query of an earlier attempt may take to end after it is killed. */
    private static final Duration LAST_STATEMENT = Duration.ofSeconds(10);

    private final OperationServices services;
    private final RunningOperation operation;
    private final TableExport task;
    private final ExportScope scope;
    private final Pair pair;
    private final Server standby;
    private final List<Integer> shards;
    private final ExportStore store;
    private final ExportPace pace;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    private final Map<String, ExportedTable> definitions = new HashMap<>();
    private final Map<String, List<Manifest.Part>> parts = new HashMap<>();

    PairExport(
            OperationServices services,
            RunningOperation operation,
            TableExport task,
            ExportScope scope,
            Pair pair,
            List<Integer> shards,
            ExportStore store,
            ExportPace pace)
            throws OperationRefused {
        this.services = services;
        this.operation = operation;
        this.task = task;
        this.scope = scope;
        this.pair = pair;
        this.standby = standby(pair);
        this.shards = List.copyOf(shards);
        this.store = store;
        this.pace = pace;
    }

    /** The server of a pair that is read. */
    static Server standby(Pair pair) throws OperationRefused {
        return pair.standby()
                .orElseThrow(() -> new OperationRefused("pair " + pair.name()
                        + " has no standby, and primaries aren't read: ADD STANDBY gives it one"));
    }

    /**
     * Reads the shards, and writes their files.
     *
     * @param readers how many threads
     * @param behind how far the standby may be behind
     */
    Manifest.OfPair run(int readers, Duration behind) throws SQLException, OperationRefused {
        ServerLogin login =
                new ServerLogin(services.access(), standby, services.operator(), Optional.of(operation.mark()));
        login.takenOver(LONGEST_ANSWER, LAST_STATEMENT).close();
        List<String> databases = shards.stream().map(scope::database).toList();
        try (StandbySnapshot snapshot = snapshot(login, databases, readers, behind)) {
            requireHere();
            readAll(snapshot.readers());
            return told(snapshot);
        }
    }

    private StandbySnapshot snapshot(ServerLogin login, List<String> databases, int readers, Duration behind)
            throws SQLException, ServerAway {
        try {
            return StandbySnapshot.open(services.journal(), pair, login, databases, readers, behind);
        } catch (OperationRefused | StoreUnavailable e) {
            // Also a standby that is behind now: another attempt finds it closer.
            throw new ServerAway("pair " + pair.name() + ": " + e.getMessage());
        }
    }

    /** A shard that was handed over before the snapshot was taken has an old copy here. */
    private void requireHere() throws OperationRefused {
        List<Integer> here = ExportScope.of(services.topology(), task.keyspace())
                .left(ShardSet.NONE)
                .getOrDefault(pair.name(), List.of());
        if (!here.containsAll(shards)) {
            throw new ServerAway(
                    "shards of pair " + pair.name() + " have gone to another pair meanwhile: they are read there");
        }
    }

    private void readAll(List<Snapshot> readers) throws SQLException, OperationRefused {
        Queue<PartExport> left = allParts();
        Queue<Snapshot> free = new ConcurrentLinkedQueue<>(readers);
        Workers.together("pinion-export-read", readers.size(), () -> read(free.remove(), left));
        switch (failure.get()) {
            case null -> {}
            case SQLException e -> throw e;
            case OperationRefused e -> throw e;
            case Exception e -> throw new OperationRefused(String.valueOf(e.getMessage()));
        }
    }

    private Queue<PartExport> allParts() {
        Queue<PartExport> all = new ConcurrentLinkedQueue<>();
        for (int shard : shards) {
            for (String table : task.tables()) {
                if (scope.isReadOn(table, shard)) {
                    all.add(new PartExport(task, scope, table, shard));
                }
            }
        }
        return all;
    }

    private static Map<TableName, HeldTable> byName(Snapshot reader) {
        Map<TableName, HeldTable> held = new HashMap<>();
        reader.tables().forEach(table -> held.put(table.name(), table));
        return held;
    }

    private HeldTable table(Map<TableName, HeldTable> held, PartExport part) throws OperationRefused {
        HeldTable table = held.get(part.name());
        if (table == null) {
            throw new OperationRefused(
                    missing(part.name(), standby.name()) + ": CANCEL OPERATION " + operation.number());
        }
        return table;
    }

    static String missing(TableName table, String standby) {
        return "there is no table " + table + " on " + standby + " (SHOW SCHEMA DRIFT)";
    }

    /** The first failure ends all threads, and is the one that is told. */
    private void read(Snapshot reader, Queue<PartExport> left) {
        try (FinishedFiles files = new FinishedFiles(store, this::goOn, this::add)) {
            // Characters come in UTF-8, whatever their column has.
            reader.server().execute(List.of("SET SESSION character_set_results=utf8mb4"));
            Map<TableName, HeldTable> held = byName(reader);
            for (PartExport next = left.poll(); next != null && failure.get() == null; next = left.poll()) {
                files.publish(next.run(reader, table(held, next), store, this::goOn));
            }
            files.await();
        } catch (SQLException | OperationRefused | RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void goOn(long rows, long bytes) throws OperationRefused {
        if (failure.get() != null) {
            throw new OperationRefused("another thread has failed");
        }
        boolean isStandby = services.topology()
                .pair(pair.name())
                .flatMap(Pair::standby)
                .filter(standby::equals)
                .isPresent();
        if (!isStandby) {
            throw new ServerAway(standby.name() + " isn't the standby of pair " + pair.name()
                    + " any more: its shards are read anew, from the one that is");
        }
        pace.read(rows, bytes);
        operation.requireHeld(TaskLock.BRIEFLY);
    }

    private synchronized void add(PartExport.Finished file) throws OperationRefused {
        String table = file.name();
        ExportedTable first = definitions.putIfAbsent(table, file.table());
        if (first != null && !first.columns().equals(file.table().columns())) {
            throw new OperationRefused("table " + task.keyspace() + "." + table + " has other columns in "
                    + file.part().path() + " than on another shard (SHOW SCHEMA DRIFT FROM " + task.keyspace()
                    + "): make them alike, and RESUME OPERATION " + operation.number());
        }
        parts.computeIfAbsent(table, none -> new ArrayList<>()).add(file.part());
    }

    private synchronized Manifest.OfPair told(StandbySnapshot snapshot) {
        Snapshot reader = snapshot.readers().getFirst();
        Manifest.ReadPosition position = new Manifest.ReadPosition(
                pair.name(),
                standby.name(),
                reader.position().gtids(),
                reader.place().file(),
                reader.place().offset(),
                snapshot.takenAt(),
                ShardSet.of(shards).toString());
        Map<String, Manifest.Table> tables = new LinkedHashMap<>();
        for (String table : task.tables()) {
            ExportedTable read = definitions.get(table);
            if (read != null) {
                List<Manifest.Part> files = new ArrayList<>(parts.getOrDefault(table, List.of()));
                files.sort(Comparator.comparingInt(Manifest.Part::shard));
                tables.put(table, new Manifest.Table(table, read.columns(), read.definition(), files));
            }
        }
        return new Manifest.OfPair(position, List.copyOf(tables.values()));
    }
}
