package io.pinion.routing.plan;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.PreviousAnswer.Condition;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.RoutePlan.Merging;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement in two steps: the query is planned as clients' statements are, but locks what it reads. */
final class StepsPlanning {
    private StepsPlanning() {}

    /**
     * Plans the query, and refuses what it refuses.
     *
     * @param keyspace where rows are written, or read from
     * @param sql the query
     * @param warnings of the statement itself
     */
    static RoutePlan plan(
            Request request,
            Keyspace.Sharded keyspace,
            byte[] sql,
            RoutePlan.Writing writing,
            StatementTraits traits,
            List<Condition> warnings) {
        RoutePlan query = readable(request.planStep(sql), keyspace, sql);
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
                traits,
                all.stream().distinct().toList());
    }

    /** A text of one server that needs no current database is its own; what any can answer, one that has a shard is asked. */
    private static RoutePlan readable(RoutePlan query, Keyspace.Sharded keyspace, byte[] sql) {
        return switch (query) {
            case RoutePlan.SingleShard single
            when single.context() instanceof DatabaseContext.Irrelevant ->
                edited(single.target(), single.text(), sql, single.traits(), single.warnings());
            case RoutePlan.AnyServer any
            when any.context() instanceof DatabaseContext.Irrelevant -> {
                Target target = anyTarget(keyspace);
                yield target == null ? query : edited(target, any.text(), sql, any.traits(), any.warnings());
            }
            default -> query;
        };
    }

    private static RoutePlan edited(
            Target target, StatementText text, byte[] sql, StatementTraits traits, List<Condition> warnings) {
        return new RoutePlan.SingleShard(
                target,
                text instanceof StatementText.Original ? new StatementText.Edited(sql) : text,
                new DatabaseContext.Irrelevant(),
                new InsertedId.AsReported(),
                traits,
                warnings);
    }

    private static @Nullable Target anyTarget(Keyspace.Sharded keyspace) {
        ShardId first = keyspace.ranges().firstShard();
        String pair = first == null ? null : keyspace.ranges().pairOf(first.number());
        return first == null || pair == null
                ? null
                : new Target(pair, keyspace.databases().databaseOf(first));
    }
}
