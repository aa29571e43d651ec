package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.TopologyChange;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * One pair in the stored topology. It is changed only while its servers have the roles with which the work began.
 * Blocks.
 *
 * @param before the pair as the work begins with it
 */
record StoredPair(TopologyChange change, Pair before) {
    /** Makes all proxies hold statements for the pair. */
    Topology hold() throws OperationRefused {
        return change.store(
                now -> changed(now, pair -> true, StoredPair::held), is(held(before)), changedBySomebodyElse());
    }

    /** Ends the hold on the pair's statements, for which clients wait. */
    Topology release() throws OperationRefused {
        return change.storeAtLast(
                now -> changed(now, pair -> true, StoredPair::open), is(open(before)), changedBySomebodyElse());
    }

    /**
     * Swaps the servers' roles, and ends the hold. The pair must be held: then no other promotion has swapped the roles
     * yet.
     */
    Topology turn() throws OperationRefused {
        return change.storeAnyway(
                now -> changed(now, Pair::held, StoredPair::turned), is(turned(before)), changedBySomebodyElse());
    }

    /** Requires the stored pair, which may be newer than this proxy's, to be the same. */
    void requireUnchanged() throws OperationRefused {
        if (!is(before).test(change.stored())) {
            throw new OperationRefused(changedBySomebodyElse());
        }
    }

    private static Pair held(Pair pair) {
        return pair.withHeld(true);
    }

    private static Pair open(Pair pair) {
        return pair.withHeld(false);
    }

    private static Pair turned(Pair pair) {
        return open(pair.turned());
    }

    private Topology changed(Topology now, Predicate<Pair> only, UnaryOperator<Pair> to) {
        return now.pair(before.name())
                .filter(pair -> open(pair).equals(open(before)))
                .filter(only)
                .map(pair -> now.withPair(to.apply(pair)))
                .orElse(now);
    }

    private Predicate<Topology> is(Pair wanted) {
        return now -> now.pair(before.name()).filter(wanted::equals).isPresent();
    }

    private String changedBySomebodyElse() {
        return "somebody else has changed pair " + before.name()
                + " in the topology: look at it (SHOW PAIRS) before you try again";
    }
}
