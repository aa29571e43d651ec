package io.pinion.routing.planner.gather;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.OwnDatabases;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.GatheredColumn;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.routing.planner.shard.Gathering;
import io.pinion.routing.planner.shard.ShardValues;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.rewrite.Rewriter;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.rewrite.Values;
import io.pinion.routing.template.Request;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A statement whose tables are gathered on one server; of one shape.
 *
 * @param edits put the temporary tables in the place of the statement's
 * @param described the edits for a statement from which a shard can tell the columns
 * @param few the way to read only a few rows of the first table, if possible
 * @param hashes see {@link HashJoins}
 * @param changes it finds the rows that an UPDATE or a DELETE of one table changes
 */
public record GatherRoute(
        Keyspace.Sharded keyspace,
        List<Table> tables,
        List<Edit> edits,
        List<Edit> described,
        Optional<LimitPrefetch> few,
        boolean hashes,
        boolean changes,
        String reason)
        implements Gathering {
    public GatherRoute {
        tables = List.copyOf(tables);
        edits = List.copyOf(edits);
        described = List.copyOf(described);
    }

    /**
     * One use of a table.
     *
     * @param name of the temporary table
     * @param copies the names of others that get the same rows
     * @param text the query, up to the values of {@code bound}
     * @param end the text behind the values
     */
    record Table(
            String name,
            List<String> copies,
            List<GatheredColumn> columns,
            List<Piece> text,
            String end,
            List<String> indexes,
            GatherKeys keys,
            Optional<RoutePlan.BoundBy> bound) {
        Table {
            copies = List.copyOf(copies);
            columns = List.copyOf(columns);
            text = List.copyOf(text);
            indexes = List.copyOf(indexes);
        }

        /** The query without bound values. */
        List<Piece> wholeText() {
            List<Piece> whole = new ArrayList<>(text);
            whole.add(Fixed.of(end));
            return whole;
        }
    }

    @Override
    public RoutePlan plan(Request request, int shard, SessionEffects effects, List<Condition> said) {
        Target any = Target.of(keyspace, shard);
        return any == null
                ? Refusals.notOpen(keyspace.name(), shard)
                : request.writing(written -> gather(written, shard, any, effects, said));
    }

    private RoutePlan gather(Request request, int shard, Target any, SessionEffects effects, List<Condition> said) {
        Values reading = new ShardValues(request, shard, null);
        GatherPlace place = new GatherPlace();
        Set<Condition> warnings = new LinkedHashSet<>(said);
        boolean scatter = false;
        ScatterPolicy policy = ScatterPolicy.FREE;
        for (Table table : tables) {
            if (table.bound().isPresent()) {
                continue;
            }
            RoutePlan read = request.replan(Rewriter.compose(request.statement(), table.wholeText(), reading));
            if (read instanceof RoutePlan.Refused refused) {
                return refused;
            }
            if (read instanceof RoutePlan.FanOut fanOut && fanOut.scatter()) {
                scatter = true;
                policy = fanOut.policy();
                warnings.addAll(fanOut.warnings());
            }
            place.isRead(read);
        }
        Target at = place.place(request.session().connectionId()).orElse(any);
        // On servers, a read-only user may make tables in no other database.
        String database = request.session().rights().readsOnly() ? OwnDatabases.GATHER : at.database();
        Values values = new ShardValues(request, shard, SqlNames.quotedIfNeeded(database));
        List<RoutePlan.Fetch> fetches =
                tables.stream().map(table -> fetch(table, request, values)).toList();
        boolean ascii =
                fetches.stream().allMatch(fetch -> fetch.definition().chars().allMatch(character -> character < 0x80));
        if (!ascii && !request.session().charset().startsWith("utf8")) {
            return Refusals.unsupported(
                    "columns of it have values in their type that are not ASCII, which can be copied in"
                            + " a session with SET NAMES utf8mb4 only");
        }
        return new RoutePlan.Gather(
                keyspace.name(),
                at,
                fetches,
                few.flatMap(first -> first.plan(request, tables.getFirst(), values)),
                new StatementText.Edited(Rewriter.rewrite(request.statement(), edits, values)),
                request.catalog(),
                reason,
                effects,
                List.copyOf(warnings),
                hashes,
                changes,
                scatter,
                policy);
    }

    public RoutePlan describe(Request request, ShardId shard, SessionEffects effects) {
        Target target = Target.of(keyspace, shard.number());
        if (target == null) {
            return Refusals.notOpen(keyspace.name(), shard.number());
        }
        return new RoutePlan.SingleShard(
                target,
                StatementText.edited(
                        request.statement(),
                        described,
                        new ShardValues(request, shard.number(), SqlNames.quotedIfNeeded(target.database()))),
                new RoutePlan.DatabaseContext.Irrelevant(),
                new RoutePlan.InsertedId.AsReported(),
                effects);
    }

    private static RoutePlan.Fetch fetch(Table table, Request request, Values values) {
        return new RoutePlan.Fetch(
                definition(table, values.shardDatabase()),
                values.shardDatabase() + "." + table.name(),
                table.copies().stream()
                        .map(copy -> values.shardDatabase() + "." + copy)
                        .toList(),
                Rewriter.compose(request.statement(), table.text(), values),
                table.end(),
                table.columns(),
                table.bound());
    }

    private static String definition(Table table, String database) {
        StringBuilder sql = new StringBuilder("CREATE TEMPORARY TABLE ");
        sql.append(database).append('.').append(table.name()).append(" (");
        for (int i = 0; i < table.columns().size(); i++) {
            GatheredColumn column = table.columns().get(i);
            sql.append(i == 0 ? "" : ", ")
                    .append(SqlNames.quoted(column.name()))
                    .append(' ')
                    .append(column.definition());
        }
        sql.append(table.keys().definition());
        for (String index : table.indexes()) {
            sql.append(", KEY (").append(SqlNames.quoted(index)).append(')');
        }
        return sql.append(") ENGINE=InnoDB").toString();
    }
}
