package io.pinion.operations.restore;

import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.export.ExportPace;
import io.pinion.operations.export.ExportPlaces;
import io.pinion.operations.export.ExportScope;
import io.pinion.operations.export.Manifest;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.restore.ExportedShards.ShardFile;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.WorkMark;
import io.pinion.operations.work.Workers;
import io.pinion.routing.catalog.Table;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One attempt to restore shards, from wherever an earlier one has ended. Blocks. */
final class RestoreAttempt implements Attempt<Done> {
    private static final int LOADERS = 4;

    /** A statement of an export is short; the number of a table's rows may take long. */
    static final Duration LONGEST_ANSWER = Duration.ofMinutes(30);

    /** How long the last statement of an earlier attempt may take to end after it is killed. */
    private static final Duration LAST_STATEMENT = Duration.ofSeconds(30);

    private final OperationServices services;
    private final ExportPlaces places;
    private final ShardsRestore task;
    private final RunningOperation operation;

    /** Where the rows are, in words; empty while they are beside those of now. */
    private String ended = "";

    RestoreAttempt(OperationServices services, ExportPlaces places, ShardsRestore task, RunningOperation operation) {
        this.services = services;
        this.places = places;
        this.task = task;
        this.operation = operation;
    }

    private ExportScope scope() throws OperationRefused {
        return ExportScope.of(services.topology(), task.keyspace());
    }

    private ExportedShards export() throws OperationRefused {
        return ExportedShards.open(places.open(task.place()), scope(), task.keyspace());
    }

    private ServerLogin login(String pair) throws OperationRefused {
        return login(services, pair, operation.mark());
    }

    /** To the primary of a pair, for work on an operation. */
    static ServerLogin login(OperationServices services, String pair, WorkMark work) throws OperationRefused {
        return new ServerLogin(
                services.access(),
                OperationServices.pair(services.topology(), pair).primary(),
                services.operator(),
                Optional.of(work));
    }

    /** Of the task's shards, by the pairs that have them. */
    private Map<String, List<Integer>> shards() throws OperationRefused {
        Map<String, List<Integer>> pairs = scope().between(task.first(), task.last());
        if (pairs.values().stream().mapToInt(List::size).sum() < task.size()) {
            throw new OperationRefused(
                    "not all of " + task.statement() + " are open (SHOW SHARDS FROM " + task.keyspace() + ")");
        }
        if (!task.pairs().containsAll(pairs.keySet())) {
            throw new OperationRefused("shards have moved to pair " + String.join(", ", pairs.keySet())
                    + " since: CANCEL OPERATION " + operation.number() + ", and restore anew");
        }
        return pairs;
    }

    /** What is done with a shard, on a connection of its pair's primary. */
    @FunctionalInterface
    private interface Work {
        void on(RestoredShard shard, int number) throws SQLException, OperationRefused;
    }

    /** A connection to a primary on which no earlier attempt works any more. */
    private ServerConnection takenOver(String pair) throws SQLException, OperationRefused {
        return operation.isExplained()
                ? login(pair).unmarked().open(LONGEST_ANSWER)
                : login(pair).takenOver(LONGEST_ANSWER, LAST_STATEMENT);
    }

    private void requirePrimaries() throws SQLException, OperationRefused {
        for (String pair : shards().keySet()) {
            try (ServerConnection primary = login(pair).unmarked().open(LONGEST_ANSWER)) {
                OperationServices.requireOpen(primary, pair);
            }
        }
    }

    /** One shard after the other. */
    private void onEach(Work work) throws SQLException, OperationRefused {
        ExportScope scope = scope();
        for (Map.Entry<String, List<Integer>> pair : shards().entrySet()) {
            try (ServerConnection primary = takenOver(pair.getKey())) {
                for (int shard : pair.getValue()) {
                    // Also on the way back, on which somebody has asked for the end.
                    operation.requireHeld(TaskLock.BRIEFLY);
                    work.on(new RestoredShard(primary, scope.database(shard)), shard);
                }
            }
        }
    }

    // --- how far it is

    boolean mayHaveBegun() {
        return operation.mayHaveBegun(RestoreWorkflow.LOADING);
    }

    boolean hasAll() {
        return operation.progress().done().size() == task.size();
    }

    // --- loading

    /** Refused where files are missing, or databases of these names are there. */
    void check() throws OperationRefused, SQLException {
        List<String> problems = new ArrayList<>();
        requirePrimaries();
        try (ExportedShards export = export()) {
            onEach((shard, number) -> {
                if (export.of(number, task.tables()).isEmpty()) {
                    problems.add("shard " + number + " isn't in " + export.store());
                }
                shard.obstacle().ifPresent(problems::add);
            });
        }
        if (!problems.isEmpty()) {
            throw new OperationRefused(String.join("; ", problems));
        }
    }

    void load() throws OperationRefused, SQLException {
        List<ServerLogin> primaries = new ArrayList<>();
        for (String pair : shards().keySet()) {
            primaries.add(login(pair).unmarked());
            takenOver(pair).close();
        }
        Queue<Placed> left = left();
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        try (ExportedShards export = export();
                ExportPace pace = new ExportPace(services, operation, primaries)) {
            List<Manifest.Table> tables = export.manifest().tables().stream()
                    .filter(table -> task.tables().contains(table.name()))
                    .toList();
            List<String> leftOut = task.whole() ? export.references() : List.of();
            operation.update(
                    progress -> RestoredFacts.withLeftOut(RestoredFacts.withColumns(progress, tables), leftOut));
            Workers.together("pinion-restore-load", LOADERS, () -> loadAll(export, left, pace, failure));
        }
        operation.requireMayGoOn();
        switch (failure.get()) {
            case null -> {}
            case OperationRefused e -> throw e;
            case SQLException e -> throw e;
            case Exception e -> throw new OperationRefused(String.valueOf(e.getMessage()));
        }
    }

    private record Placed(String pair, int shard) {}

    private Queue<Placed> left() throws OperationRefused {
        Queue<Placed> left = new ConcurrentLinkedQueue<>();
        ShardSet done = operation.progress().done();
        shards().forEach((pair, all) ->
                all.stream().filter(shard -> !done.has(shard)).forEach(shard -> left.add(new Placed(pair, shard))));
        return left;
    }

    /** The first failure ends all threads, and is the one that is told. */
    private void loadAll(
            ExportedShards export, Queue<Placed> left, ExportPace pace, AtomicReference<@Nullable Exception> failure) {
        try {
            for (Placed next = left.poll(); next != null && failure.get() == null; next = left.poll()) {
                int number = next.shard();
                List<LoadedFile> loaded = new ArrayList<>();
                try (ServerConnection primary = login(next.pair()).open(LONGEST_ANSWER)) {
                    RestoredShard shard = new RestoredShard(primary, scope().database(number));
                    shard.begin();
                    for (ShardFile file : export.of(number, task.tables())) {
                        operation.requireMayGoOn();
                        loaded.add(shard.load(export, file, pace));
                    }
                    shard.end();
                }
                operation.update(progress -> RestoredFacts.with(
                        progress.withShards(progress.done().with(List.of(number)), progress.begun(), progress.failed()),
                        loaded));
            }
        } catch (SQLException | OperationRefused | RuntimeException e) {
            failure.compareAndSet(null, e);
        }
    }

    void drop() throws OperationRefused, SQLException {
        onEach((shard, number) -> shard.drop());
        ended = "the restored rows are dropped";
    }

    // --- taking their place

    void requireAlike() throws OperationRefused, SQLException {
        onEach((shard, number) -> {
            if (!isInPlace(shard, number)) {
                shard.requireWhole();
                shard.requireUnbound();
                shard.requireAlike();
            }
        });
    }

    void swap() throws OperationRefused, SQLException {
        ExportScope scope = scope();
        onEach((shard, number) -> {
            operation.tell("shard " + number);
            if (!isInPlace(shard, number)) {
                shard.swap(operation, table -> scope.declared(table).orElse(null) instanceof Table.ObjectTable);
            }
            operation.update(progress -> RestoredFacts.withInPlace(progress, number));
        });
        ended = "the restored rows are in their place; those that were there before are in " + names().replaced()
                + " until somebody drops them";
    }

    private boolean isInPlace(RestoredShard shard, int number) throws SQLException {
        return shard.isSwapped(RestoredFacts.inPlace(operation.progress()).has(number));
    }

    @Override
    public Done answer() throws OperationRefused {
        if (!ended.isEmpty()) {
            return Done.noted(operation.number(), ended);
        }
        RestoredNames names = names();
        return Done.noted(
                operation.number(),
                "the restored rows are in " + names.restored() + "; where they take the place of others, those go to "
                        + names.replaced());
    }

    /** The names of the databases, for people. */
    private record RestoredNames(String restored, String replaced) {}

    private RestoredNames names() throws OperationRefused {
        String first = scope().database(task.first());
        String rest = task.size() == 1 ? "" : " and so on";
        return new RestoredNames(first + RestoredShard.RESTORED + rest, first + RestoredShard.REPLACED + rest);
    }

    // --- what EXPLAIN shows

    List<PlannedAction> plannedLoading() throws OperationRefused {
        List<PlannedAction> actions = new ArrayList<>();
        try (ExportedShards export = export()) {
            List<ShardFile> files = IntStream.rangeClosed(task.first(), task.last())
                    .boxed()
                    .flatMap(shard -> export.of(shard, task.tables()).stream())
                    .toList();
            long rows = files.stream()
                    .map(ShardFile::part)
                    .mapToLong(Manifest.Part::rows)
                    .sum();
            for (Manifest.ReadPosition position : export.manifest().positions()) {
                actions.add(new PlannedAction(
                        export.store().toString(),
                        position.gtids(),
                        "as of " + position.takenAt() + ", of pair " + position.pair()));
            }
            for (Map.Entry<String, List<Integer>> pair : shards().entrySet()) {
                actions.add(new PlannedAction(
                        login(pair.getKey()).toString(),
                        "INSERT INTO " + names().restored() + " …",
                        rows + " rows in " + files.size() + " files of all shards"));
            }
        }
        return actions;
    }

    List<PlannedAction> plannedComparison() throws OperationRefused, SQLException {
        requirePrimaries();
        requireAlike();
        return List.of();
    }

    List<PlannedAction> plannedSwap() throws OperationRefused {
        RestoredNames names = names();
        return List.of(new PlannedAction(
                "primaries",
                "RENAME TABLE … TO " + names.replaced() + ", " + names.restored() + " …",
                "shard by shard, all tables of a shard in one moment"));
    }

    List<PlannedAction> plannedDrop() throws OperationRefused, SQLException {
        requirePrimaries();
        return List.of(new PlannedAction("primaries", "DROP DATABASE " + names().restored(), "shard by shard"));
    }
}
