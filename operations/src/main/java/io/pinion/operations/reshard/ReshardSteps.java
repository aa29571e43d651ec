package io.pinion.operations.reshard;

import java.util.Set;

/** The names of a resharding's steps that code asks for. */
final class ReshardSteps {
    static final String MAKING = "making the databases";
    static final String PUBLISHING = "publishing";
    static final String COPYING = "copying";
    static final String FOLLOWING = "following";
    static final String FOLLOWING_ON = "following on";
    static final String COMPARING = "comparing";
    static final String PREPARING = "preparing";
    static final String HANDING_OVER = "taking over";
    static final String SETTLING = "settling";

    static final String CHECKING_END = "checking the new shards";
    static final String DROPPING = "dropping the old shards";

    private static final Set<String> BEHIND = Set.of(SETTLING, CHECKING_END, DROPPING);

    private ReshardSteps() {}

    /** Whether the keyspace has its new shards for sure. */
    static boolean isBehindHandOver(String step) {
        return BEHIND.contains(step);
    }
}
