package io.pinion.operations.reshard;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.BackgroundOperations;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.keyspace.KeyspaceStatements;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.SqlText;
import java.util.List;
import java.util.Map;

/** Reshards keyspaces for operators who ask. Thread-safe. */
public final class Reshardings extends BackgroundOperations<ReshardRequest, KeyspaceResharding> {
    public static final OperationDefinition DEFINITION = new OperationDefinition(
            List.of(statement(
                    "RESHARD KEYSPACE name INTO n SHARD[S] [HASH function] ON PAIR[S] pair[, pair …] [DATABASE 'pattern']"
                            + " [HAND OVER ON REQUEST]",
                    "gives a mod keyspace another number of shards, or another hash; clients wait for a moment and get no"
                            + " error",
                    (arguments, context) -> new ReshardRequest(
                            arguments.text("name"),
                            arguments.number("INTO").orElseThrow(),
                            arguments.optional("function"),
                            arguments.texts("pair"),
                            KeyspaceStatements.statedPattern(arguments),
                            arguments.has("HAND OVER ON REQUEST")))),
            Reshardings::new);

    public Reshardings(OperationServices services) {
        super(ReshardRequest.class, new ReshardWorkflow(services), services, "not resharded");
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
        String query = "SELECT default_character_set_name AS charset, default_collation_name AS collation"
                + " FROM information_schema.schemata WHERE schema_name = "
                + SqlText.quote(task.old().database(0));
        String pair = task.old().ranges().getFirst().pair();
        Map<String, String> texts = services.askPrimary(now, pair, server -> Answers.firstRow(server.jdbc(), query));
        return task.shape().withTexts(texts.getOrDefault("charset", ""), texts.getOrDefault("collation", ""));
    }
}
