package io.pinion.operations.export;

import io.pinion.config.document.NearestName;
import io.pinion.config.settings.ExportSettings;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.schema.OwnTables;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

/**
 * Exports tables for operators who ask. An export goes on in the background; the call that begins it is answered at its
 * beginning. Thread-safe.
 */
public final class Exports implements ExportControl, AutoCloseable {
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final OperationServices services;
    private final OperationRunner<TableExport, ExportAttempt, Done> runner;

    public Exports(OperationServices services, ExportSettings settings) {
        this.services = services;
        this.runner = new OperationRunner<>(new ExportWorkflow(services, settings), services);
    }

    public OperationRunner<?, ?, ?> runner() {
        return runner;
    }

    @Override
    public CompletionStage<Operation> begin(TableExport request, String user) {
        return runner.ask(() -> {
            TableExport task = task(request);
            int shards = ExportScope.of(services.topology(), task.keyspace()).size();
            return runner.beginInBackground(task, user, shards, "not exported", origin -> runner.explain(task, origin));
        });
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(TableExport request) {
        return runner.explained(() -> runner.explain(task(request), Origin.of("", Account.OPERATOR)));
    }

    private TableExport task(TableExport request) throws OperationRefused {
        Topology now = services.topology();
        ExportScope scope = ExportScope.of(now, request.keyspace());
        Pair pair = OperationServices.pair(now, scope.firstPair());
        ServerLogin login = new ServerLogin(services.access(), PairExport.standby(pair), services.operator());
        try (ServerConnection standby = login.open(SILENCE)) {
            List<TableName> there = BaseTables.in(standby.jdbc(), scope.database(scope.firstShard())).stream()
                    .filter(table -> !OwnTables.has(table.table()))
                    .toList();
            Set<String> all = new TreeSet<>(there.stream().map(TableName::table).toList());
            if (scope.keyspace() instanceof Keyspace.Sharded sharded) {
                all.addAll(sharded.tables().keySet());
            }
            TableExport task = request.decided(chosen(request, all), scope.placement());
            new ExportableTables(task, scope).require(standby, there);
            new NamedColumns(task, scope).require(standby, there);
            return task;
        } catch (SQLException e) {
            throw new OperationRefused("the standby of pair " + pair.name() + ", " + login + ": " + e.getMessage());
        }
    }

    private static List<String> chosen(TableExport request, Set<String> all) throws OperationRefused {
        if (all.isEmpty()) {
            throw new OperationRefused("keyspace " + request.keyspace() + " has no tables");
        }
        for (String table : request.tables()) {
            if (!all.contains(table)) {
                throw new OperationRefused("keyspace " + request.keyspace() + " has no table " + table + ": "
                        + NearestName.cure(table, all));
            }
        }
        return request.whole()
                ? List.copyOf(all)
                : request.tables().stream().distinct().sorted().toList();
    }

    /** Those that run end soon, and go on elsewhere; this waits for that. */
    @Override
    public void close() {
        runner.close();
    }
}
