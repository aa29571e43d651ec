package io.pinion.operations.reshard;

import io.pinion.operations.transfer.TransferSteps;
import java.util.Set;

/** The names of a resharding's last steps; {@link TransferSteps} has the others. */
final class ReshardSteps {
    static final String CHECKING_END = "checking the new shards";
    static final String DROPPING = "dropping the old shards";

    private static final Set<String> BEHIND = Set.of(TransferSteps.SETTLING, CHECKING_END, DROPPING);

    private ReshardSteps() {}

    /** Whether the keyspace has its new shards for sure. */
    static boolean isBehindHandOver(String step) {
        return BEHIND.contains(step);
    }
}
