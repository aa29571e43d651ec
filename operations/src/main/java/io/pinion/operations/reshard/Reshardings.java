package io.pinion.operations.reshard;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.BackgroundOperations;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.SqlText;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/** Reshards keyspaces for operators who ask. Thread-safe. */
public final class Reshardings extends BackgroundOperations<ReshardRequest, KeyspaceResharding> {
    private static final Duration SILENCE = Duration.ofSeconds(10);

    public Reshardings(OperationServices services) {
        super(new ReshardWorkflow(services), services, "not resharded");
    }

    @Override
    protected Decided<KeyspaceResharding> decided(ReshardRequest request) throws OperationRefused {
        Topology now = services.topology();
        KeyspaceResharding task = new ReshardCheck(now).task(request);
        KeyspaceShape shape = withTexts(now, task);
        return new Decided<>(new KeyspaceResharding(shape, task.old(), task.onRequest()), shape.shards());
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
}
