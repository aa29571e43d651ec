package io.pinion.operations.engine;

import io.pinion.config.change.Author;
import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyEditor.Outcome;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.SureLock;
import io.pinion.operations.work.Sleep;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Changes the stored topology for the holder of a lock. The lock is checked between the read of a document and its
 * write: a proxy that has lost it may wake up after another one has gone on. Blocks.
 */
public final class TopologyChange {
    /** How long to go on with a store that is away, where giving up would leave clients waiting. */
    private static final Duration AT_LAST = Duration.ofSeconds(30);

    private static final long AGAIN_MILLIS = 200;

    private final TopologyEditor editor;
    private final OperationServices services;
    private final TaskLock lock;

    /** A change without an author in the document's history. */
    public TopologyChange(OperationServices services, TaskLock lock) {
        this(services, lock, Author.UNKNOWN);
    }

    /** A change of somebody's, who holds the lock. */
    public TopologyChange(OperationServices services, TaskLock lock, Author author) {
        this.editor = new TopologyEditor(services.store(), author);
        this.services = services;
        this.lock = lock;
    }

    /** The changes of an operation, whose user and statement stand in the document's history. */
    public static TopologyChange of(OperationServices services, RunningOperation operation) {
        return new TopologyChange(services, operation.lock(), author(services, operation.operation()));
    }

    private static Author author(OperationServices services, Operation operation) {
        return new Author(
                operation.origin().user(),
                "operation " + operation.number() + " on " + services.proxy().get(),
                operation.task().logged());
    }

    /** For whoever only reads. */
    public static TopologyChange reading(OperationServices services) {
        return new TopologyChange(services, SureLock.NONE);
    }

    /** For a change that is whole in itself, so that nobody else can have gone on with it. */
    public static TopologyChange withoutLock(OperationServices services, Author author) {
        return new TopologyChange(services, SureLock.NONE, author);
    }

    /** The stored topology, which may be newer than the one that runs. */
    public Topology stored() throws OperationRefused {
        try {
            return editor.current();
        } catch (StoreUnavailable e) {
            throw unchanged(e);
        }
    }

    /**
     * Stores a change.
     *
     * @param change gives the same topology where its conditions don't hold any more; nothing is written then
     * @param reached whether a topology has what is wanted
     * @param otherwise the reason for a stored topology that hasn't, for people
     * @return the stored topology
     */
    public Topology store(UnaryOperator<Topology> change, Predicate<Topology> reached, String otherwise)
            throws OperationRefused {
        try {
            return attempt(change, reached, otherwise, false);
        } catch (StoreUnavailable | VersionConflict e) {
            throw unchanged(e);
        }
    }

    /**
     * The same where clients wait for it, or no other outcome is possible: goes on while the store is away and the lock
     * isn't lost.
     */
    public Topology storeAtLast(UnaryOperator<Topology> change, Predicate<Topology> reached, String otherwise)
            throws OperationRefused {
        return atLast(change, reached, otherwise, false);
    }

    /**
     * The same where no other outcome is possible, whoever goes on: also without the lock. The change's own conditions
     * keep it from being stored twice.
     */
    public Topology storeAnyway(UnaryOperator<Topology> change, Predicate<Topology> reached, String otherwise)
            throws OperationRefused {
        return atLast(change, reached, otherwise, true);
    }

    private Topology atLast(
            UnaryOperator<Topology> change, Predicate<Topology> reached, String otherwise, boolean anyway)
            throws OperationRefused {
        long end = System.nanoTime() + AT_LAST.toNanos();
        while (true) {
            try {
                return attempt(change, reached, otherwise, anyway);
            } catch (StoreUnavailable | VersionConflict e) {
                if (lock.isLost() || System.nanoTime() - end > 0) {
                    throw unchanged(e);
                }
            }
            Sleep.ofMillis(AGAIN_MILLIS);
        }
    }

    /** @param anyway also without the lock */
    private Topology attempt(
            UnaryOperator<Topology> change, Predicate<Topology> reached, String otherwise, boolean anyway)
            throws OperationRefused, StoreUnavailable, VersionConflict {
        AtomicBoolean unlocked = new AtomicBoolean();
        Topology now = written(editor.change(
                before -> {
                    unlocked.set(!anyway && !lock.isHeldWithin(TaskLock.BRIEFLY));
                    return unlocked.get() ? before : change.apply(before);
                },
                services.topology().generation()));
        if (reached.test(now)) {
            return now;
        }
        if (!anyway && lock.isLost()) {
            throw new OperationRefused("the lock of the operation isn't held any more");
        }
        if (unlocked.get()) {
            throw new StoreUnavailable("the lock of the operation isn't held");
        }
        throw new OperationRefused(otherwise);
    }

    /**
     * Counts the stored topology's generation up, so that the write of an earlier holder of the lock, who has read it
     * before, comes too late.
     */
    public Topology outdateOlderWriters() throws OperationRefused {
        try {
            return written(editor.countUp(services.topology().generation()));
        } catch (StoreUnavailable | VersionConflict e) {
            throw unchanged(e);
        }
    }

    /**
     * Stores a topology, unless anything was written since another one was seen.
     *
     * @return what is stored then; empty when somebody else has written, and when nobody knows: {@link #settle} finds
     *     out
     */
    public Optional<Topology> replace(Topology seen, Topology next) throws OperationRefused {
        if (!lock.isHeldWithin(TaskLock.BRIEFLY)) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    written(editor.replace(seen, next, services.topology().generation())));
        } catch (StoreUnavailable | VersionConflict e) {
            return Optional.empty();
        }
    }

    /**
     * Stores a change, or the same again: whoever has seen an earlier topology can't {@link #replace} it any more. Goes
     * on while the store is away. It takes no lock, since statements that are held must not wait for another attempt
     * when the lock is lost; but no other attempt may have begun.
     *
     * @param mine is asked between the read of a document and its write
     * @param reached whether a topology has what was wanted of {@link #replace}; nothing is written then
     * @return the stored topology
     */
    public Topology settle(RunningOperation mine, UnaryOperator<Topology> change, Predicate<Topology> reached)
            throws OperationRefused {
        long end = System.nanoTime() + AT_LAST.toNanos();
        while (true) {
            try {
                Topology seen = editor.current();
                if (reached.test(seen)) {
                    return seen;
                }
                mine.confirmInStore();
                return written(editor.replace(
                        seen, change.apply(seen), services.topology().generation()));
            } catch (StoreUnavailable | VersionConflict e) {
                if (System.nanoTime() - end > 0) {
                    throw unchanged(e);
                }
            }
            Sleep.ofMillis(AGAIN_MILLIS);
        }
    }

    private static Topology written(Outcome outcome) throws OperationRefused {
        return switch (outcome) {
            case Outcome.Written written -> written.topology();
            case Outcome.Refused refused ->
                throw new OperationRefused("the topology can't be changed: " + refused.text());
        };
    }

    private static OperationRefused unchanged(Exception e) {
        return new OperationRefused("the topology can't be read or changed: " + e.getMessage());
    }
}
