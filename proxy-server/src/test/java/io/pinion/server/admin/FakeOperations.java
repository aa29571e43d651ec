package io.pinion.server.admin;

import io.pinion.config.topology.Topology;
import io.pinion.operations.check.CheckControl;
import io.pinion.operations.control.Asker;
import io.pinion.operations.control.OperationAction;
import io.pinion.operations.control.OperationControl;
import io.pinion.operations.control.OperationView;
import io.pinion.operations.document.DocumentChanges;
import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.operations.queue.QueueState;
import io.pinion.operations.restore.RestoredRows;
import io.pinion.operations.restore.RestoredRows.Differences;
import io.pinion.operations.schema.DriftRow;
import io.pinion.operations.space.ShardSpace;
import io.pinion.operations.verify.ShardVerdict;
import io.pinion.operations.verify.ShardVerdict.Outcome;
import io.pinion.operations.verify.VerifyScope;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.Action;
import io.pinion.routing.definition.ShardedText;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

/** Two operations, one of which has failed on a shard; whatever is asked of them is done at once. */
final class FakeOperations implements OperationControl {
    private static final Instant STARTED = Instant.parse("2026-01-01T08:00:00Z");

    private final FakeRequests requests;

    FakeOperations(Topology topology) {
        requests = new FakeRequests(topology);
    }

    @Override
    public CompletionStage<List<OperationView>> list() {
        Operation created = operation(
                3,
                Action.CREATE,
                "CREATE TABLE user_likes_pins (…) COMMENT 'pinion: mapping from=user_id ids=pin_id'",
                "user_likes_pins",
                new Progress(
                        State.DONE,
                        4096,
                        ShardSet.parse("0-4095"),
                        ShardSet.NONE,
                        Map.of(),
                        false,
                        "proxy-a",
                        STARTED.plusSeconds(20),
                        "",
                        "",
                        "",
                        Map.of()));
        Operation altered = operation(
                4,
                Action.ALTER,
                "CREATE UNIQUE INDEX by_pin ON board_has_pins (pin_id)",
                "board_has_pins",
                new Progress(
                        State.FAILED,
                        4096,
                        ShardSet.parse("0-3428,3430-4095"),
                        ShardSet.NONE,
                        Map.of(3429, "shard 3429 (MySQL002): Duplicate entry '7075733' for key 'by_pin' (1062)"),
                        false,
                        "proxy-b",
                        STARTED.plusSeconds(200),
                        "changing the other shards",
                        "",
                        "some shards have not taken it",
                        Map.of()));
        return CompletableFuture.completedStage(List.of(
                new OperationView(created, false),
                new OperationView(altered, false),
                new OperationView(FakeImports.stopped(), false),
                new OperationView(FakeMappings.checked(), false)));
    }

    private static Operation operation(long number, Action action, String statement, String table, Progress progress) {
        SchemaChange change = new SchemaChange(
                "pinterest",
                DatabasePattern.parse("db%05d"),
                action,
                statement,
                List.of(table),
                List.of(),
                Optional.empty(),
                false,
                new ShardedText(List.of("-")),
                List.of());
        return new Operation(
                number, new Task.TableChange(change), new Origin("app", "data", List.of(), STARTED), progress, 0);
    }

    @Override
    public CompletionStage<Done> act(OperationAction action, long number, Asker asker) {
        return CompletableFuture.completedStage(
                switch (action) {
                    case RESUME, CANCEL -> FakeRequests.DONE;
                    case HAND_OVER -> Done.noted(number, "it hands over (SHOW OPERATIONS)");
                    case FINISH -> Done.noted(number, "the copy on pair MySQL001 is dropped");
                    case REVERT -> Done.noted(number, "the shards are on pair MySQL001 again, after a pause of 63 ms");
                });
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(OperationAction action, long number, Asker asker) {
        List<PlannedAction> imported = FakeImports.planned();
        return CompletableFuture.completedStage(
                action == OperationAction.HAND_OVER
                        ? imported.subList(FakeImports.FOLLOWED, imported.size())
                        : List.of(new PlannedAction(
                                "MySQL001A (10.0.0.1:3306)", "DROP DATABASE `db00000`", "the copy on pair MySQL001")));
    }

    @Override
    public CompletionStage<List<ShardSpace>> measure(Keyspace.Sharded keyspace) {
        return FakeSpaces.measure(keyspace);
    }

    @Override
    public CompletionStage<List<QueueState>> queueStates() {
        return FakeQueues.states();
    }

    @Override
    public List<String> queueProblems() {
        return List.of();
    }

    @Override
    @SuppressWarnings("unchecked") // the answer is that of the request's class
    public <A> CompletionStage<A> run(AnsweredRequest<A> request, String user) {
        try {
            return CompletableFuture.completedStage((A) requests.done(request, user));
        } catch (OperationRefused e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(AnsweredRequest<?> request, String user) {
        try {
            return CompletableFuture.completedStage(requests.planned(request, user));
        } catch (OperationRefused e) {
            return CompletableFuture.failedStage(e);
        }
    }

    @Override
    public CompletionStage<List<RestoredRows>> compareRestored(long operation) {
        return CompletableFuture.completedStage(List.of(
                new RestoredRows(256, "db00256", "pins", 5000, Optional.of(new Differences(1200, 3, 41))),
                new RestoredRows(256, "db00256", "board_has_pins", 9000, Optional.of(new Differences(0, 0, 12)))));
    }

    @Override
    public CompletionStage<List<DriftRow>> drift(Optional<String> keyspace) {
        return CompletableFuture.completedStage(List.of(
                new DriftRow("pinterest", "board_has_pins", 3429, "MySQL002", "lacks index by_pin"),
                new DriftRow("pinterest", "old_pins", 7, "MySQL001", "has a table that the reference lacks")));
    }

    @Override
    public DocumentChanges document() {
        return new DocumentChanges(FakeStore::topology, new FakeStore());
    }

    @Override
    public CheckControl checks() {
        return new FakeChecks();
    }

    @Override
    public CompletionStage<List<ShardVerdict>> verify(VerifyScope scope, BooleanSupplier unwanted) {
        if (scope.equals(new VerifyScope.Pair("MySQL008"))) {
            return CompletableFuture.completedStage(List.of());
        }
        return CompletableFuture.completedStage(List.of(
                new ShardVerdict("pinterest", 3428, "db03428", "MySQL007", 3, 1_250_310, Outcome.EQUAL, ""),
                new ShardVerdict(
                        "pinterest",
                        3429,
                        "db03429",
                        "MySQL007",
                        3,
                        1_187_002,
                        Outcome.DIFFERS,
                        "table pins differs, `local_id` behind (7060000) up to (7080000): 20000 rows on the primary,"
                                + " 19999 on the standby")));
    }
}
