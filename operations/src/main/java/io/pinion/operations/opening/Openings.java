package io.pinion.operations.opening;

import static io.pinion.operations.statement.AnswerTable.number;
import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyEditor.Outcome;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.OperationStatement;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RequestKind;
import io.pinion.operations.engine.RequestedOperations;
import io.pinion.operations.engine.StatementAnswer;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Task;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.ShardNumbers;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementContext;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.text.AdminOpening.Behind;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Opens shards for operators who ask. Thread-safe. */
public final class Openings implements RequestedOperations {
    public static final OperationDefinition DEFINITION = new OperationDefinition(
            List.of(
                    OperationStatement.of(
                            "OPEN SHARD[S] first-last ON PAIR pair IN keyspace [WEIGHT w]",
                            "makes databases for new shards, with the tables that the others have, and opens them for new objects",
                            Openings::opening,
                            Openings::openedShards),
                    OperationStatement.of(
                                    "SET WEIGHT w FOR SHARD[S] first-last IN keyspace",
                                    "changes the share of new objects that shards get which nothing else places; 0 closes them for these",
                                    Openings::weight,
                                    Openings::weights)
                            .withoutExplain()
                            .followedBy(Behind.NO_ASSIGNMENT)),
            services -> new Openings(services, OpeningTimeouts.DEFAULT));

    private final OperationServices services;
    private final OpeningCheck check;
    private final OperationRunner<Task.Opening, OpeningAttempt, Opened> runner;

    public Openings(OperationServices services, OpeningTimeouts timeouts) {
        this.services = services;
        this.check = new OpeningCheck(services, timeouts);
        this.runner = new OperationRunner<>(new OpeningWorkflow(services, timeouts), services);
    }

    // --- the statements

    private static OpeningRequest opening(StatementArguments arguments, StatementContext context) {
        ShardNumbers shards = arguments.shards();
        return new OpeningRequest(
                arguments.text("keyspace"),
                arguments.text("pair"),
                shards.first(),
                shards.last(),
                arguments.number("WEIGHT"));
    }

    private static StatementAnswer openedShards(Opened opened) {
        Task.Opening task = opened.task();
        AnswerTable table = AnswerTable.of(
                number("operation"),
                text("keyspace"),
                text("range"),
                text("pair"),
                number("weight"),
                number("generation"));
        table.row(
                opened.number(),
                task.keyspace(),
                new ShardNumbers(task.first(), task.last()),
                task.pair(),
                task.weight(),
                opened.generation());
        return StatementAnswer.whenTablesRead(opened.generation(), table);
    }

    private static WeightRequest weight(StatementArguments arguments, StatementContext context) {
        ShardNumbers shards = arguments.shards();
        return new WeightRequest(
                arguments.text("keyspace"),
                shards.first(),
                shards.last(),
                arguments.number("SET WEIGHT").orElseThrow(),
                context.author(arguments));
    }

    private static StatementAnswer weights(WeightRequest request, WeightChange change) {
        AnswerTable table = AnswerTable.of(
                text("keyspace"),
                text("range"),
                text("pair"),
                number("weight_before"),
                number("weight"),
                text("share_of_new_objects"),
                number("generation"));
        for (int i = 0; i < change.before().size(); i++) {
            ShardRange after = change.after().get(i);
            table.row(
                    request.keyspace(),
                    new ShardNumbers(after.first(), after.last()),
                    after.pair(),
                    change.before().get(i).insertWeight(),
                    after.insertWeight(),
                    share(after, change.total()),
                    change.generation());
        }
        return StatementAnswer.now(table);
    }

    private static String share(ShardRange range, long total) {
        return total == 0
                ? "none: no shard takes any now, and inserts that nothing places fail"
                : String.format(Locale.ROOT, "%.1f %%", 100.0 * range.insertWeight() / total);
    }

    // --- what they do

    @Override
    public List<RequestKind<?, ?>> kinds() {
        return List.of(
                new RequestKind<>(OpeningRequest.class, runner, "not opened: ", this::opened, this::planned),
                new RequestKind<>(WeightRequest.class, runner, "", (request, user) -> weighed(request)));
    }

    /** Opens shards, or goes on with the same opening that has broken off. */
    private Opened opened(OpeningRequest request, String user)
            throws OperationRefused, StoreUnavailable, VersionConflict {
        Task.Opening wanted = task(stored(), request);
        try (TaskLock lock = runner.locked(wanted)) {
            runner.requireNoOther(wanted);
            Optional<Operation> broken = runner.brokenOff(left -> left.isAs(wanted));
            if (broken.isPresent() && broken.get().task() instanceof Task.Opening left) {
                return runner.goOn(broken.get(), left, lock);
            }
            Topology now = stored();
            Task.Opening task = wanted.withFound(check.found(now, task(now, request)));
            return runner.begin(task, origin(user), services.beginning(task.size()), lock);
        }
    }

    private Topology stored() throws OperationRefused {
        return TopologyChange.reading(services).stored();
    }

    private static Task.Opening task(Topology now, OpeningRequest request) throws OperationRefused {
        Task.Opening task = request.task();
        Keyspace.Sharded keyspace = new RequestCheck(now, task).keyspace();
        if (request.weight().isPresent()) {
            InsertWeights.requirePossible(request.weight().getAsInt());
            InsertWeights.keyspace(now, keyspace.name());
        }
        return task;
    }

    private static Origin origin(String user) {
        return new Origin(user, Account.DATA, ReferenceShard.SETTINGS, Instant.now());
    }

    /** What an opening would do, after the checks with which it begins. */
    private List<PlannedAction> planned(OpeningRequest request, String user) throws Exception {
        Topology now = stored();
        Task.Opening task = task(now, request);
        return runner.explain(task.withFound(check.found(now, task)), origin(user));
    }

    /** Gives shards that are open another share of new objects. */
    private WeightChange weighed(WeightRequest request) throws Exception {
        InsertWeights.requirePossible(request.weight());
        TopologyEditor editor = new TopologyEditor(services.store(), request.author());
        for (int attempt = 0; ; attempt++) {
            Topology seen = stored();
            Keyspace.Id before = InsertWeights.keyspace(seen, request.keyspace());
            WeightedShards change = new WeightedShards(before, request.first(), request.last(), request.weight());
            if (change.isNothing()) {
                return change.answer(seen.generation());
            }
            try {
                return switch (editor.replace(
                        seen,
                        seen.withKeyspace(change.after()),
                        services.topology().generation())) {
                    case Outcome.Written written ->
                        change.answer(written.topology().generation());
                    case Outcome.Refused refused ->
                        throw new OperationRefused("the topology can't be changed: " + refused.text());
                };
            } catch (VersionConflict faster) {
                if (attempt > OperationJournal.MOST_ATTEMPTS) {
                    throw faster;
                }
            }
        }
    }
}
