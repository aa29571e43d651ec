package io.pinion.routing.planner.dml;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.KnownSchema;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.rewrite.SqlNames;
import java.util.Optional;
import java.util.regex.Pattern;

/** Foreign keys by which a server would delete or change the children of a row that only goes to another shard. */
final class ForeignChildren {
    private ForeignChildren() {}

    /** The refusal to delete rows of the table where they are; empty when no child would be touched. */
    static Optional<RoutePlan> refusal(Catalog catalog, String keyspace, String table) {
        KnownSchema.KnownKeyspace known = catalog.schema().keyspaces().get(keyspace);
        if (known == null) {
            return Optional.empty();
        }
        // As SHOW CREATE TABLE writes it.
        Pattern touching = Pattern.compile("REFERENCES " + Pattern.quote(SqlNames.quoted(table))
                + " \\([^)]*\\)[^,\n]* ON DELETE (?:CASCADE|SET)");
        return known.tables().entrySet().stream()
                .filter(child -> touching.matcher(child.getValue().definition()).find())
                .findFirst()
                .map(child -> Refusals.unsupported("a foreign key of " + child.getKey() + " refers to " + table
                        + " with ON DELETE CASCADE or SET, by which the server would change the children of a row that"
                        + " goes to another shard: delete the row and its children, and insert them with the new key"));
    }
}
