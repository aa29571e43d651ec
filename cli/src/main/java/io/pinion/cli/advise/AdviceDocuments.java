package io.pinion.cli.advise;

import io.pinion.config.document.JsonText;
import io.pinion.config.topology.TopologyWriter;
import io.pinion.routing.advice.Advice;
import io.pinion.routing.advice.Advice.ShapeAdvice;
import io.pinion.routing.advice.Advice.TableAdvice;
import io.pinion.routing.advice.ArticleDraft;
import io.pinion.routing.advice.ArticleRows;
import io.pinion.routing.advice.Proposal;
import io.pinion.routing.advice.Shares;
import io.pinion.routing.advice.StatementScope;
import io.pinion.routing.advice.UnshardedTable;
import io.pinion.routing.catalog.Declaration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Advice as documents for machines. */
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

    /** The mapping for an IMPORT into a keyspace of ids. */
    public static String objectTables(ArticleDraft draft) {
        Map<String, Object> tables = new LinkedHashMap<>();
        draft.rows().forEach((name, rows) -> tables.put(name, table(rows)));
        return JsonText.of(tables);
    }

    private static Object table(ArticleRows rows) {
        return switch (rows) {
            case ArticleRows.Objects(int type, Map<String, String> ids, boolean perShard) ->
                fields("object", type, ids, perShard);
            case ArticleRows.Mappings(String from, Map<String, String> ids, boolean perShard) ->
                fields("mapping", from, ids, perShard);
            case ArticleRows.Arising(String from, String of, Map<String, String> columns) -> {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("mapping", from);
                fields.put("of", of);
                fields.put("columns", columns);
                yield fields;
            }
            case ArticleRows.Single(Map<String, String> ids) -> fields("single", true, ids, false);
            case ArticleRows.Reference reference -> "reference";
            case ArticleRows.Skipped skipped -> "skip";
        };
    }

    private static Map<String, Object> fields(String kind, Object value, Map<String, String> ids, boolean perShard) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(kind, value);
        if (!ids.isEmpty()) {
            fields.put("ids", ids);
        }
        if (perShard) {
            fields.put("unique", "per shard");
        }
        return fields;
    }

    /** The keyspace, as an entry of {@code keyspaces} in a topology document. */
    public static String keyspace(Proposal proposal) {
        return new TopologyWriter().write(proposal.keyspace());
    }

    /** The whole report. */
    public static String report(Advice advice) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("database", advice.proposal().schema().database());
        root.put("statements", advice.shares().count());
        root.put("micros", advice.shares().micros());
        root.put("shapes", advice.shapes());
        root.put("statements_without_shape", advice.unlisted());
        root.put("digests_cut_off", advice.cut());
        root.put("scopes", scopes(advice.shares()));
        Map<String, Object> transactions = new LinkedHashMap<>();
        transactions.put("count", advice.transactions().count());
        transactions.put("on_several_shards", advice.transactions().several());
        root.put("transactions", transactions);
        Map<String, Object> tables = new LinkedHashMap<>();
        advice.tables().forEach(table -> tables.put(table.name(), table(table)));
        root.put("tables", tables);
        root.put("worst", advice.worst().stream().map(AdviceDocuments::shape).toList());
        root.put(
                "lookups",
                advice.lookups().stream()
                        .map(lookup -> {
                            Map<String, Object> fields = new LinkedHashMap<>();
                            fields.put("table", lookup.table());
                            fields.put("column", lookup.column());
                            fields.put("statements", lookup.statements());
                            fields.put("micros", lookup.micros());
                            return fields;
                        })
                        .toList());
        root.put("notes", advice.notes());
        return JsonText.of(root);
    }

    private static Map<String, Object> scopes(Shares shares) {
        Map<String, Object> scopes = new LinkedHashMap<>();
        for (StatementScope scope : StatementScope.values()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("statements", shares.count(scope));
            fields.put("micros", shares.micros(scope));
            scopes.put(word(scope), fields);
        }
        return scopes;
    }

    private static String word(StatementScope scope) {
        return scope.name().toLowerCase(Locale.ROOT);
    }

    private static Map<String, Object> table(TableAdvice table) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("declaration", table.declaration().words());
        fields.put("statements", table.statements());
        fields.put("writes", table.writes());
        table.article().ifPresent(words -> fields.put("as_object_or_mapping", words));
        fields.put("warnings", table.warnings());
        return fields;
    }

    private static Map<String, Object> shape(ShapeAdvice shape) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("statement", shape.text());
        fields.put("statements", shape.count());
        fields.put("micros", shape.micros());
        fields.put("scope", word(shape.scope()));
        fields.put("reason", shape.reason());
        return fields;
    }
}
