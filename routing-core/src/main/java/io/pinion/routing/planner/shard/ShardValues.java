package io.pinion.routing.planner.shard;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.SessionFunction;
import io.pinion.routing.rewrite.Values;
import io.pinion.routing.template.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values that one statement fills into the edits of its template.
 *
 * @param lists the divided lists of ids and keys; null when the statement goes to one shard
 * @param database the shard's, as written in the text; null where no name is needed
 */
public record ShardValues(
        Request request,
        int shard,
        @Nullable String database,
        @Nullable ListedValues lists) implements Values {
    public ShardValues(Request request, int shard, @Nullable String database) {
        this(request, shard, database, null);
    }

    @Override
    public String charset() {
        return request.session().charset();
    }

    @Override
    public String shardDatabase() {
        if (database == null) {
            throw new IllegalStateException("a statement without a shard names a shard's database");
        }
        return database;
    }

    @Override
    public long idBase(int type) {
        return GlobalId.compose(new ShardId(shard), type, 0).value();
    }

    @Override
    public long id(int anchor, int element) {
        return IdLiterals.read(
                request.statement(), anchor, element, request.session().charset());
    }

    @Override
    public long boundAsLocalId(Piece.LocalBound piece) {
        Long bound = IdLiterals.bound(
                request.statement(),
                piece.anchor(),
                piece.negative(),
                request.session().charset());
        if (bound == null) {
            throw new IllegalStateException("the bound was checked to be an integer");
        }
        return piece.side().clamp(bound - idBase(piece.type()));
    }

    @Override
    public boolean oneOfSeveral() {
        return lists != null;
    }

    @Override
    public List<Integer> idsHere(int anchor, long idBase) {
        return ofSeveral().ids(anchor, idBase);
    }

    @Override
    public List<Integer> keysHere(int anchor) {
        return ofSeveral().keys(anchor, shard);
    }

    private ListedValues ofSeveral() {
        if (lists == null) {
            throw new IllegalStateException("a statement of one shard is asked for its part of a list");
        }
        return lists;
    }

    @Override
    public String rowsOfEach(int offset, int count) {
        return RowCounts.sum(request, offset, count).toString();
    }

    @Override
    public String literalOf(SessionFunction function) {
        return request.literalOf(function);
    }
}
