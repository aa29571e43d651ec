package io.pinion.routing.plan;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.RoutePlan.ShardStatement;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Rewriter;
import java.util.AbstractList;
import java.util.List;

/** The texts of one statement for several shards, made when they are asked for. */
final class ShardTexts extends AbstractList<ShardStatement> {
    private final Keyspace.Sharded keyspace;
    private final Request request;
    private final List<Edit> edits;
    private final int[] shards;
    private final List<String> pairs;
    private final KeyPlaces places;

    /** @param pairs of the shards, one for each */
    ShardTexts(Keyspace.Sharded keyspace, Request request, List<Edit> edits, int[] shards, List<String> pairs) {
        this.keyspace = keyspace;
        this.request = request;
        this.edits = edits;
        this.shards = shards;
        this.pairs = pairs;
        this.places = new KeyPlaces(keyspace, request);
    }

    @Override
    public ShardStatement get(int index) {
        int shard = shards[index];
        String database = keyspace.databases().databaseOf(new ShardId(shard));
        ShardValues values = new ShardValues(request, shard, SqlNames.quotedIfNeeded(database), false, places);
        byte[] sql = Rewriter.rewrite(request.statement(), edits, values);
        return new ShardStatement(new Target(pairs.get(index), database), new StatementText.Edited(sql));
    }

    @Override
    public int size() {
        return shards.length;
    }
}
