package io.pinion.operations.transfer;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress.State;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The imports that follow what clients write at the moment, on whatever proxy: the shards of others lack rows. The
 * journal is asked once a second at most. Thread-safe; blocks.
 */
public final class FollowedImports {
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    /** Before them rows are missing, and behind them nothing is followed until clients wait. */
    private static final Set<String> FOLLOWING = Set.of(TransferSteps.FOLLOWING_ON, TransferSteps.COMPARING);

    private final OperationJournal journal;
    private final LongSupplier nanos;

    /** Operations that can be none any more: the journal keeps hundreds of them. */
    private final Set<Long> others = new HashSet<>();

    private Map<String, Long> following = Map.of();
    private OptionalLong looked = OptionalLong.empty();

    public FollowedImports(OperationJournal journal) {
        this(journal, System::nanoTime);
    }

    FollowedImports(OperationJournal journal, LongSupplier nanos) {
        this.journal = journal;
        this.nanos = nanos;
    }

    /** The number of the import of a database; empty when none follows. */
    public synchronized OptionalLong of(String database) {
        long now = nanos.getAsLong();
        if (looked.isEmpty() || now - looked.getAsLong() >= LOOK_EVERY.toNanos()) {
            following = look();
            looked = OptionalLong.of(now);
        }
        Long number = following.get(database);
        return number == null ? OptionalLong.empty() : OptionalLong.of(number);
    }

    /** None while the journal can't be read. */
    private Map<String, Long> look() {
        Map<String, Long> found = new HashMap<>();
        try {
            List<Long> numbers = journal.numbers();
            others.retainAll(numbers);
            for (long number : numbers) {
                if (!others.contains(number)) {
                    read(number)
                            .filter(this::isFollowing)
                            .ifPresent(operation -> found.put(operation.task().keyspace(), number));
                }
            }
        } catch (StoreUnavailable away) {
            return Map.of();
        }
        return found;
    }

    /** An entry of another version can't be read, and is none of those that this proxy knows. */
    private Optional<Operation> read(long number) {
        try {
            return journal.read(number);
        } catch (StoreUnavailable unknown) {
            return Optional.empty();
        }
    }

    private boolean isFollowing(Operation operation) {
        boolean imports = operation.task() instanceof DatabaseImport;
        if (!imports || operation.progress().state().isOver()) {
            others.add(operation.number());
        }
        return imports
                && operation.progress().state() == State.RUNNING
                && FOLLOWING.contains(operation.progress().step())
                && isAlive(operation);
    }

    private boolean isAlive(Operation operation) {
        try {
            return journal.isLocked(operation.task());
        } catch (StoreUnavailable away) {
            return false;
        }
    }
}
