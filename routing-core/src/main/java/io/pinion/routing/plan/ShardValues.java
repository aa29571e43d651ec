package io.pinion.routing.plan;

import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.SessionFunction;
import io.pinion.routing.rewrite.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one statement fills into the edits of its template.
 *
 * @param bare numbers of the session stand alone, so that a statement can be placed by them
 * @param lists what lists of ids and keys say; null when the statement goes to one shard
 * @param shard the shard's number, or -1 when the statement goes to no shard
 */
record ShardValues(
        Request request,
        int shard,
        @Nullable String database,
        boolean bare,
        @Nullable ListedValues lists) implements Values {
    ShardValues(Request request, int shard, @Nullable String database, boolean bare) {
        this(request, shard, database, bare, null);
    }

    ShardValues(Request request, int shard, @Nullable String database) {
        this(request, shard, database, false);
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
        return bare ? request.bareLiteralOf(function) : request.literalOf(function);
    }
}
