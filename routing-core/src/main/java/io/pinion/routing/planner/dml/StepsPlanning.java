package io.pinion.routing.planner.dml;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.RoutePlan.FanOut;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.planner.shard.ShardValues;
import io.pinion.routing.planner.shard.UnshownDigits;
import io.pinion.routing.rewrite.Rewriter;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A statement in two steps: the query is planned as clients' statements are, but locks the rows it reads. Used once.
 *
 * @param request of a statement without parameters
 * @param keyspace the one that rows are written to, or read from
 * @param warnings of the statement itself
 */
public record StepsPlanning(Request request, Keyspace.Sharded keyspace, List<Condition> warnings) {
    /** The keys of new rows decide their shards. */
    private static final int ANY_SHARD = -1;

    /** @param shard one of the statement's shards */
    public RoutePlan plan(MultiShardStrategy.Steps steps, int shard) {
        return switch (steps) {
            case MultiShardStrategy.FoundRows rows -> found(rows, shard);
            case MultiShardStrategy.Carried rows -> carried(rows);
        };
    }

    public RoutePlan carried(MultiShardStrategy.Carried rows) {
        ShardValues values = new ShardValues(request, ANY_SHARD, keyspace.name());
        Statement statement = request.statement();
        return plan(
                Rewriter.compose(statement, rows.query(), values),
                new RoutePlan.InsertRows(
                        Rewriter.compose(statement, rows.before(), values),
                        Rewriter.compose(statement, rows.after(), values),
                        rows.types(),
                        rows.ignores()));
    }

    /** @param shard one of the statement's shards */
    public RoutePlan found(MultiShardStrategy.FoundRows rows, int shard) {
        ShardValues values = new ShardValues(request, shard, keyspace.name());
        Statement statement = request.statement();
        return plan(
                Rewriter.compose(statement, rows.query(), values),
                new RoutePlan.ChangeByKey(
                        rows.tables().stream()
                                .map(table -> table.of(statement, values))
                                .toList(),
                        rows.ignores()));
    }

    /** @param shard one of the statement's shards */
    public RoutePlan moved(MultiShardStrategy.MovedRows rows, int shard) {
        Optional<RoutePlan> refused = ForeignChildren.refusal(request.catalog(), keyspace.name(), rows.table());
        if (refused.isPresent()) {
            return refused.get();
        }
        ShardValues values = new ShardValues(request, shard, keyspace.name());
        Statement statement = request.statement();
        byte[] joining = Rewriter.compose(statement, rows.joining(), values);
        Optional<FanOut> joins =
                FanOut.of(request.planStep(request.scan(joining)), keyspace.name(), joining, Merging.Rows.AS_THEY_COME);
        if (joins.isEmpty()) {
            return Refusals.unsupported(
                    "Pinion can't tell where the new key of these rows leads: delete them, and insert"
                            + " them with their new key, in one transaction");
        }
        return plan(
                Rewriter.compose(statement, rows.query(), values),
                new RoutePlan.MoveRows(
                        joins.get(),
                        rows.deleted().of(statement, values),
                        Rewriter.compose(statement, rows.into(), values),
                        rows.row().stream()
                                .map(text -> Rewriter.compose(statement, text, values))
                                .toList(),
                        rows.kept(),
                        rows.whole()));
    }

    /**
     * Plans the query; returns the refusal of a query that is refused.
     *
     * @param sql the query
     */
    RoutePlan plan(byte[] sql, RoutePlan.Writing writing) {
        Statement step = request.scan(sql);
        RoutePlan query = readable(request.planStep(step), sql);
        List<Condition> all = new ArrayList<>(warnings);
        switch (query) {
            case RoutePlan.Refused refused -> {
                return refused;
            }
            case RoutePlan.FanOut fanOut when fanOut.merging() instanceof Merging.Rows -> all.addAll(fanOut.warnings());
            case RoutePlan.Gather gather -> all.addAll(gather.warnings());
            case RoutePlan.SingleShard single
            when single.text() instanceof StatementText.Edited -> all.addAll(single.warnings());
            default -> {
                return Refusals.unsupported(
                        "Pinion can't read the rows of this statement from where they are: select them"
                                + " first, and write them by their keys");
            }
        }
        return new RoutePlan.ReadThenWrite(
                keyspace.name(),
                sql,
                query,
                writing,
                request.catalog(),
                UnshownDigits.mayBeIn(Tokens.of(step)),
                all.stream().distinct().toList());
    }

    /**
     * A text for one server without a current database stays; a query that any server can answer goes to one with a
     * shard.
     */
    private RoutePlan readable(RoutePlan query, byte[] sql) {
        return switch (query) {
            case RoutePlan.SingleShard single
            when !(single.context() instanceof DatabaseContext.Required) ->
                edited(single.target(), single.text(), sql, single.effects(), single.warnings());
            case RoutePlan.AnyServer any
            when !(any.context() instanceof DatabaseContext.Required) -> {
                ShardId first = keyspace.ranges().firstShard();
                Target target = first == null ? null : Target.of(keyspace, first.number());
                yield target == null ? query : edited(target, any.text(), sql, any.effects(), any.warnings());
            }
            default -> query;
        };
    }

    private static RoutePlan edited(
            Target target, StatementText text, byte[] sql, SessionEffects effects, List<Condition> warnings) {
        return new RoutePlan.SingleShard(
                target,
                text instanceof StatementText.Original ? new StatementText.Edited(sql) : text,
                new DatabaseContext.Irrelevant(),
                new InsertedId.AsReported(),
                effects,
                warnings);
    }
}
