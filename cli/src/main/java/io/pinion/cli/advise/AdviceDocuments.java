package io.pinion.cli.advise;

import io.pinion.config.document.JsonFields;
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
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Advice as documents for machines. */
public final class AdviceDocuments {
    private AdviceDocuments() {}

    /** The mapping for IMPORT: each table of the database by its name. */
    public static String tables(Proposal proposal) {
        JsonFields tables = new JsonFields();
        proposal.schema()
                .tables()
                .forEach((name, table) ->
                        tables.with(name, table(table, proposal.declarations().get(name))));
        return JsonText.of(tables);
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

    /** The mapping for an IMPORT into a keyspace of ids. */
    public static String objectTables(ArticleDraft draft) {
        return JsonText.of(JsonFields.each(draft.rows(), AdviceDocuments::table));
    }

    private static Object table(ArticleRows rows) {
        return switch (rows) {
            case ArticleRows.Objects(int type, Map<String, String> ids, boolean perShard) ->
                fields("object", type, ids, perShard);
            case ArticleRows.Mappings(String from, Map<String, String> ids, boolean perShard) ->
                fields("mapping", from, ids, perShard);
            case ArticleRows.Arising(String from, String of, Map<String, String> columns) ->
                new JsonFields().with("mapping", from).with("of", of).with("columns", columns);
            case ArticleRows.Single(Map<String, String> ids) -> fields("single", true, ids, false);
            case ArticleRows.Reference reference -> "reference";
            case ArticleRows.Skipped skipped -> "skip";
        };
    }

    private static JsonFields fields(String kind, Object value, Map<String, String> ids, boolean perShard) {
        return new JsonFields()
                .with(kind, value)
                .when(!ids.isEmpty(), "ids", ids)
                .when(perShard, "unique", "per shard");
    }

    /** The keyspace, as an entry of {@code keyspaces} in a topology document. */
    public static String keyspace(Proposal proposal) {
        return new TopologyWriter().write(proposal.keyspace());
    }

    /** The whole report. */
    public static String report(Advice advice) {
        JsonFields tables = new JsonFields();
        advice.tables().forEach(table -> tables.with(table.name(), table(table)));
        return JsonText.of(new JsonFields()
                .with("database", advice.proposal().schema().database())
                .with("statements", advice.shares().count())
                .with("micros", advice.shares().micros())
                .with("shapes", advice.shapes())
                .with("statements_without_shape", advice.unlisted())
                .with("digests_cut_off", advice.cut())
                .with("scopes", scopes(advice.shares()))
                .with(
                        "transactions",
                        new JsonFields()
                                .with("count", advice.transactions().count())
                                .with("on_several_shards", advice.transactions().several()))
                .with("tables", tables)
                .with(
                        "worst",
                        advice.worst().stream().map(AdviceDocuments::shape).toList())
                .with(
                        "lookups",
                        advice.lookups().stream()
                                .map(lookup -> new JsonFields()
                                        .with("table", lookup.table())
                                        .with("column", lookup.column())
                                        .with("statements", lookup.statements())
                                        .with("micros", lookup.micros()))
                                .toList())
                .with("notes", advice.notes()));
    }

    private static JsonFields scopes(Shares shares) {
        JsonFields scopes = new JsonFields();
        for (StatementScope scope : StatementScope.values()) {
            scopes.with(
                    word(scope),
                    new JsonFields().with("statements", shares.count(scope)).with("micros", shares.micros(scope)));
        }
        return scopes;
    }

    private static String word(StatementScope scope) {
        return scope.name().toLowerCase(Locale.ROOT);
    }

    private static JsonFields table(TableAdvice table) {
        return new JsonFields()
                .with("declaration", table.declaration().words())
                .with("statements", table.statements())
                .with("writes", table.writes())
                .with("as_object_or_mapping", table.article())
                .with("warnings", table.warnings());
    }

    private static JsonFields shape(ShapeAdvice shape) {
        return new JsonFields()
                .with("statement", shape.text())
                .with("statements", shape.count())
                .with("micros", shape.micros())
                .with("scope", word(shape.scope()))
                .with("reason", shape.reason());
    }
}
