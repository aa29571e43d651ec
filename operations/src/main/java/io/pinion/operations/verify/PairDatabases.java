package io.pinion.operations.verify;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.verify.ShardVerdict.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** Compares whole databases of two servers for whoever holds the lock of the pair that they are, or are to be. */
public final class PairDatabases {
    private static final Duration LONGEST = Duration.ofHours(12);

    private PairDatabases() {}

    /**
     * Where the standby has not what the primary has, in words, and what can't be compared; empty when all is equal.
     * Blocks.
     *
     * @param stopped whether it shall end; asked before some thousands of rows each
     * @param compared gets the number of databases that are done, after each
     */
    public static List<String> differences(
            ServerAccess access,
            Account operator,
            Pair pair,
            List<String> databases,
            BooleanSupplier stopped,
            IntConsumer compared) {
        VerifyThrottle throttle = new VerifyThrottle(System.nanoTime() + LONGEST.toNanos(), LONGEST, stopped);
        List<ShardCopy> all = databases.stream()
                .map(database -> new ShardCopy("", 0, database, pair.name()))
                .toList();
        return new PairComparison(now -> new Held(), access, operator, pair, throttle)
                .verdicts(all, compared).stream()
                        .filter(verdict -> verdict.outcome() != Outcome.EQUAL)
                        .map(verdict -> verdict.database() + ": " + verdict.detail())
                        .toList();
    }

    /** By the caller. */
    private record Held() implements TaskLock {
        @Override
        public boolean isHeld() {
            return true;
        }

        @Override
        public boolean isLost() {
            return false;
        }

        @Override
        public void close() {
            // The caller goes on.
        }
    }
}
