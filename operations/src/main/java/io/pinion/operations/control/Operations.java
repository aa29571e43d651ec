package io.pinion.operations.control;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.check.CheckControl;
import io.pinion.operations.document.DocumentChanges;
import io.pinion.operations.engine.AnsweredRequest;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.Failed;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunners;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RequestKinds;
import io.pinion.operations.engine.Way;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.UnknownTask;
import io.pinion.operations.queue.QueueState;
import io.pinion.operations.queue.Queues;
import io.pinion.operations.restore.RestoredRows;
import io.pinion.operations.restore.Restores;
import io.pinion.operations.schema.DriftRow;
import io.pinion.operations.schema.SchemaOperations;
import io.pinion.operations.space.ShardSpace;
import io.pinion.operations.space.ShardSpaces;
import io.pinion.operations.verify.ShardVerdict;
import io.pinion.operations.verify.Verifications;
import io.pinion.operations.verify.VerifyScope;
import io.pinion.operations.work.Workers;
import io.pinion.routing.catalog.Keyspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * The operations of one proxy: the journal is read here, and all else is done by the parts. Thread-safe; no call blocks.
 *
 * @param readers the threads that read the journal
 */
public record Operations(
        OperationJournal journal,
        Workers readers,
        RequestKinds kinds,
        OperationRunners runners,
        SchemaOperations schema,
        Verifications verifications,
        Restores restores,
        CheckControl checks,
        Queues queues,
        ShardSpaces spaces,
        DocumentChanges document)
        implements OperationControl {

    private static final Duration LONGEST_READING = Duration.ofSeconds(10);

    @Override
    public CompletionStage<List<OperationView>> list() {
        return asked(() -> {
            List<OperationView> views = new ArrayList<>();
            for (Operation operation : journal.list()) {
                views.add(view(operation));
            }
            return views;
        });
    }

    private OperationView view(Operation operation) throws StoreUnavailable {
        boolean running = operation.progress().state() == State.RUNNING;
        if (running && !journal.isLocked(operation.task())) {
            // One that has ended since it was read isn't one that was left.
            return new OperationView(journal.read(operation.number()).orElse(operation), false);
        }
        return new OperationView(operation, running);
    }

    @Override
    public CompletionStage<Done> act(OperationAction action, long number, Asker asker) {
        return found(number, asker).thenCompose(operation -> act(action, operation));
    }

    private CompletionStage<Done> act(OperationAction action, Operation operation) {
        if (action == OperationAction.CANCEL && operation.task() instanceof UnknownTask) {
            return forgotten(operation);
        }
        return runners.by(operation, runner -> switch (action) {
            case RESUME -> runner.resume(operation);
            case CANCEL -> runner.cancel(operation);
            case HAND_OVER -> runner.handOver(operation);
            case FINISH -> runner.end(operation, Way.FINISH);
            case REVERT -> runner.end(operation, Way.REVERT);
        });
    }

    /** The kind of the operation is another version's, so that this one can't undo it: only the entry in the journal ends. */
    private CompletionStage<Done> forgotten(Operation operation) {
        return asked(() -> {
            String note = "what it has done is left as it is";
            journal.write(operation, operation.progress().withState(State.CANCELLED, note));
            return Done.of(operation.number(), 0, note);
        });
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(OperationAction action, long number, Asker asker) {
        return found(number, asker)
                .thenCompose(operation -> runners.by(operation, runner -> switch (action) {
                    case RESUME, CANCEL -> CompletableFuture.completedStage(List.of());
                    case HAND_OVER -> runner.explainHandOver(operation);
                    case FINISH -> runner.explainEnd(operation, Way.FINISH);
                    case REVERT -> runner.explainEnd(operation, Way.REVERT);
                }))
                .exceptionallyCompose(thrown -> CompletableFuture.failedStage(new OperationRefused(
                        "it would be refused: " + Failed.of(thrown).message())));
    }

    /** The unfinished operation of that number, if it is visible to the asker. */
    private CompletionStage<Operation> found(long number, Asker asker) {
        return asked(() -> {
            Operation operation = journal.read(number)
                    .filter(asker::sees)
                    .orElseThrow(() ->
                            new OperationRefused("there is no operation " + number + " (SHOW OPERATIONS lists them)"));
            if (operation.progress().state().isOver()) {
                throw new OperationRefused(
                        operation.name() + " has ended: it is " + new OperationView(operation, false).state());
            }
            return operation;
        });
    }

    /** Reads the journal if ZooKeeper answers in time; Curator itself would try for most of a minute. */
    private <T> CompletionStage<T> asked(Callable<T> reading) {
        return readers.ask(reading)
                .toCompletableFuture()
                .orTimeout(LONGEST_READING.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionallyCompose(thrown -> CompletableFuture.failedStage(
                        thrown instanceof TimeoutException
                                ? new StoreUnavailable(
                                        "the journal of operations can't be read: ZooKeeper hasn't answered for "
                                                + LONGEST_READING.toSeconds()
                                                + " s; try again when it does (SHOW TOPOLOGY STATUS)")
                                : thrown));
    }

    @Override
    public <A> CompletionStage<A> run(AnsweredRequest<A> request, String user) {
        return kinds.run(request, user);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(AnsweredRequest<?> request, String user) {
        return kinds.explain(request, user);
    }

    @Override
    public CompletionStage<List<QueueState>> queueStates() {
        return queues.states();
    }

    @Override
    public List<String> queueProblems() {
        return queues.problems();
    }

    @Override
    public CompletionStage<List<ShardSpace>> measure(Keyspace.Sharded keyspace) {
        return spaces.measure(keyspace);
    }

    @Override
    public CompletionStage<List<RestoredRows>> compareRestored(long operation) {
        return restores.compare(operation);
    }

    @Override
    public CompletionStage<List<DriftRow>> drift(Optional<String> keyspace) {
        return schema.drift(keyspace);
    }

    @Override
    public CompletionStage<List<ShardVerdict>> verify(VerifyScope scope, BooleanSupplier unwanted) {
        return verifications.verify(scope, unwanted);
    }
}
