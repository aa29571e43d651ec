package io.pinion.routing.planner.shard;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.RoutePlan.ShardStatement;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Rewriter;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.template.Request;
import java.util.AbstractList;
import java.util.List;
import java.util.function.IntFunction;

/** The texts of one statement for several shards, made on access. */
public final class ShardTexts extends AbstractList<ShardStatement> {
    private final Request request;
    private final IntFunction<List<Edit>> edits;
    private final int insertedType;
    private final boolean generatesIds;
    private final int[] shards;
    private final List<Target> targets;
    private final ListedValues lists;

    /**
     * @param edits of each shard
     * @param targets the shards, one for each
     * @param insertedType the type of the ids that the statement makes, or -1
     */
    public ShardTexts(
            Keyspace.Sharded keyspace,
            Request request,
            IntFunction<List<Edit>> edits,
            int[] shards,
            List<Target> targets,
            int insertedType,
            boolean generatesIds) {
        this.request = request;
        this.edits = edits;
        this.insertedType = insertedType;
        this.generatesIds = generatesIds;
        this.shards = shards;
        this.targets = targets;
        this.lists = new ListedValues(keyspace, request);
    }

    @Override
    public ShardStatement get(int index) {
        int shard = shards[index];
        Target target = targets.get(index);
        ShardValues values = new ShardValues(request, shard, SqlNames.quotedIfNeeded(target.database()), lists);
        byte[] sql = Rewriter.rewrite(request.statement(), edits.apply(shard), values);
        InsertedId insertedId = insertedType < 0
                ? request.inserted()
                : new InsertedId.Composed(values.idBase(insertedType), generatesIds);
        return new ShardStatement(target, new StatementText.Edited(sql), insertedId);
    }

    @Override
    public int size() {
        return shards.length;
    }
}
