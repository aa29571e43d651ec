package io.pinion.operations.journal;

import io.pinion.config.source.TopologyStore.VersionConflict;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The journal of a proxy whose topology is a file: it has this proxy's operations alone, and loses them when the
 * process ends. Other proxies of the same file know nothing of them.
 */
public final class MemoryJournal implements OperationJournal {
    private static final int MOST = 200;

    private final TreeMap<Long, Operation> operations = new TreeMap<>();
    private final Set<String> locked = new HashSet<>();
    private long last;

    @Override
    public synchronized Operation create(Task task, Origin origin, Progress first) {
        Operation created = new Operation(++last, task, origin, first.at(Instant.now()), 0);
        operations.put(created.number(), created);
        while (operations.size() > MOST) {
            Optional<Operation> ended = operations.values().stream()
                    .filter(operation -> operation.progress().state().isOver())
                    .findFirst();
            if (ended.isEmpty()) {
                break;
            }
            operations.remove(ended.get().number());
        }
        return created;
    }

    @Override
    public synchronized Optional<Operation> read(long number) {
        return Optional.ofNullable(operations.get(number));
    }

    @Override
    public synchronized List<Long> numbers() {
        return List.copyOf(operations.keySet());
    }

    @Override
    public synchronized List<Operation> list() {
        return List.copyOf(operations.values());
    }

    @Override
    public synchronized Operation write(Operation seen, Progress next) throws VersionConflict {
        Operation now = operations.get(seen.number());
        if (now == null || now.version() != seen.version()) {
            throw new VersionConflict("operation " + seen.number() + " has changed since it was read");
        }
        Operation written =
                new Operation(seen.number(), seen.task(), seen.origin(), next.at(Instant.now()), seen.version() + 1);
        operations.put(written.number(), written);
        return written;
    }

    @Override
    public synchronized void remove(Operation operation) {
        operations.remove(operation.number());
    }

    @Override
    public synchronized Optional<TaskLock> lock(Lockable task) {
        Set<String> names = task.locks();
        if (names.stream().anyMatch(locked::contains)) {
            return Optional.empty();
        }
        locked.addAll(names);
        return Optional.of(new SureLock(() -> release(names)));
    }

    private synchronized void release(Set<String> names) {
        locked.removeAll(names);
    }

    @Override
    public synchronized boolean isLocked(Lockable task) {
        return task.locks().stream().anyMatch(locked::contains);
    }
}
