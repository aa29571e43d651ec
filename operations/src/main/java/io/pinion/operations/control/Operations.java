package io.pinion.operations.control;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.account.AccountSync;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.Workflow;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.move.Moves;
import io.pinion.operations.opening.Opened;
import io.pinion.operations.opening.OpeningRequest;
import io.pinion.operations.opening.Openings;
import io.pinion.operations.opening.WeightChange;
import io.pinion.operations.promotion.Promotions;
import io.pinion.operations.schema.ChangeOutcome;
import io.pinion.operations.schema.ChangeOutcome.Done;
import io.pinion.operations.schema.ChangeOutcome.Failed;
import io.pinion.operations.schema.ChangeOutcome.ServerWarning;
import io.pinion.operations.schema.DriftRow;
import io.pinion.operations.schema.SchemaOperations;
import io.pinion.operations.standby.Replaced;
import io.pinion.operations.standby.Replacements;
import io.pinion.operations.verify.ShardVerdict;
import io.pinion.operations.verify.Verifications;
import io.pinion.operations.verify.VerifyScope;
import io.pinion.operations.work.Workers;
import io.pinion.routing.catalog.Declaration;
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
import java.util.function.Function;

/** Hands each call to the service that does the operation's task. Thread-safe; no call blocks. */
public final class Operations implements OperationControl, AutoCloseable {
    private static final int THREADS = 2;
    private static final int MAX_WAITING = 64;

    private static final Duration LONGEST_READING = Duration.ofSeconds(10);

    /** MySQL's ER_UNKNOWN_ERROR. */
    private static final int UNKNOWN_ERROR = 1105;

    private final OperationJournal journal;
    private final SchemaOperations schema;
    private final Promotions promotions;
    private final Moves moves;
    private final Verifications verifications;
    private final Replacements replacements;
    private final Openings openings;
    private final AccountSync accounts;
    private final Workers workers = new Workers("pinion-operations-list", THREADS, MAX_WAITING);

    public Operations(
            OperationJournal journal,
            SchemaOperations schema,
            Promotions promotions,
            Moves moves,
            Verifications verifications,
            Replacements replacements,
            Openings openings,
            AccountSync accounts) {
        this.journal = journal;
        this.schema = schema;
        this.promotions = promotions;
        this.moves = moves;
        this.verifications = verifications;
        this.replacements = replacements;
        this.openings = openings;
        this.accounts = accounts;
    }

    @Override
    public CompletionStage<List<OperationView>> list() {
        return asked(() -> {
            List<OperationView> views = new ArrayList<>();
            for (Operation operation : journal.list()) {
                boolean alive = operation.progress().state() == State.RUNNING && journal.isLocked(operation.task());
                views.add(new OperationView(operation, alive));
            }
            return views;
        });
    }

    @Override
    public CompletionStage<ChangeOutcome> resume(long number, Asker asker) {
        return found(number, asker, operation -> switch (operation.task()) {
            case Task.TableChange change -> schema.resume(operation, change);
            case Task.AccountSync sync -> accounts.resume(operation);
            case Task.StandbyReplacement replacement ->
                ended(number, replacements.runner().resume(operation));
            case Task.Promotion promotion -> ended(number, promotions.runner().resume(operation));
            case Task.Move move -> told(number, moves.runner().resume(operation).thenApply(Workflow.Outcome::note));
            case Task.Opening opening -> ended(number, openings.runner().resume(operation));
        });
    }

    @Override
    public CompletionStage<ChangeOutcome> cancel(long number, Asker asker) {
        return found(number, asker, operation -> switch (operation.task()) {
            case Task.TableChange change -> ended(number, schema.runner().cancel(operation));
            case Task.AccountSync sync -> ended(number, accounts.runner().cancel(operation));
            case Task.StandbyReplacement replacement ->
                ended(number, replacements.runner().cancel(operation));
            case Task.Promotion promotion -> ended(number, promotions.runner().cancel(operation));
            case Task.Move move -> told(number, moves.runner().cancel(operation).thenApply(undone -> "given up"));
            case Task.Opening opening -> ended(number, openings.runner().cancel(operation));
        });
    }

    private static CompletionStage<ChangeOutcome> told(long number, CompletionStage<String> answer) {
        return answer.handle((text, thrown) -> thrown == null
                ? new Done(number, List.of(new ServerWarning("Note", UNKNOWN_ERROR, text)), List.of(), 0)
                : Failed.of(thrown));
    }

    @Override
    public CompletionStage<String> finish(long number) {
        return waiting(number, moves::finish);
    }

    @Override
    public CompletionStage<String> revert(long number) {
        return waiting(number, moves::revert);
    }

    private CompletionStage<String> waiting(long number, Function<Operation, CompletionStage<String>> way) {
        return asked(() -> journal.read(number)).thenCompose(read -> {
            if (read.isEmpty()) {
                return CompletableFuture.failedStage(new IllegalArgumentException(unknown(number)));
            }
            if (read.get().progress().state().isOver()) {
                return CompletableFuture.failedStage(new IllegalArgumentException(over(read.get())));
            }
            return read.get().task() instanceof Task.Move
                    ? way.apply(read.get())
                    : CompletableFuture.failedStage(new IllegalArgumentException(
                            read.get().name() + " is not one that is finished or reverted"));
        });
    }

    private static String over(Operation operation) {
        return operation.name() + " has ended: it is " + new OperationView(operation, false).state();
    }

    /** Reads the journal if ZooKeeper answers in time; Curator itself would try for most of a minute. */
    private <T> CompletionStage<T> asked(Callable<T> reading) {
        return workers.ask(reading)
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

    private static String unknown(long number) {
        return "there is no operation " + number + " (SHOW OPERATIONS lists them)";
    }

    /** Takes the way with the unfinished operation of that number, if it is visible to the asker. */
    private CompletionStage<ChangeOutcome> found(
            long number, Asker asker, Function<Operation, CompletionStage<ChangeOutcome>> way) {
        return asked(() -> journal.read(number)).thenCompose(read -> {
            Optional<Operation> operation = read.filter(asker::sees);
            if (operation.isEmpty()) {
                return failed(unknown(number));
            }
            return !operation.get().progress().state().isOver()
                    ? way.apply(operation.get())
                    : failed(over(operation.get()));
        });
    }

    private static CompletionStage<ChangeOutcome> ended(long number, CompletionStage<Workflow.Outcome> outcome) {
        return outcome.thenApply(reached -> done(number, reached.generation(), reached.note()))
                .exceptionally(Failed::of);
    }

    private static ChangeOutcome done(long number, long generation, String note) {
        List<ServerWarning> warnings =
                note.isEmpty() ? List.of() : List.of(new ServerWarning("Warning", UNKNOWN_ERROR, note));
        return new Done(number, warnings, List.of(), generation);
    }

    private static CompletionStage<ChangeOutcome> failed(String message) {
        return CompletableFuture.completedStage(Failed.general(message));
    }

    @Override
    public CompletionStage<Opened> open(OpeningRequest request, String user) {
        return openings.open(request, user);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explainOpening(OpeningRequest request) {
        return openings.explain(request);
    }

    @Override
    public CompletionStage<WeightChange> weigh(String keyspace, int first, int last, int weight) {
        return openings.weigh(keyspace, first, last, weight);
    }

    @Override
    public CompletionStage<ChangeOutcome> declare(String keyspace, String table, Declaration as) {
        return schema.declare(keyspace, table, as);
    }

    @Override
    public CompletionStage<ChangeOutcome> forget(String keyspace, String table) {
        return schema.forget(keyspace, table);
    }

    @Override
    public CompletionStage<List<DriftRow>> drift(Optional<String> keyspace) {
        return schema.drift(keyspace);
    }

    @Override
    public CompletionStage<Replaced> replaceStandby(String pair, String with, String user) {
        return replacements.replace(pair, with, user);
    }

    @Override
    public CompletionStage<List<PlannedAction>> explainReplacement(String pair, String with) {
        return replacements.explain(pair, with);
    }

    @Override
    public CompletionStage<ChangeOutcome> syncAccounts(String user) {
        return accounts.start(user);
    }

    @Override
    public CompletionStage<List<ShardVerdict>> verify(VerifyScope scope, BooleanSupplier unwanted) {
        return verifications.verify(scope, unwanted);
    }

    @Override
    public void close() {
        workers.close();
    }
}
