package io.pinion.operations.queue.conversion;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.queue.BriefLocks.InUse;
import io.pinion.operations.queue.QueueServer;
import io.pinion.operations.queue.QueueShard;
import io.pinion.operations.queue.QueueTable;
import io.pinion.operations.queue.QueueThreads;
import io.pinion.operations.queue.QueueTime;
import io.pinion.operations.queue.conversion.ShardConversion.Converted;
import io.pinion.operations.schema.Declarations;
import io.pinion.operations.schema.KnownTables;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.definition.SchemaChange.DeclarationChange;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One attempt to make a queue of a table on all its shards, a thread for each pair. Blocks. */
final class ConversionAttempt implements Attempt<Done> {
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Duration LAST_STATEMENT = Duration.ofSeconds(15);

    /** Facts of the journal. */
    private static final String ROWS = "rows";

    private static final String CHANGES = "changes";
    private static final String PAUSE = "pause_ms";

    private final OperationServices services;
    private final QueueTime time;
    private final QueueThreads threads;
    private final QueueConversion task;
    private final RunningOperation operation;
    private final List<ServerWarning> warnings = new ArrayList<>();
    private long generation;

    ConversionAttempt(
            OperationServices services,
            QueueTime time,
            QueueThreads threads,
            QueueConversion task,
            RunningOperation operation) {
        this.services = services;
        this.time = time;
        this.threads = threads;
        this.task = task;
        this.operation = operation;
    }

    // --- what must be so

    /** Refused when a shard's table can't become a queue, as far as one shard of each pair tells. */
    void check() throws SQLException, OperationRefused {
        Topology topology = services.topology();
        QueueTable queue = queue(topology);
        try {
            Declarations.changed(topology, task.keyspace(), List.of(declaration()));
        } catch (IllegalArgumentException e) {
            throw new OperationRefused(String.valueOf(e.getMessage()));
        }
        for (Map.Entry<Pair, List<QueueShard>> shards : queue.shards(topology).entrySet()) {
            try (ServerConnection server = login(topology, shards.getKey()).open(SILENCE)) {
                OperationServices.requireOpen(server, shards.getKey().name());
                requireTriggers(server);
                TableName first = shards.getValue().getFirst().table();
                new EngineTable(server, first).requireUnreferred();
                SourceForm.read(server, first, queue.queue());
                time.now(server);
            }
        }
    }

    private QueueTable queue(Topology topology) throws OperationRefused {
        if (topology.keyspaces().get(task.keyspace()) instanceof Keyspace.Sharded keyspace
                && keyspace.table(task.table()) != null) {
            return new QueueTable(keyspace, task.table(), task.queue());
        }
        throw new OperationRefused("the topology declares no table " + task.keyspace() + "." + task.table()
                + ": DECLARE TABLE says first which shards its rows belong to");
    }

    private DeclarationChange declaration() {
        return new DeclarationChange.Declare(task.table(), task.declared());
    }

    /** MySQL lets nobody without SUPER make them while it writes a binary log, and Pinion's accounts haven't that there. */
    private static void requireTriggers(ServerConnection server) throws SQLException, OperationRefused {
        if (!server.dialect().mayMakeTriggers(server)) {
            throw new OperationRefused("server " + server
                    + " lets Pinion make no triggers, by which rows are noted that clients change meanwhile: SET GLOBAL"
                    + " log_bin_trust_function_creators = 1 there first; it may be 0 again afterwards");
        }
    }

    private ServerLogin login(Topology topology, Pair pair) throws OperationRefused {
        return new ServerLogin(services.access(), pair.primary(), OperationServices.operator(topology));
    }

    // --- the shards

    boolean isOnAllShards() throws OperationRefused {
        return left(services.topology()).isEmpty();
    }

    private List<List<QueueShard>> left(Topology topology) throws OperationRefused {
        return queue(topology).shards(topology).values().stream()
                .map(shards -> shards.stream()
                        .filter(shard -> !operation.progress().done().has(shard.number()))
                        .toList())
                .filter(shards -> !shards.isEmpty())
                .toList();
    }

    void convert() throws OperationRefused, SQLException {
        Topology topology = services.topology();
        List<List<QueueShard>> left = left(topology);
        int more = left.stream().mapToInt(List::size).sum();
        operation.update(progress -> progress.withTotal(progress.done().size() + more));
        AtomicReference<@Nullable SQLException> ended = new AtomicReference<>();
        try {
            threads.onEach(left, shards -> convert(topology, shards, ended));
        } catch (OperationRefused other) {
            SQLException lost = ended.get();
            if (lost != null) {
                throw lost;
            }
            throw other;
        }
    }

    /** A pair whose server is lost must not wait for the others' rows until it can be opened again. */
    private void convert(Topology topology, List<QueueShard> shards, AtomicReference<@Nullable SQLException> ended)
            throws OperationRefused, SQLException {
        DoneShards done =
                new DoneShards(time, doneOn(topology, shards.getFirst().pair()));
        try {
            for (QueueShard shard : shards) {
                requireGoingOn(ended);
                convert(topology, shard, done, ended);
                done.add(shard);
            }
        } catch (SQLException e) {
            if (ServerConnection.isLost(e)) {
                ended.compareAndSet(null, e);
            }
            throw e;
        }
    }

    private static void requireGoingOn(AtomicReference<@Nullable SQLException> ended) throws OperationRefused {
        if (ended.get() != null) {
            throw new OperationRefused("another pair's shards can't be converted");
        }
    }

    private List<QueueShard> doneOn(Topology topology, Pair pair) throws OperationRefused {
        return queue(topology).shards(topology).getOrDefault(pair, List.of()).stream()
                .filter(shard -> operation.progress().done().has(shard.number()))
                .toList();
    }

    private void convert(
            Topology topology, QueueShard shard, DoneShards done, AtomicReference<@Nullable SQLException> ended)
            throws OperationRefused, SQLException {
        on(topology, shard, (primary, conversion) -> {
            try (ConversionPace pace =
                    new ConversionPace(operation, services, login(topology, shard.pair()), primary, () -> {
                        requireGoingOn(ended);
                        done.keep(primary);
                    })) {
                Converted converted = conversion.run(time, pace);
                operation.update(progress -> progress.withCounted(ROWS, converted.rows())
                        .withCounted(CHANGES, converted.changes())
                        .withFact(
                                PAUSE,
                                Long.toString(Math.max(
                                        progress.counted(PAUSE),
                                        converted.pause().toMillis())))
                        .withDone(shard.number()));
            }
        });
    }

    /** Nothing of an attempt is left; shards that are done stay. */
    void removeLeft() throws OperationRefused, SQLException {
        Topology topology = services.topology();
        threads.onEach(left(topology), shards -> {
            for (QueueShard shard : shards) {
                on(topology, shard, (primary, conversion) -> conversion.removeLeft());
            }
        });
    }

    @FunctionalInterface
    private interface Work {
        void with(QueueServer primary, ShardConversion conversion) throws SQLException, InUse, OperationRefused;
    }

    /** Ends what another attempt has left on the shard's server first. */
    private void on(Topology topology, QueueShard shard, Work work) throws OperationRefused, SQLException {
        try (QueueServer primary = QueueServer.open(topology, services.access(), shard, threads.watchers());
                ServerConnection second = login(topology, shard.pair()).open(QueueServer.LONGEST_STATEMENT)) {
            second.takeOver(operation.mark(), LAST_STATEMENT);
            work.with(primary, new ShardConversion(primary, second, threads.watchers(), shard));
        } catch (InUse e) {
            throw new OperationRefused(shard.table() + " is in use: " + e.getMessage());
        }
    }

    // --- the topology

    void declare() throws OperationRefused {
        TopologyChange topology = TopologyChange.of(services, operation);
        generation = Declarations.apply(topology, task.keyspace(), List.of(declaration()));
        new KnownTables(services).awaitAll(generation).ifPresent(warnings::add);
    }

    // --- what EXPLAIN shows

    List<PlannedAction> plannedChecks() throws OperationRefused, SQLException {
        check();
        return List.of();
    }

    List<PlannedAction> planned() throws OperationRefused, SQLException {
        Topology topology = services.topology();
        List<PlannedAction> actions = new ArrayList<>();
        for (Map.Entry<Pair, List<QueueShard>> shards :
                queue(topology).shards(topology).entrySet()) {
            try (ServerConnection server = login(topology, shards.getKey()).open(SILENCE)) {
                actions.addAll(planned(server, shards.getKey(), shards.getValue()));
            }
        }
        return actions;
    }

    private List<PlannedAction> planned(ServerConnection server, Pair pair, List<QueueShard> shards)
            throws SQLException, OperationRefused {
        QueueShard first = shards.getFirst();
        ConversionTexts texts = new ConversionTexts(
                SourceForm.read(server, first.table(), task.queue()), ConversionTables.of(first.table()), task.queue());
        String place = pair.primary().name();
        String others = shards.size() == 1
                ? ""
                : "; the same on shards to " + shards.getLast().number() + ", one after the other";
        List<PlannedAction> actions = new ArrayList<>();
        texts.creation().forEach(sql -> actions.add(new PlannedAction(place, sql, "made beside the table" + others)));
        texts.triggers("…")
                .forEach(sql -> actions.add(new PlannedAction(place, sql, "notes which rows clients change")));
        actions.add(new PlannedAction(
                place, texts.copy(List.of(), List.of()), "in parts, each followed by what has changed"));
        actions.add(new PlannedAction(place, texts.lacking(List.of(), List.of()), "every row is compared, both ways"));
        actions.add(new PlannedAction(place, texts.rename(), "clients' statements on the table wait for a moment"));
        return actions;
    }

    List<PlannedAction> plannedDeclaration() {
        return List.of(
                new PlannedAction("topology", declaration().words(), "the keeper makes and drops its partitions"));
    }

    // --- its end

    @Override
    public Done answer() {
        return new Done(operation.number(), warnings, List.of(), generation);
    }

    @Override
    public String note() {
        Map<String, String> facts = operation.progress().facts();
        return facts.getOrDefault(ROWS, "0") + " rows copied and compared, " + facts.getOrDefault(CHANGES, "0")
                + " changes taken over; clients waited for a switch " + facts.getOrDefault(PAUSE, "0") + " ms at most";
    }

    @Override
    public void close() {}
}
