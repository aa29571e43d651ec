package io.pinion.cli.advise;

import io.pinion.config.document.JsonText;
import io.pinion.config.topology.TopologyWriter;
import io.pinion.routing.advice.Proposal;
import io.pinion.routing.advice.UnshardedTable;
import io.pinion.routing.catalog.Declaration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was advised as documents, for IMPORT DATABASE and for the topology. */
public final class AdviceDocuments {
    private AdviceDocuments() {}

    /** The mapping for IMPORT: each table of the database by its name. */
    public static String tables(Proposal proposal) {
        Map<String, Object> tables = new LinkedHashMap<>();
        proposal.schema()
                .tables()
                .forEach((name, table) ->
                        tables.put(name, table(table, proposal.declarations().get(name))));
        return JsonText.of(tables);
    }

    private static Object table(UnshardedTable table, @Nullable Declaration declaration) {
        return switch (declaration) {
            case Declaration.HashedRows rows -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("key", rows.key());
                rows.sequence().ifPresent(column -> fields.put("sequence", column));
                if (!table.uniquePerShard(rows).isEmpty()) {
                    fields.put("unique", "per shard");
                }
                yield fields;
            }
            case Declaration.ReferenceRows reference -> "reference";
            case null, default -> "skip";
        };
    }

    /** The keyspace, as an entry of {@code keyspaces} in a topology document. */
    public static String keyspace(Proposal proposal) {
        return new TopologyWriter().write(proposal.keyspace());
    }
}
