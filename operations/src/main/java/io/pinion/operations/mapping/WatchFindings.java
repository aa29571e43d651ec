package io.pinion.operations.mapping;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** What the watches of this proxy have to tell. Thread-safe. */
public final class WatchFindings {
    private final Map<Long, Told> found = new ConcurrentSkipListMap<>();

    /**
     * What one watch has to tell.
     *
     * @param faults that its last whole round, or the present one, has found
     * @param problem in words; empty for none
     */
    private record Told(long faults, String problem) {}

    void tell(long operation, long faults, String problem) {
        found.put(operation, new Told(faults, problem));
    }

    void forget(long operation) {
        found.remove(operation);
    }

    /** The number of faults that the watches have found, in their last whole rounds or in the present ones. */
    public long faults() {
        return found.values().stream().mapToLong(Told::faults).sum();
    }

    /** What they find wrong, in words. */
    public List<String> problems() {
        return found.values().stream()
                .map(Told::problem)
                .filter(problem -> !problem.isEmpty())
                .toList();
    }
}
