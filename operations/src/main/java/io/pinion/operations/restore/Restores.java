package io.pinion.operations.restore;

import io.pinion.config.document.NearestName;
import io.pinion.config.settings.ExportSettings;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.engine.BackgroundOperations;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.export.ExportPlaces;
import io.pinion.operations.export.ExportScope;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.WorkMark;
import io.pinion.operations.statement.ShardNumbers;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementContext;
import io.pinion.operations.work.Workers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Restores shards for operators who ask. Thread-safe. */
public final class Restores extends BackgroundOperations<ShardsRestore, ShardsRestore> {
    public static final OperationDefinition DEFINITION = new OperationDefinition(
            List.of(statement(
                    "RESTORE SHARD[S] first-last [TABLE[S] table[, table …]] IN keyspace FROM 'place'",
                    "loads the rows of shards from an export into databases beside theirs; FINISH OPERATION puts them in"
                            + " their place",
                    Restores::request)),
            Restores::new);

    private static final int MOST_WAITING = 10;

    private final ExportPlaces places;

    /** Reads tables as a whole, and keeps no operation waiting. */
    private final Workers comparing = new Workers("pinion-restore-compare", 1, MOST_WAITING);

    public Restores(OperationServices services, ExportSettings settings) {
        this(services, new ExportPlaces(settings, services.access()));
    }

    private Restores(OperationServices services, ExportPlaces places) {
        super(ShardsRestore.class, new RestoreWorkflow(services, places), services, "not restored");
        this.places = places;
    }

    private static ShardsRestore request(StatementArguments arguments, StatementContext context) {
        ShardNumbers shards = arguments.shards();
        return ShardsRestore.asked(
                arguments.text("keyspace"),
                shards.first(),
                shards.last(),
                arguments.text("'place'"),
                arguments.texts("table"));
    }

    @Override
    protected Decided<ShardsRestore> decided(ShardsRestore request) throws OperationRefused {
        ExportScope scope = ExportScope.of(services.topology(), request.keyspace());
        Set<String> pairs = scope.between(request.first(), request.last()).keySet();
        try (ExportedShards export = ExportedShards.open(places.open(request.place()), scope, request.keyspace())) {
            return new Decided<>(request.with(pairs, chosen(request, export)), request.size());
        }
    }

    private static List<String> chosen(ShardsRestore request, ExportedShards export) throws OperationRefused {
        for (String table : request.tables()) {
            if (!export.tables().contains(table)) {
                throw new OperationRefused(
                        export.references().contains(table)
                                ? table + " is a table of references, which all shards have: "
                                        + ExportedShards.REFERENCES
                                : export.store() + " has no table " + table + " whose rows are on shards: "
                                        + NearestName.cure(table, export.tables()));
            }
        }
        return request.whole()
                ? export.tables()
                : request.tables().stream().distinct().sorted().toList();
    }

    /**
     * Compares what has come back with what is there now, on the primaries, one table after the other.
     *
     * @param operation that has restored the rows and waits for its end
     */
    public CompletionStage<List<RestoredRows>> compare(long operation) {
        return comparing.ask(() -> compared(waiting(operation)));
    }

    /** Before all rows are there, each comparison would tell of rows that are missing. */
    private Operation waiting(long number) throws OperationRefused, StoreUnavailable {
        Operation operation = services.journal()
                .read(number)
                .filter(read -> read.task() instanceof ShardsRestore)
                .orElseThrow(() -> new OperationRefused(
                        "operation " + number + " restores no shards (SHOW OPERATIONS lists those that do)"));
        if (operation.progress().state() != State.WAITING) {
            throw new OperationRefused("rows are compared when all of them are restored, and before they take the place"
                    + " of others; " + operation.name() + " is "
                    + operation.progress().words());
        }
        return operation;
    }

    /** Whoever ends the operation ends this first: it keeps the tables as they are. */
    private List<RestoredRows> compared(Operation operation) throws OperationRefused, SQLException {
        ShardsRestore task = (ShardsRestore) operation.task();
        ExportScope scope = ExportScope.of(services.topology(), task.keyspace());
        List<RestoredRows> rows = new ArrayList<>();
        for (Map.Entry<String, List<Integer>> pair :
                scope.between(task.first(), task.last()).entrySet()) {
            WorkMark work = WorkMark.ofOperation(operation.number());
            try (ServerConnection primary =
                    RestoreAttempt.login(services, pair.getKey(), work).open(RestoreAttempt.LONGEST_ANSWER)) {
                primary.execute(List.of("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ"));
                for (int shard : pair.getValue()) {
                    rows.addAll(
                            new RestoredComparison(primary, shard, scope.database(shard), operation.progress()).rows());
                }
            }
        }
        return rows;
    }

    @Override
    public void close() {
        comparing.close();
        super.close();
    }
}
