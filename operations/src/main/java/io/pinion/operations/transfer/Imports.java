package io.pinion.operations.transfer;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
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
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Imports databases for operators who ask. An import goes on in the background for as long as copying takes; the call
 * that begins it is answered at its beginning. Thread-safe.
 */
public final class Imports implements ImportControl, AutoCloseable {
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final OperationServices services;
    private final OperationRunner<DatabaseImport, ImportAttempt, Done> runner;

    public Imports(OperationServices services) {
        this.services = services;
        this.runner = new OperationRunner<>(new ImportWorkflow(services), services);
    }

    public OperationRunner<?, ?, ?> runner() {
        return runner;
    }

    @Override
    public CompletionStage<Operation> begin(ImportRequest request, String user) {
        return runner.ask(() -> {
            Asked asked = asked(request);
            DatabaseImport task = asked.task();
            return runner.beginInBackground(
                    task, user, task.shape().shards(), "not imported", origin -> planned(asked, origin));
        });
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(ImportRequest request) {
        return runner.explained(() -> planned(asked(request), Origin.of("", Account.OPERATOR)));
    }

    /**
     * What was asked for.
     *
     * @param task without the tables of which nothing can be made
     * @param problems of the tables
     */
    private record Asked(DatabaseImport task, List<String> problems) {}

    /** Tells all that is in the way at once: of what the tables shall become, and of what the servers say. */
    private List<PlannedAction> planned(Asked asked, Origin origin)
            throws OperationRefused, SQLException, StoreUnavailable {
        List<String> problems = new ArrayList<>(asked.problems());
        List<PlannedAction> actions = List.of();
        try {
            actions = runner.explain(asked.task(), origin);
        } catch (OperationRefused e) {
            if (problems.isEmpty()) {
                throw e;
            }
            problems.add(String.valueOf(e.getMessage()));
        }
        if (!problems.isEmpty()) {
            throw new OperationRefused(String.join("; ", problems));
        }
        return actions;
    }

    /** Decided once, at the beginning: each attempt does the same with the same tables. */
    private Asked asked(ImportRequest request) throws OperationRefused {
        Topology now = services.topology();
        KeyspaceShape shape = request.shape();
        ImportedDatabase imported = new ImportedDatabase(now, shape, request.pair());
        String home = imported.pair();
        TablesDocument document =
                request.tables().isEmpty() ? TablesDocument.NONE : TablesDocument.read(request.tables());
        SourceSchema source = source(now, home, shape.name());
        requireNotHidden(now, imported.hides(home), shape.name());
        TableRoles roles = new TableRoles(source, document, shape.kind(), shape.shards());
        KeyspaceShape withTexts = new KeyspaceShape(
                shape.name(),
                shape.kind(),
                shape.shards(),
                shape.databases(),
                shape.pairs(),
                shape.hash(),
                source.charset(),
                source.collation());
        // On one line, as statements are shown.
        String stated = request.tables().strip().replaceAll("\\s*\n\\s*", " ");
        return new Asked(
                new DatabaseImport(withTexts, home, roles.whole(), stated, request.onRequest()), roles.problems());
    }

    private SourceSchema source(Topology now, String home, String database) throws OperationRefused {
        return onPrimary(now, home, server -> {
            if (!server.databases().contains(database)) {
                throw new OperationRefused("pair " + home + " has no database " + database + " (SHOW DATABASES)");
            }
            Catalog catalog = now.toCatalog();
            List<String> others = server.userDatabases().stream()
                    .filter(other -> !other.equals(database))
                    .filter(other -> !(catalog.meaningOf(other) instanceof DatabaseMeaning.Physical))
                    .toList();
            return SourceSchema.read(server, database).withOutside(server, others);
        });
    }

    /** Clients that use a database at home would find another one of its name. */
    private void requireNotHidden(Topology now, Optional<String> home, String database) throws OperationRefused {
        if (home.isPresent()
                && onPrimary(now, home.get(), server -> server.databases().contains(database))) {
            throw new OperationRefused("the home pair " + home.get() + " has a database " + database
                    + " too, which clients wouldn't see any more: let one of the two have another name");
        }
    }

    private interface Question<T> {
        T of(ServerConnection server) throws SQLException, OperationRefused;
    }

    private <T> T onPrimary(Topology now, String name, Question<T> question) throws OperationRefused {
        Pair pair = OperationServices.pair(now, name);
        ServerLogin login = new ServerLogin(services.access(), pair.primary(), OperationServices.operator(now));
        try (ServerConnection server = login.open(SILENCE)) {
            return question.of(server);
        } catch (SQLException e) {
            throw new OperationRefused("the primary of pair " + name + ", " + login + ": " + e.getMessage());
        }
    }

    /** No hand-over begins any more, and this waits for those under way. */
    @Override
    public void close() {
        runner.close();
    }
}
