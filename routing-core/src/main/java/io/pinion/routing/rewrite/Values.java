package io.pinion.routing.rewrite;

import java.util.List;

/** The values that one statement on one shard fills into the edits of its shape. */
public interface Values {
    default String shardDatabase() {
        throw withoutShard();
    }

    /** The MySQL name of the client's character set, which the text is in. */
    String charset();

    /** {@code shard << 46 | type << 36}. */
    default long idBase(int type) {
        throw withoutShard();
    }

    /**
     * The id constant of an element of an anchor, which has been checked to be an id.
     *
     * @param element 0 unless the anchor is a list
     */
    default long id(int anchor, int element) {
        throw withoutShard();
    }

    /** The integer constant less the base of the type's ids, clamped to a bound with the same meaning for local ids. */
    default long boundAsLocalId(Piece.LocalBound bound) {
        throw withoutShard();
    }

    /** Whether other shards get the same statement. */
    default boolean oneOfSeveral() {
        return false;
    }

    /** The elements of an anchor whose ids have that base, in their order; for a statement on several shards. */
    default List<Integer> idsHere(int anchor, long idBase) {
        throw withoutShard();
    }

    /** The elements of an anchor whose keys lead to the shard, in their order; for a statement on several shards. */
    default List<Integer> keysHere(int anchor) {
        throw withoutShard();
    }

    /** The sum of two constants of a LIMIT; the first anchor is -1 when there is no offset. */
    default String rowsOfEach(int offset, int count) {
        throw withoutShard();
    }

    /** The value of a session function as a literal. */
    String literalOf(SessionFunction function);

    private static IllegalStateException withoutShard() {
        return new IllegalStateException("a statement without a shard is edited like one of a shard");
    }
}
