package io.pinion.operations.verify;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.verify.ShardVerdict.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** Compares whole databases of two servers for whoever holds the lock of the pair that they are, or are to be. */
public final class PairDatabases {
    private static final Duration LONGEST = Duration.ofHours(12);

    private PairDatabases() {}

    /**
     * Where the standby has not what the primary has, in words; empty when all is equal. Blocks.
     *
     * @param stopped whether it shall end; asked before some thousands of rows each
     * @param compared gets the number of databases that are done, after each
     * @throws OperationRefused no database differs as a whole, and not all were compared
     */
    public static List<String> differences(
            ServerAccess access,
            Account operator,
            Pair pair,
            List<String> databases,
            BooleanSupplier stopped,
            IntConsumer compared)
            throws OperationRefused {
        VerifyThrottle throttle = new VerifyThrottle(System.nanoTime() + LONGEST.toNanos(), LONGEST, stopped);
        List<ShardCopy> all = databases.stream()
                .map(database -> new ShardCopy("", 0, database, pair.name()))
                .toList();
        List<ShardVerdict> verdicts =
                new PairComparison(Optional.empty(), access, operator, pair, throttle).verdicts(all, compared);
        List<String> differences = words(verdicts, Outcome.DIFFERS);
        List<String> left = words(verdicts, Outcome.NOT_VERIFIED);
        if (differences.isEmpty() && !left.isEmpty()) {
            throw new OperationRefused(left.getFirst());
        }
        return differences;
    }

    private static List<String> words(List<ShardVerdict> verdicts, Outcome outcome) {
        return verdicts.stream()
                .filter(verdict -> verdict.outcome() == outcome)
                .map(verdict -> verdict.database() + ": " + verdict.detail())
                .toList();
    }
}
