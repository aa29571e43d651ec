package io.pinion.routing.rewrite;

import java.util.List;

/** The values that one statement on one shard fills into the edits of its shape. */
public interface Values {
    String shardDatabase();

    /** The MySQL name of the client's character set, which the text is in. */
    String charset();

    /** {@code shard << 46 | type << 36}. */
    long idBase(int type);

    /**
     * The id constant of an element of an anchor, which has been checked to be an id.
     *
     * @param element 0 unless the anchor is a list
     */
    long id(int anchor, int element);

    /** The integer constant less the base of the type's ids, clamped to a bound with the same meaning for local ids. */
    long boundAsLocalId(Piece.LocalBound bound);

    /** Whether other shards get the same statement. */
    boolean oneOfSeveral();

    /** The elements of an anchor whose ids have that base, in their order; for a statement on several shards. */
    List<Integer> idsHere(int anchor, long idBase);

    /** The elements of an anchor whose keys lead to the shard, in their order; for a statement on several shards. */
    List<Integer> keysHere(int anchor);

    /** The sum of two constants of a LIMIT; the first anchor is -1 when there is no offset. */
    String rowsOfEach(int offset, int count);

    /** The value of a session function as a literal. */
    String literalOf(SessionFunction function);
}
