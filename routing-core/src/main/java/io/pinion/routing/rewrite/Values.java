package io.pinion.routing.rewrite;

/** The values that one statement on one shard fills into the edits of its shape. */
public interface Values {
    String shardDatabase();

    /** {@code shard << 46 | type << 36}. */
    long idBase(int type);

    /**
     * The id constant of an element of an anchor; it has been checked to be an id.
     *
     * @param element 0 unless the anchor is a list
     */
    long id(int anchor, int element);

    /** The integer constant of an anchor less the base of the type's ids, kept within -1 to 2^36. */
    long boundAsLocalId(int type, int anchor, boolean negative);

    /** Whether other shards get the same statement. */
    boolean oneOfSeveral();

    /** Whether the key constant of an element of an anchor leads to the shard. */
    boolean isHere(int anchor, int element);

    /** The sum of two constants of a LIMIT; the first anchor is -1 when there is no offset. */
    String rowsOfEach(int offset, int count);

    /** The literal that a session function stands for. */
    String literalOf(SessionFunction function);
}
