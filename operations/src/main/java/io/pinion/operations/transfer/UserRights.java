package io.pinion.operations.transfer;

import io.pinion.operations.account.AccountsOfPairs;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import java.time.Duration;
import java.util.List;

/**
 * The rights that users with fewer than all have on the shards. Servers get them when the keyspace is published, by an
 * operation of its own, and clients would be denied what they may do where the name is handed over before.
 */
public record UserRights(OperationServices services, List<String> pairs, RunningOperation operation) {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    public void await() throws OperationRefused {
        AccountsOfPairs accounts = new AccountsOfPairs(services, pairs);
        operation.tell("waiting until users have their rights on the shards");
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<String> missing = accounts.differences();
        while (!missing.isEmpty()) {
            if (System.nanoTime() > end) {
                throw new OperationRefused("users would be denied the shards, since accounts aren't as the topology has"
                        + " them: " + String.join("; ", missing) + ": SYNC ACCOUNTS says why, and RESUME OPERATION "
                        + operation.number() + " tries again");
            }
            operation.pause(LOOK_EVERY);
            missing = accounts.differences();
        }
    }
}
