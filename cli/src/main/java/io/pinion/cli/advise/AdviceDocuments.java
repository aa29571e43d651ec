package io.pinion.cli.advise;

import io.pinion.config.document.JsonFields;
import io.pinion.config.document.JsonText;
import io.pinion.config.topology.TopologyWriter;
import io.pinion.routing.advice.Proposal;
import io.pinion.routing.advice.UnshardedTable;
import io.pinion.routing.catalog.Declaration;
import org.jspecify.annotations.Nullable;

/** What was advised as documents, for IMPORT DATABASE and for the topology. */
public final class AdviceDocuments {
    private AdviceDocuments() {}

    /** The mapping for IMPORT: each table of the database by its name. */
    public static String tables(Proposal proposal) {
        return JsonText.of(JsonFields.each(
                proposal.schema().tables(),
                table -> table(table, proposal.declarations().get(table.name()))));
    }

    private static Object table(UnshardedTable table, @Nullable Declaration declaration) {
        return switch (declaration) {
            case Declaration.HashedRows rows ->
                new JsonFields()
                        .with("key", rows.key())
                        .with("sequence", rows.sequence())
                        .when(!table.uniquePerShard(rows).isEmpty(), "unique", "per shard");
            case Declaration.ReferenceRows reference -> "reference";
            case null, default -> "skip";
        };
    }

    /** The keyspace, as an entry of {@code keyspaces} in a topology document. */
    public static String keyspace(Proposal proposal) {
        return new TopologyWriter().write(proposal.keyspace());
    }
}
