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

/** What the stored topology says of one pair. Blocks. */
final class PublishedPair {
    private static final Duration AT_LAST = Duration.ofSeconds(30);
    private static final long AGAIN_MILLIS = 200;

    private final TopologyEditor editor;
    private final LongSupplier running;
    private final Pair expected;

    /**
     * @param running the generation that this proxy runs with
     * @param expected the servers in the roles that the promotion begins with
     */
    PublishedPair(TopologyStore store, LongSupplier running, Pair expected) {
        this.editor = new TopologyEditor(store);
        this.running = running;
        this.expected = expected;
    }

    /**
     * Lets statements for the pair wait. Between the topology's being read and its being written the lock is looked at:
     * who has lost it may be back from where nothing reached him, and others have ended what he did.
     *
     * @return the generation that says so
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
     * @return the generation that says so
     */
    long change(UnaryOperator<Pair> change) throws PromotionRefused {
        try {
            return attempt(change, pair -> true);
        } catch (VersionConflict | StoreUnavailable e) {
            throw new PromotionRefused("the topology can't be changed: " + e.getMessage());
        }
    }

    /** The servers have changed places, which nobody but whoever holds statements may say. */
    long turnAtLast() throws PromotionRefused {
        return atLast(servers -> servers.turned().withHeld(false), Pair::held);
    }

    /**
     * Statements for the pair wait no longer; with patience for a store that is away. Nobody does that who has lost the
     * lock, as others may hold them again.
     */
    long releaseAtLast(TaskLock lock) throws PromotionRefused {
        return atLast(servers -> servers.withHeld(false), servers -> lock.isHeldWithin(TaskLock.BRIEFLY));
    }

    /**
     * What anybody has read before he writes no more, as whoever held the lock before, and was cut off in the middle of
     * it.
     */
    void takeOver() throws PromotionRefused {
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
