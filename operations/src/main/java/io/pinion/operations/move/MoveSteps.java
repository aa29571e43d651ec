package io.pinion.operations.move;

/** The names of a move's steps, in the journal and for people, that its work asks for. */
final class MoveSteps {
    /** The new pair may have databases that are no complete copy. */
    static final String COPYING = "copying";

    /** The new pair replicates clients' writes from the old one. */
    static final String FOLLOWING = "following";

    /** Servers of the old pair may have a fence, and its standby may be fenced. */
    static final String PREPARING = "preparing";

    /** The shards are on the new pair. */
    static final String SETTLING = "letting the old pair follow";

    static final String FOLLOWING_BACK = "following back";

    /** The shards are on the old pair again; the new pair may still have its copy. */
    static final String DROPPING_NEW_COPY = "dropping the new pair's copy";

    private MoveSteps() {}
}
