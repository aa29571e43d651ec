package io.pinion.operations.transfer;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.BackgroundOperations;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.keyspace.KeyspaceStatements;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementContext;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import java.util.List;
import java.util.Optional;

/** Imports databases for operators who ask. Thread-safe. */
public final class Imports extends BackgroundOperations<ImportRequest, DatabaseImport> {
    public static final OperationDefinition DEFINITION = new OperationDefinition(
            List.of(statement(
                    "IMPORT DATABASE name [FROM PAIR pair] AS {ID SHARDS n | MOD SHARDS n [HASH function]} ON PAIR[S]"
                            + " pair[, pair …] [DATABASE 'pattern'] [TABLES '{\"table\": {\"key\": \"column\"}, …}']"
                            + " [HAND OVER ON REQUEST]",
                    "copies a database of one pair to the shards of a keyspace and hands its name over; clients wait for"
                            + " a moment and get no error",
                    Imports::request)),
            Imports::new);

    public Imports(OperationServices services) {
        super(ImportRequest.class, new ImportWorkflow(services), services, "not imported");
    }

    private static ImportRequest request(StatementArguments arguments, StatementContext context) {
        String name = arguments.text("name");
        boolean ids = arguments.has("ID SHARDS");
        KeyspaceShape shape = new KeyspaceShape(
                name,
                ids ? Kind.ID : Kind.MOD,
                KeyspaceStatements.shards(arguments),
                Optional.of(KeyspaceStatements.pattern(arguments, name)),
                arguments.clause("ON PAIR").orElseThrow().texts("pair"),
                ids ? "" : KeyspaceStatements.hash(arguments),
                "",
                "");
        return new ImportRequest(
                shape,
                arguments.clause("FROM PAIR").flatMap(clause -> clause.text("pair")),
                arguments
                        .clause("TABLES")
                        .map(clause -> clause.values().getFirst().text())
                        .orElse(""),
                arguments.has("HAND OVER ON REQUEST"));
    }

    /** The task is without the tables of which nothing can be made; the problems name them. */
    @Override
    protected Decided<DatabaseImport> decided(ImportRequest request) throws OperationRefused {
        Topology now = services.topology();
        KeyspaceShape shape = request.shape();
        ImportedDatabase imported = new ImportedDatabase(now, shape, request.pair());
        String home = imported.pair();
        TablesDocument document =
                request.tables().isEmpty() ? TablesDocument.NONE : TablesDocument.read(request.tables());
        SourceSchema source = source(now, home, shape.name());
        requireNotHidden(now, imported.hides(home), shape.name());
        TableRoles roles = new TableRoles(source, document, shape.kind(), shape.shards());
        KeyspaceShape withTexts = shape.withTexts(source.charset(), source.collation());
        // On one line, as statements are shown.
        String stated = request.tables().strip().replaceAll("\\s*\n\\s*", " ");
        return new Decided<>(
                new DatabaseImport(withTexts, home, roles.whole(), stated, request.onRequest()),
                shape.shards(),
                roles.problems());
    }

    private SourceSchema source(Topology now, String home, String database) throws OperationRefused {
        return services.askPrimary(now, home, server -> {
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
                && services.askPrimary(
                        now, home.get(), server -> server.databases().contains(database))) {
            throw new OperationRefused("the home pair " + home.get() + " has a database " + database
                    + " too, which clients wouldn't see any more: let one of the two have another name");
        }
    }
}
