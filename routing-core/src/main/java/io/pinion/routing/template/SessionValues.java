package io.pinion.routing.template;

import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.SessionFunction;
import io.pinion.routing.rewrite.Values;
import java.util.List;

/**
 * The session's own values, for the edits in a template of a statement without a shard.
 *
 * @param bare numbers of the session stand alone, so that a statement can be placed by them
 */
public record SessionValues(Request request, boolean bare) implements Values {
    public SessionValues(Request request) {
        this(request, false);
    }

    @Override
    public String literalOf(SessionFunction function) {
        return bare ? request.bareLiteralOf(function) : request.literalOf(function);
    }

    @Override
    public String charset() {
        return request.session().charset();
    }

    @Override
    public String shardDatabase() {
        throw ofShard();
    }

    @Override
    public long idBase(int type) {
        throw ofShard();
    }

    @Override
    public long id(int anchor, int element) {
        throw ofShard();
    }

    @Override
    public long boundAsLocalId(Piece.LocalBound bound) {
        throw ofShard();
    }

    @Override
    public boolean oneOfSeveral() {
        return false;
    }

    @Override
    public List<Integer> idsHere(int anchor, long idBase) {
        throw ofShard();
    }

    @Override
    public List<Integer> keysHere(int anchor) {
        throw ofShard();
    }

    @Override
    public String rowsOfEach(int offset, int count) {
        throw ofShard();
    }

    private static IllegalStateException ofShard() {
        return new IllegalStateException("a statement without a shard is edited like one of a shard");
    }
}
