package io.pinion.operations.schema;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.schema.ChangeOutcome.Failed;
import io.pinion.operations.schema.ChangeOutcome.ServerWarning;
import io.pinion.operations.schema.ShardStep.Result;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.Action;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * One operation from where it stands to its end: first on one shard, then on the others, then in the topology. For one
 * thread, which it keeps until then; it holds the lock of its tables.
 */
final class ChangeRun {
    /** More would make a server's clients wait: a table is rebuilt, or its disk written, for each. */
    private static final int AT_ONCE_PER_PAIR = 2;

    /** How many shards are entered as begun by one write. */
    private static final int ENTERED_AT_ONCE = 8;

    /** So many that the reason is a common one. */
    private static final int MOST_FAILURES = 20;

    private static final int TABLE_EXISTS = 1050;
    private static final int INTERRUPTED = 1317;
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

    private final ShardConnections connections;
    private final Declarations declarations;
    private final Executor workers;
    private final OperationJournal journal;
    private final TaskLock lock;
    private final ShardLedger ledger;
    private final BooleanSupplier stopAsked;
    private final SchemaChange change;
    private final Origin origin;
    private final ShardStep step;
    private final MaintenanceAnswer answer;
    private final List<ServerWarning> warnings = new ArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final ShardSet doubtful;
    private volatile Optional<String> broken = Optional.empty();
    private long generation;

    /**
     * @param workers has threads of its own for the shards
     * @param stopAsked whether whoever waits for it wants it to end before its next shard
     */
    ChangeRun(
            ShardConnections connections,
            Declarations declarations,
            Executor workers,
            OperationJournal journal,
            TaskLock lock,
            Operation operation,
            SchemaChange change,
            BooleanSupplier stopAsked) {
        this.connections = connections;
        this.declarations = declarations;
        this.workers = workers;
        this.journal = journal;
        this.lock = lock;
        this.ledger = new ShardLedger(journal, operation);
        this.stopAsked = stopAsked;
        this.change = change;
        this.origin = operation.origin();
        this.step = new ShardStep(change);
        this.answer = new MaintenanceAnswer(change.keyspace());
        this.doubtful = operation.progress().begun();
        change.warnings().forEach(warning -> warnings.add(new ServerWarning("Warning", 1105, warning)));
    }

    ChangeOutcome run(Topology topology) {
        try {
            List<ShardPlace> places = ShardPlaces.of(topology, change.keyspace(), change.only());
            Optional<ShardPlace> reference = places.stream()
                    .filter(place -> ledger.done().has(place.shard()))
                    .findFirst();
            if (reference.isPresent()) {
                learn(reference.get());
            } else {
                tryOne(places);
            }
            if (change.action() == Action.DROP) {
                // From here on the table is not whole on any proxy's account.
                generation = declarations.apply(change.keyspace(), change.declarations());
            }
            onAll(places.stream()
                    .filter(place -> !ledger.done().has(place.shard()))
                    .toList());
            return end(places);
        } catch (ChangeFailure e) {
            return e.failed();
        } catch (StoreUnavailable e) {
            return interrupted(String.valueOf(e.getMessage()));
        }
    }

    private void learn(ShardPlace place) throws ChangeFailure {
        try (ShardConnection connection = open(place.pair())) {
            step.learnReference(connection, place);
        } catch (SQLException e) {
            throw unfinished(place + " can't be read: " + e.getMessage());
        }
    }

    // --- the first shard

    /**
     * On one shard alone: what is wrong with the statement shows there. One that has certainly not been touched, if
     * there is.
     */
    private void tryOne(List<ShardPlace> places) throws ChangeFailure, StoreUnavailable {
        ShardPlace first = places.stream()
                .filter(place -> !doubtful.has(place.shard()))
                .findFirst()
                .orElse(places.getFirst());
        boolean fresh = doubtful.isEmpty();
        ledger.begin(List.of(first.shard()));
        try (ShardConnection connection = open(first.pair())) {
            switch (step.run(connection, first, doubtful.has(first.shard()))) {
                case Result.Done done -> {
                    warnings.addAll(connection.warnings());
                    refuseForeignTable(first, fresh);
                    step.learnReference(connection, first);
                    answer.add(first, done.rows());
                    ledger.succeeded(first.shard());
                    ledger.write();
                }
                case Result.Refused refused -> {
                    ledger.failed(first.shard(), refused.message(), true);
                    throw firstRefused(new Failed(refused.code(), refused.sqlState(), refused.message()), fresh);
                }
                case Result.Unknown unknown -> {
                    ledger.failed(first.shard(), unknown.message(), false);
                    throw unfinished("the connection to " + first + " broke, so that it may have run there: "
                            + unknown.message());
                }
            }
        } catch (SQLException e) {
            ledger.untouched(fresh ? List.of(first.shard()) : List.of());
            throw firstRefused(Failed.general(first + " can't be reached: " + e.getMessage()), fresh);
        }
    }

    /** CREATE TABLE IF NOT EXISTS says yes to any table of that name, whatever it is. */
    private void refuseForeignTable(ShardPlace first, boolean fresh) throws ChangeFailure, StoreUnavailable {
        boolean existed = warnings.stream().anyMatch(warning -> warning.code() == TABLE_EXISTS);
        if (change.ifNotExists() && existed && fresh) {
            ledger.untouched(List.of(first.shard()));
            throw firstRefused(
                    new Failed(
                            TABLE_EXISTS,
                            "42S01",
                            "Table '" + change.tables().getFirst() + "' already exists on " + first
                                    + " without being declared: DECLARE TABLE takes it as it is, DROP TABLE IF EXISTS drops"
                                    + " it everywhere"),
                    true);
        }
    }

    /** Nothing has been changed anywhere: as if it had never been. */
    private ChangeFailure firstRefused(Failed failed, boolean fresh) throws ChangeFailure, StoreUnavailable {
        if (fresh) {
            journal.remove(ledger.operation());
            return new ChangeFailure(failed);
        }
        return unfinished(failed.message());
    }

    // --- all the others

    private void onAll(List<ShardPlace> places) {
        Map<String, List<ShardPlace>> byPair = new LinkedHashMap<>();
        places.forEach(place ->
                byPair.computeIfAbsent(place.pair(), pair -> new ArrayList<>()).add(place));
        List<CompletableFuture<Void>> running = new ArrayList<>();
        byPair.forEach((pair, ofPair) -> {
            ShardQueue queue = new ShardQueue(pair, ofPair);
            for (int i = 0; i < Math.min(AT_ONCE_PER_PAIR, ofPair.size()); i++) {
                running.add(CompletableFuture.runAsync(() -> work(queue), workers));
            }
        });
        for (CompletableFuture<Void> worker : running) {
            try {
                worker.join();
            } catch (CompletionException e) {
                broken = Optional.of("an error of Pinion's own: " + e.getCause());
            }
        }
    }

    /** One worker: until its pair's shards are done, its server is away, or somebody wants it to end. */
    private void work(ShardQueue queue) {
        if (queue.size() == 0 || mustEnd()) {
            return;
        }
        try (ShardConnection connection = open(queue.pair())) {
            List<ShardPlace> next = queue.next(ENTERED_AT_ONCE);
            boolean reached = true;
            while (reached && !next.isEmpty() && !mustEnd()) {
                reached = work(connection, next);
                next = reached ? queue.next(ENTERED_AT_ONCE) : List.of();
            }
        } catch (SQLException e) {
            queue.next(1).forEach(place -> ledger.failed(place.shard(), place + ": " + e.getMessage(), false));
        } catch (StoreUnavailable e) {
            broken = Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** @return false when the server can't be reached any more */
    private boolean work(ShardConnection connection, List<ShardPlace> places) throws StoreUnavailable {
        ledger.begin(places.stream().map(ShardPlace::shard).toList());
        for (int i = 0; i < places.size(); i++) {
            ShardPlace place = places.get(i);
            boolean reached = !mustEnd() && takeStep(connection, place);
            if (!reached) {
                int untouched = ledger.failed().containsKey(place.shard()) ? i + 1 : i;
                ledger.untouched(places.subList(untouched, places.size()).stream()
                        .map(ShardPlace::shard)
                        .filter(shard -> !doubtful.has(shard))
                        .toList());
                return false;
            }
        }
        return true;
    }

    private boolean takeStep(ShardConnection connection, ShardPlace place) {
        return switch (step.run(connection, place, doubtful.has(place.shard()))) {
            case Result.Done(var rows) -> {
                answer.add(place, rows);
                ledger.succeeded(place.shard());
                yield true;
            }
            case Result.Refused refused -> {
                failures.incrementAndGet();
                // What was in doubt before stays so, unless it was looked at.
                ledger.failed(
                        place.shard(),
                        place + ": " + refused.message() + " (" + refused.code() + ")",
                        !(change.action() == Action.TRUNCATE && doubtful.has(place.shard())));
                yield true;
            }
            case Result.Unknown(String message) -> {
                ledger.failed(
                        place.shard(), place + ": the connection broke, so that it may have run: " + message, false);
                yield false;
            }
        };
    }

    private boolean mustEnd() {
        return stopAsked.getAsBoolean()
                || broken.isPresent()
                || ledger.cancelAsked()
                || failures.get() >= MOST_FAILURES
                || !holdsLock();
    }

    /** ZooKeeper may be away for a moment, as during an election. */
    private boolean holdsLock() {
        boolean held = lock.isHeldWithin(LOCK_TIMEOUT, stopAsked);
        if (!held) {
            broken = Optional.of("ZooKeeper is away, so that another proxy might begin the same");
        }
        return held;
    }

    // --- the end

    private ChangeOutcome end(List<ShardPlace> places) throws ChangeFailure, StoreUnavailable {
        boolean complete = places.stream().allMatch(place -> ledger.done().has(place.shard()));
        if (!complete) {
            if (ledger.cancelAsked()) {
                ledger.close(State.CANCELLED, "given up");
                throw new ChangeFailure(new Failed(INTERRUPTED, "70100", summary("it was cancelled") + undo()));
            }
            String why = stopAsked.getAsBoolean()
                    ? "Query execution was interrupted"
                    : broken.orElse("some shards have not taken it");
            throw unfinished(why);
        }
        if (change.action() != Action.DROP) {
            try {
                generation = declarations.apply(change.keyspace(), change.declarations());
            } catch (ChangeFailure e) {
                throw unfinished(e.failed().message());
            }
        }
        ledger.close(State.DONE, "");
        return new ChangeOutcome.Done(ledger.operation().number(), warnings, answer.rows(), generation);
    }

    private ChangeFailure unfinished(String why) throws ChangeFailure {
        try {
            ledger.close(State.FAILED, why);
        } catch (StoreUnavailable e) {
            throw new ChangeFailure(interrupted(String.valueOf(e.getMessage())));
        }
        boolean killed = stopAsked.getAsBoolean();
        String message = summary(why) + cure();
        return new ChangeFailure(killed ? new Failed(INTERRUPTED, "70100", message) : Failed.general(message));
    }

    /** The journal couldn't be told how it ended: whoever resumes it looks for himself. */
    private Failed interrupted(String why) {
        return Failed.general(summary(why) + cure());
    }

    private String summary(String why) {
        StringBuilder text = new StringBuilder(ledger.operation().name());
        text.append(" is done on ").append(ledger.done().size());
        text.append(" of ")
                .append(ledger.operation().progress().total())
                .append(" shards: ")
                .append(why);
        ledger.failed().values().stream().limit(5).forEach(reason -> text.append("; ")
                .append(reason));
        int more = ledger.failed().size() - 5;
        if (more > 0) {
            text.append("; and ").append(more).append(" more, see SHOW OPERATIONS");
        }
        return text.toString();
    }

    private String cure() {
        long number = ledger.operation().number();
        return ". Mend that and RESUME OPERATION " + number + ", or CANCEL OPERATION " + number + undo();
    }

    private static String undo() {
        return "; what was done stays (SHOW SCHEMA DRIFT tells where)";
    }

    private ShardConnection open(String pair) throws SQLException {
        return connections.open(pair, origin.account(), origin.settings());
    }
}
