package io.pinion.server.admin;

import io.pinion.config.change.DocumentEdit;
import io.pinion.config.change.DocumentPath;
import io.pinion.config.change.TopologyPatch;
import io.pinion.config.document.DocumentNode;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.catalog.Keyspace;
import java.util.Map;
import java.util.Optional;

/** {@code SET SHADOW READS OF shop TO 5 PERCENT}: asks the keyspace that gets a database's rows for reads, too. */
final class SetShadowReads extends TopologyEditCommand {
    SetShadowReads() {
        super(
                SyntaxLine.of("SET SHADOW READS OF database TO n PERCENT"),
                "asks the keyspace of a database that is being imported a share of the database's reads, too; 0 ends it");
    }

    @Override
    TopologyPatch read(StatementArguments arguments, AdminContext context) {
        String keyspace = arguments.text("database");
        int percent = arguments.number("TO").orElseThrow();
        requireImport(keyspace, context);
        DocumentPath place = DocumentPath.of("keyspaces", keyspace, "importing");
        DocumentNode merged = DocumentNode.of(place.toString(), Map.of("shadow_reads", percent));
        return TopologyPatch.of(new DocumentEdit.Merge(place, merged));
    }

    private static void requireImport(String database, AdminContext context) {
        Optional<Keyspace> running =
                context.proxy().operations().document().running().keyspace(database);
        boolean importing = running.isPresent()
                && running.get() instanceof Keyspace.Sharded keyspace
                && keyspace.importing().filter(from -> !from.handedOver()).isPresent();
        if (!importing) {
            throw new SyntaxRefused("no import of a database " + database
                    + " is under way: begin one with IMPORT"
                    + " DATABASE " + database + " … HAND OVER ON REQUEST, and ask for shadow reads once SHOW OPERATIONS"
                    + " tells that it is following");
        }
    }
}
