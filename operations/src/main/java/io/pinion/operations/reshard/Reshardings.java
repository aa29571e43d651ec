package io.pinion.operations.reshard;

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
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.SqlText;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Reshards keyspaces for operators who ask. A resharding goes on in the background for as long as copying takes; the
 * call that begins it is answered at its beginning. Thread-safe.
 */
public final class Reshardings implements ReshardControl, AutoCloseable {
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final OperationServices services;
    private final OperationRunner<KeyspaceResharding, ReshardAttempt, Done> runner;

    public Reshardings(OperationServices services) {
        this.services = services;
        this.runner = new OperationRunner<>(new ReshardWorkflow(services), services);
    }

    public OperationRunner<?, ?, ?> runner() {
        return runner;
    }

    @Override
    public CompletionStage<Operation> begin(ReshardRequest request, String user) {
        return runner.ask(() -> {
            KeyspaceResharding task = asked(request);
            return runner.beginInBackground(
                    task, user, task.shape().shards(), "not resharded", origin -> runner.explain(task, origin));
        });
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(ReshardRequest request) {
        return runner.explained(() -> runner.explain(asked(request), Origin.of("", Account.OPERATOR)));
    }

    /** Decided once, at the beginning: each attempt does the same. */
    private KeyspaceResharding asked(ReshardRequest request) throws OperationRefused {
        Topology now = services.topology();
        KeyspaceResharding task = new ReshardCheck(now).task(request);
        return new KeyspaceResharding(withTexts(now, task), task.old(), task.onRequest());
    }

    /** The new databases have the character set of the old ones. */
    private KeyspaceShape withTexts(Topology now, KeyspaceResharding task) throws OperationRefused {
        KeyspaceShape shape = task.shape();
        String name = task.old().ranges().getFirst().pair();
        Pair pair = OperationServices.pair(now, name);
        ServerLogin login = new ServerLogin(services.access(), pair.primary(), OperationServices.operator(now));
        try (ServerConnection server = login.open(SILENCE)) {
            Map<String, String> texts = Answers.firstRow(
                    server.jdbc(),
                    "SELECT default_character_set_name AS charset, default_collation_name AS collation"
                            + " FROM information_schema.schemata WHERE schema_name = "
                            + SqlText.quote(task.old().database(0)));
            return new KeyspaceShape(
                    shape.name(),
                    shape.kind(),
                    shape.shards(),
                    shape.databases(),
                    shape.pairs(),
                    shape.hash(),
                    texts.getOrDefault("charset", ""),
                    texts.getOrDefault("collation", ""));
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
