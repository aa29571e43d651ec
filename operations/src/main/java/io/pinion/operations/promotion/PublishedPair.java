package io.pinion.operations.promotion;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyEditor.Outcome;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * One pair in the stored topology. A change is stored only while the pair has the servers and roles with which the
 * promotion began. Blocks.
 */
final class PublishedPair {
    private static final Duration AT_LAST = Duration.ofSeconds(30);
    private static final long AGAIN_MILLIS = 200;

    private final TopologyEditor editor;
    private final LongSupplier running;
    private final Pair expected;

    /**
     * @param running the generation of the topology that this proxy runs with
     * @param expected the pair as the promotion begins with it
     */
    PublishedPair(TopologyStore store, LongSupplier running, Pair expected) {
        this.editor = new TopologyEditor(store);
        this.running = running;
        this.expected = expected;
    }

    /**
     * Makes all proxies hold statements for the pair. The lock is checked between reading the topology and writing it:
     * a proxy whose lock expired may wake up after another proxy has finished the promotion.
     *
     * @return the generation of the topology with the hold
     */
    long hold(TaskLock lock) throws PromotionRefused {
        try {
            return attempt(servers -> servers.withHeld(true), servers -> lock.isHeldWithin(TaskLock.BRIEFLY));
        } catch (VersionConflict | StoreUnavailable e) {
            throw new PromotionRefused("the topology can't be changed: " + e.getMessage());
        } catch (PromotionRefused e) {
            PromotionRefused.unlessHeld(lock);
            throw e;
        }
    }

    /**
     * Stores a change of the pair, unless its servers have other roles by now.
     *
     * @return the generation of the stored topology
     */
    long change(UnaryOperator<Pair> change) throws PromotionRefused {
        try {
            return attempt(change, pair -> true);
        } catch (VersionConflict | StoreUnavailable e) {
            throw new PromotionRefused("the topology can't be changed: " + e.getMessage());
        }
    }

    /**
     * Stores the pair with its roles swapped and without the hold; retries for {@link #AT_LAST} while the store is
     * away. The pair must be held: then no other promotion has swapped the roles yet.
     */
    long turnAtLast() throws PromotionRefused {
        return atLast(servers -> servers.turned().withHeld(false), Pair::held);
    }

    /**
     * Ends the hold on the pair's statements; retries for {@link #AT_LAST} while the store is away. A proxy that has
     * lost the lock must not do so, as another promotion may hold the statements.
     */
    long releaseAtLast(TaskLock lock) throws PromotionRefused {
        return atLast(servers -> servers.withHeld(false), servers -> lock.isHeldWithin(TaskLock.BRIEFLY));
    }

    /** Raises the stored generation, so that a pending write of a former lock holder fails with a version conflict. */
    void outdateOlderWriters() throws PromotionRefused {
        try {
            if (editor.countUp(running.getAsLong()) instanceof Outcome.Refused refused) {
                throw new PromotionRefused("the topology can't be changed: " + refused.text());
            }
        } catch (VersionConflict | StoreUnavailable e) {
            throw new PromotionRefused("the topology can't be changed: " + e.getMessage());
        }
    }

    private long atLast(UnaryOperator<Pair> change, Predicate<Pair> only) throws PromotionRefused {
        long end = System.nanoTime() + AT_LAST.toNanos();
        while (true) {
            try {
                return attempt(change, only);
            } catch (VersionConflict | StoreUnavailable e) {
                if (System.nanoTime() > end) {
                    throw new PromotionRefused("the topology can't be changed: " + e.getMessage());
                }
            }
            try {
                TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new PromotionRefused("interrupted while the topology couldn't be changed");
            }
        }
    }

    private long attempt(UnaryOperator<Pair> change, Predicate<Pair> only)
            throws PromotionRefused, VersionConflict, StoreUnavailable {
        Outcome outcome = editor.change(before -> changed(before, change, only), running.getAsLong());
        return switch (outcome) {
            case Outcome.Refused refused ->
                throw new PromotionRefused("the topology can't be changed: " + refused.text());
            case Outcome.Written written -> {
                Topology now = written.topology();
                Pair wanted = change.apply(expected);
                Pair there = now.pair(expected.name()).orElse(null);
                if (!wanted.equals(there)) {
                    throw new PromotionRefused("somebody else has changed pair " + expected.name()
                            + " in the topology: look at it (SHOW PAIRS) before you try again");
                }
                yield now.generation();
            }
        };
    }

    private Topology changed(Topology before, UnaryOperator<Pair> change, Predicate<Pair> only) {
        return before.pair(expected.name())
                .filter(pair -> pair.withHeld(false).equals(expected.withHeld(false)))
                .filter(only)
                .map(pair -> before.withPair(change.apply(pair)))
                .orElse(before);
    }
}
