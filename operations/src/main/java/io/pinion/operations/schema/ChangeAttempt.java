package io.pinion.operations.schema;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRefused.Leaves;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.schema.ShardStep.Result;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.Action;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

/** One attempt to change tables on all shards, from wherever another one has ended. Blocks. */
final class ChangeAttempt implements Attempt<Done> {
    private static final int UNKNOWN_ERROR = 1105;
    private static final int TABLE_EXISTS = 1050;

    private final OperationServices services;
    private final Executor workers;
    private final SchemaChange change;
    private final RunningOperation operation;
    private final ShardStep step;
    private final MaintenanceAnswer answer;
    private final List<ServerWarning> warnings = new ArrayList<>();

    /** The shards where an earlier attempt may have run it. */
    private final ShardSet doubtful;

    private List<ShardPlace> places = List.of();
    private long generation;

    ChangeAttempt(
            OperationServices services,
            ShardConnections connections,
            Executor workers,
            SchemaChange change,
            RunningOperation operation) {
        this.services = services;
        this.workers = workers;
        this.change = change;
        this.operation = operation;
        this.step = new ShardStep(change, new AttemptConnections(connections, operation));
        this.answer = new MaintenanceAnswer(change.keyspace());
        this.doubtful = operation.progress().begun();
        change.warnings().forEach(warning -> warnings.add(ServerWarning.warning(warning)));
    }

    /** The stored topology may have other shards than the running one. */
    void countShards() throws OperationRefused {
        Leaves before = operation.isResumed() ? Leaves.WORK : Leaves.NO_TRACE;
        try {
            places = ShardPlaces.of(
                    new SettledTopology(services, operation, before).of(change.keyspace()),
                    change.keyspace(),
                    change.only());
        } catch (StoreUnavailable e) {
            throw new OperationRefused(String.valueOf(e.getMessage()), before);
        }
        if (!hasBegun()) {
            requirePrimaries();
        }
        operation.later(progress -> progress.withTotal(places.size()));
    }

    List<PlannedAction> plannedChecks() throws OperationRefused {
        places = ShardPlaces.of(services.topology(), change.keyspace(), change.only());
        requirePrimaries();
        long pairs = places.stream().map(ShardPlace::pair).distinct().count();
        return List.of(new PlannedAction(
                "proxy",
                "",
                places.size() + (places.size() == 1 ? " shard" : " shards") + " on " + pairs
                        + (pairs == 1 ? " pair, whose primary takes writes" : " pairs, whose primaries take writes")));
    }

    List<PlannedAction> plannedFirst() {
        ShardPlace first = places.getFirst();
        return List.of(new PlannedAction(
                first.toString(),
                textOn(first.database()),
                "what is wrong with it shows here, and nothing is changed then"));
    }

    List<PlannedAction> plannedOthers() {
        int others = places.size() - 1;
        return others == 0
                ? List.of()
                : List.of(new PlannedAction(
                        others == 1 ? "the other shard" : "the other " + others + " shards",
                        textOn(change.databases().toString()),
                        "some at a time on each pair; what has failed is resumed or cancelled"));
    }

    private String textOn(String database) {
        return String.join(database, change.text().pieces());
    }

    /** Whether a shard may have been changed, so that the shards of a pair that is away are for later. */
    private boolean hasBegun() {
        return !doubtful.isEmpty() || !operation.progress().done().isEmpty();
    }

    /** A primary that takes no writes would leave the change on the shards of the other pairs alone. */
    private void requirePrimaries() throws OperationRefused {
        Map<String, List<ShardPlace>> ofPairs = places.stream()
                .collect(Collectors.groupingBy(ShardPlace::pair, LinkedHashMap::new, Collectors.toList()));
        for (List<ShardPlace> shards : ofPairs.values()) {
            ShardPlace place = shards.getFirst();
            try (ShardConnection connection = step.open(place)) {
                if (connection.isFenced()) {
                    throw untouched(
                            UNKNOWN_ERROR,
                            "HY000",
                            "the primary of pair " + place.pair() + ", " + connection.server()
                                    + ", takes no writes now (SHOW PAIRS), so nothing was changed anywhere");
                }
                requireTables(connection, shards);
            } catch (SQLException e) {
                throw untouched(
                        UNKNOWN_ERROR,
                        "HY000",
                        "the primary of pair " + place.pair()
                                + " can't be reached (SHOW PAIRS), so nothing was changed anywhere: " + e.getMessage());
            }
        }
    }

    private void requireTables(ShardConnection connection, List<ShardPlace> shards)
            throws OperationRefused, SQLException {
        for (String table : change.requiredTables()) {
            Set<String> databases = connection.databasesWith(table);
            for (ShardPlace shard : shards) {
                if (!databases.contains(shard.database())) {
                    throw untouched(
                            UNKNOWN_ERROR,
                            "HY000",
                            shard + " has no table " + table + " (SHOW SCHEMA DRIFT), so nothing was changed anywhere:"
                                    + " make it there first");
                }
            }
        }
    }

    boolean isOnAllShards() {
        return left().isEmpty();
    }

    private List<ShardPlace> left() {
        ShardSet done = operation.progress().done();
        return places.stream().filter(place -> !done.has(place.shard())).toList();
    }

    // --- the first shard

    void changeFirst() throws OperationRefused {
        ShardSet done = operation.progress().done();
        Optional<ShardPlace> reference =
                places.stream().filter(place -> done.has(place.shard())).findFirst();
        if (reference.isPresent()) {
            learn(reference.get());
        } else {
            tryOne();
        }
    }

    private void learn(ShardPlace place) throws OperationRefused {
        try (ShardConnection connection = step.open(place)) {
            step.learnReference(connection, place);
        } catch (SQLException e) {
            throw new OperationRefused(place + " can't be read: " + e.getMessage());
        }
    }

    /**
     * On one shard alone: what is wrong with the statement shows there. One that has certainly not been touched, if
     * there is.
     */
    private void tryOne() throws OperationRefused {
        ShardPlace first = places.stream()
                .filter(place -> !doubtful.has(place.shard()))
                .findFirst()
                .orElse(places.getFirst());
        List<Integer> shard = List.of(first.shard());
        try (ShardConnection connection = step.open(first)) {
            // In this order: another attempt finds the mark, or this one finds that it has been taken over.
            operation.update(progress -> progress.withBegun(shard));
            switch (step.run(connection, first, doubtful.has(first.shard()))) {
                case Result.Done done -> succeeded(connection, first, done);
                case Result.Refused(int code, String sqlState, String message) -> {
                    // A TRUNCATE that may have run there stays in doubt: the rows that are there now may be new.
                    boolean inDoubt = change.action() == Action.TRUNCATE && doubtful.has(first.shard());
                    operation.later(progress -> inDoubt
                            ? progress.withFailed(first.shard(), message)
                            : progress.withFailed(first.shard(), message).withoutBegun(shard));
                    throw untouched(code, sqlState, message);
                }
                case Result.Unknown(String message) -> {
                    operation.later(progress -> progress.withFailed(first.shard(), message));
                    throw new OperationRefused(
                            "the connection to " + first + " broke, so that it may have run there: " + message);
                }
            }
        } catch (SQLException e) {
            if (!doubtful.has(first.shard())) {
                operation.later(progress -> progress.withoutBegun(shard));
            }
            throw untouched(UNKNOWN_ERROR, "HY000", first + " can't be reached: " + e.getMessage());
        }
    }

    private void succeeded(ShardConnection connection, ShardPlace first, Result.Done done) throws OperationRefused {
        try {
            warnings.addAll(connection.warnings());
            refuseForeignTable(first);
            step.learnReference(connection, first);
        } catch (SQLException e) {
            throw new OperationRefused(first + " can't be read: " + e.getMessage());
        }
        answer.add(first, done.rows());
        operation.later(progress -> progress.withDone(first.shard()));
    }

    /** CREATE TABLE IF NOT EXISTS says yes to any table of that name, whatever it is. */
    private void refuseForeignTable(ShardPlace first) throws OperationRefused {
        boolean existed = warnings.stream().anyMatch(warning -> warning.code() == TABLE_EXISTS);
        if (change.ifNotExists() && existed && doubtful.isEmpty()) {
            operation.later(progress -> progress.withoutBegun(List.of(first.shard())));
            throw untouched(
                    TABLE_EXISTS,
                    "42S01",
                    "Table '" + change.tables().getFirst() + "' already exists on " + first
                            + " without being declared: DECLARE TABLE takes it as it is, DROP TABLE IF EXISTS drops"
                            + " it everywhere");
        }
    }

    /** If nothing has been changed anywhere it is as if the operation had never been. */
    private OperationRefused untouched(int code, String sqlState, String message) {
        return doubtful.isEmpty()
                ? new OperationRefused(code, sqlState, message, Leaves.NO_TRACE)
                : new OperationRefused(message);
    }

    // --- the others

    void changeOthers() throws OperationRefused {
        Optional<OperationRefused> ended =
                new OtherShards(step, change.action(), workers, operation, answer, doubtful).run(left());
        if (!isOnAllShards()) {
            throw ended.orElseGet(() -> new OperationRefused("some shards have not taken it"));
        }
    }

    // --- the topology

    void declare() throws OperationRefused {
        generation =
                Declarations.apply(TopologyChange.of(services, operation), change.keyspace(), change.declarations());
    }

    /**
     * A change that the topology doesn't show is told by its generation. It is done on all shards: what keeps this from
     * being told is a warning.
     */
    void tellProxies() {
        try {
            if (services.proxies().list().size() > 1) {
                TopologyChange topology = TopologyChange.of(services, operation);
                generation = change.declarations().isEmpty()
                        ? topology.outdateOlderWriters().generation()
                        : Math.max(generation, topology.stored().generation());
                new KnownTables(services).awaitAll(generation).ifPresent(warnings::add);
            }
        } catch (StoreUnavailable | OperationRefused e) {
            warnings.add(ServerWarning.warning(
                    "other proxies will know the changed tables within a minute, and not at once: " + e.getMessage()));
        }
    }

    @Override
    public Done answer() {
        return new Done(operation.number(), warnings, answer.rows(), generation);
    }
}
