package io.pinion.operations.account;

import io.pinion.config.topology.Topology;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The differences that a repair has left, which isn't tried again at once. Another topology has them tried again: when
 * a keyspace goes while its accounts are repaired, the look behind the repair finds differences that are none any more,
 * and they are the same ones when the keyspace comes back.
 *
 * @param topology under which they were repaired; empty where nothing is left
 * @param words of the differences: their statements may have another salt of a password each time
 * @param nanos when, by {@link System#nanoTime}
 */
record LeftDifferences(Optional<Topology> topology, Set<String> words, long nanos) {
    static final LeftDifferences NONE = new LeftDifferences(Optional.empty(), Set.of(), 0);

    /** The pause before what couldn't be repaired is tried again. */
    static final Duration TRY_AGAIN = Duration.ofMinutes(1);

    /**
     * A difference that is new came since, and the next look repairs it; one that is still there couldn't be repaired.
     *
     * @param before the differences that were to be repaired
     * @param after those that are there behind the repair
     */
    static LeftDifferences of(
            Topology topology, List<AccountDifference> before, List<AccountDifference> after, long nanos) {
        return after.isEmpty() || !words(before).containsAll(words(after))
                ? NONE
                : new LeftDifferences(Optional.of(topology), words(after), nanos);
    }

    private static Set<String> words(List<AccountDifference> differences) {
        return differences.stream().map(AccountDifference::words).collect(Collectors.toSet());
    }

    boolean mayRepair(Topology now, List<AccountDifference> found, long nowNanos) {
        boolean tried = topology.filter(now::equals).isPresent() && words(found).equals(words);
        return !found.isEmpty() && (!tried || nowNanos - nanos > TRY_AGAIN.toNanos());
    }
}
