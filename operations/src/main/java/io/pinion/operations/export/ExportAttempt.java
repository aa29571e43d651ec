package io.pinion.operations.export;

import io.pinion.config.settings.ExportSettings;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import io.pinion.operations.verify.StandbySnapshot;
import io.pinion.operations.work.Workers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One attempt to export tables, from wherever an earlier one has ended. Blocks. */
final class ExportAttempt implements Attempt<Done> {
    /** These, and those that find the place, must fit under a {@link io.pinion.operations.server.WorkMark}. */
    private static final int MOST_READERS_OF_PAIR = 8;

    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final OperationServices services;
    private final ExportSettings settings;
    private final TableExport task;
    private final RunningOperation operation;

    /** Opened when it is needed: a proxy that can't reach the place can still tell that the export is given up. */
    private @Nullable ExportFiles opened;

    private String told = "";
    private String note = "";

    ExportAttempt(OperationServices services, ExportSettings settings, TableExport task, RunningOperation operation) {
        this.services = services;
        this.settings = settings;
        this.task = task;
        this.operation = operation;
    }

    private synchronized ExportFiles files() throws OperationRefused {
        ExportFiles files = opened;
        if (files == null) {
            files = new ExportFiles(new ExportPlaces(settings, services.access()).open(task.place()), task, operation);
            opened = files;
        }
        return files;
    }

    /** The shards that are to be read yet, by the pairs that have them now. */
    private Map<String, List<Integer>> left() throws OperationRefused {
        return scope().left(operation.progress().done());
    }

    /** Refused where the keyspace has other shards than at the beginning, which would be half an export of each. */
    private ExportScope scope() throws OperationRefused {
        ExportScope scope = ExportScope.of(services.topology(), task.keyspace());
        if (!scope.placement().equals(task.placement())) {
            throw new OperationRefused("keyspace " + task.keyspace() + " has other shards than when the export began ("
                    + scope.placement() + "; it was " + task.placement() + "): CANCEL OPERATION " + operation.number()
                    + ", and export it anew");
        }
        return scope;
    }

    private ServerLogin login(Pair pair) throws OperationRefused {
        return new ServerLogin(services.access(), PairExport.standby(pair), services.operator());
    }

    // --- how far it is

    boolean mayHaveBegun() {
        return operation.mayHaveBegun(ExportWorkflow.READING);
    }

    boolean hasAll() throws OperationRefused {
        return left().isEmpty();
    }

    // --- the standbys are read

    /** Refused where the place isn't free, or a standby can't be read. */
    void check() throws OperationRefused {
        files().requireFree();
        Topology now = services.topology();
        List<String> problems = new ArrayList<>();
        Map<String, List<String>> columns = new HashMap<>();
        for (Map.Entry<String, List<Integer>> each : left().entrySet()) {
            String name = each.getKey();
            try {
                Pair pair = OperationServices.pair(now, name);
                StandbySnapshot.requireReadable(pair, login(pair), settings.maxLag());
                problems.addAll(tableProblems(pair, each.getValue(), columns));
            } catch (OperationRefused e) {
                problems.add(e.getMessage());
            } catch (SQLException e) {
                problems.add("the standby of pair " + name + " can't be asked: " + e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new OperationRefused(String.join("; ", problems));
        }
    }

    /**
     * The first shard of each table that lacks it, or has other columns, tells enough.
     *
     * @param columns those of tables that were looked at, which have the same ones on all shards
     */
    private List<String> tableProblems(Pair pair, List<Integer> shards, Map<String, List<String>> columns)
            throws OperationRefused, SQLException {
        ExportScope scope = scope();
        String server = PairExport.standby(pair).name();
        List<String> problems = new ArrayList<>();
        try (ServerConnection standby = login(pair).open(SILENCE)) {
            for (String table : task.tables()) {
                Set<TableName> there = Set.copyOf(BaseTables.called(standby.jdbc(), table));
                Map<String, List<String>> found = columnsOf(table, standby);
                shards.stream()
                        .filter(shard -> scope.isReadOn(table, shard))
                        .map(shard -> new TableName(scope.database(shard), table))
                        .flatMap(name -> there.contains(name)
                                ? otherColumns(name, found.getOrDefault(name.database(), List.of()), columns)
                                : Stream.of(PairExport.missing(name, server)))
                        .findFirst()
                        .ifPresent(problems::add);
            }
        }
        return problems;
    }

    private Stream<String> otherColumns(TableName name, List<String> found, Map<String, List<String>> columns) {
        List<String> first = columns.putIfAbsent(name.table(), found);
        return first == null || first.equals(found)
                ? Stream.empty()
                : Stream.of("table " + task.keyspace() + "." + name.table() + " has other columns in " + name.database()
                        + " than on another shard (SHOW SCHEMA DRIFT FROM " + task.keyspace() + "): make them alike");
    }

    /** The sorted names of the columns of all tables of a name, by their databases. */
    private static Map<String, List<String>> columnsOf(String table, ServerConnection server) throws SQLException {
        Map<String, List<String>> columns = new HashMap<>();
        Answers.all(
                        server.jdbc(),
                        "SELECT table_schema, column_name FROM information_schema.columns WHERE table_name = "
                                + SqlText.quote(table) + " ORDER BY table_schema, column_name",
                        row -> List.of(Answers.text(row, 1), Answers.text(row, 2)))
                .forEach(row -> columns.computeIfAbsent(row.get(0), none -> new ArrayList<>())
                        .add(row.get(1)));
        return columns;
    }

    /** A shard that moves meanwhile is read where it is then. */
    void read() throws OperationRefused, SQLException {
        files().take(services.proxy().get());
        Map<String, List<Integer>> left = left();
        while (!left.isEmpty()) {
            readPairs(left);
            left = left();
        }
    }

    private void readPairs(Map<String, List<Integer>> left) throws OperationRefused, SQLException {
        List<ServerLogin> standbys = new ArrayList<>();
        for (String pair : left.keySet()) {
            standbys.add(login(OperationServices.pair(services.topology(), pair)));
        }
        int atOnce = Math.min(left.size(), settings.readers());
        int readers = Math.min(MOST_READERS_OF_PAIR, settings.readers() / atOnce);
        Queue<String> names = new ConcurrentLinkedQueue<>(left.keySet());
        Queue<Exception> failures = new ConcurrentLinkedQueue<>();
        try (ExportPace pace = new ExportPace(services, operation, standbys)) {
            Workers.together("pinion-export-pair", atOnce, () -> {
                for (String name = names.poll(); name != null; name = names.poll()) {
                    readPair(name, left.getOrDefault(name, List.of()), readers, pace, failures);
                }
            });
        }
        operation.requireMayGoOn();
        throwFirst(failures);
    }

    /** One that fails doesn't keep the others from their end: what they have read stays. */
    private void readPair(String name, List<Integer> shards, int readers, ExportPace pace, Queue<Exception> failures) {
        try {
            Pair pair = OperationServices.pair(services.topology(), name);
            files().keep(new PairExport(services, operation, task, scope(), pair, shards, files().store(), pace)
                    .run(readers, settings.maxLag()));
        } catch (OperationRefused | SQLException | RuntimeException e) {
            failures.add(e);
        }
    }

    /** What a person has to see to comes before what ends by itself. */
    private static void throwFirst(Queue<Exception> failures) throws OperationRefused, SQLException {
        Exception first = failures.stream()
                .filter(failure -> !(failure instanceof ServerAway))
                .findFirst()
                .orElse(failures.peek());
        switch (first) {
            case null -> {}
            case OperationRefused e -> throw e;
            case SQLException e -> throw e;
            case RuntimeException e -> throw e;
            default -> throw new IllegalStateException("a pair fails with nothing else", first);
        }
    }

    void writeManifest() throws OperationRefused {
        if (!files().hasManifest()) {
            scope();
            files().take(services.proxy().get());
        }
        told = files().writeManifest(settings.maxLag());
        operation.tell(told);
    }

    @Override
    public Done answer() {
        return Done.noted(operation.number(), told);
    }

    // --- the way back

    void remove() throws OperationRefused {
        note = files().remove();
    }

    @Override
    public String note() {
        return note;
    }

    // --- what EXPLAIN shows

    List<PlannedAction> plannedReading() throws OperationRefused {
        List<PlannedAction> actions = new ArrayList<>();
        for (Map.Entry<String, List<Integer>> pair : left().entrySet()) {
            Pair now = OperationServices.pair(services.topology(), pair.getKey());
            ServerLogin standby = login(now);
            operationOn(now)
                    .map(operation -> new PlannedAction("pair " + now.name(), "", "waits while " + operation))
                    .ifPresent(actions::add);
            actions.add(new PlannedAction(
                    standby.toString(),
                    "SELECT …" + task.since().map(Since::condition).orElse(""),
                    "the standby of pair " + pair.getKey() + ", at one place of its log: "
                            + String.join(", ", task.tables()) + " of shards " + ShardSet.of(pair.getValue())));
        }
        return actions;
    }

    private Optional<String> operationOn(Pair pair) throws OperationRefused {
        try {
            return StandbySnapshot.operation(services.journal(), pair);
        } catch (StoreUnavailable e) {
            throw new OperationRefused("the journal can't be read: " + e.getMessage());
        }
    }

    List<PlannedAction> plannedManifest() throws OperationRefused {
        return List.of(new PlannedAction(
                files().store().toString(), ExportFiles.MANIFEST, "written last: without it there is no export"));
    }

    @Override
    public synchronized void close() {
        if (opened != null) {
            opened.close();
        }
    }
}
