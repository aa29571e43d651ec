package io.pinion.server.schema;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Chooses the findings that are worth a warning: those of two readings in a row, once for as long as they hold. A table
 * that is just being made is on the shards before the topology names it, which is no difference for people. For one
 * thread.
 */
final class LastingFindings {
    private final Set<String> told = new HashSet<>();
    private Set<String> before = Set.of();

    /** @return the findings of this reading to warn of now */
    List<String> of(List<String> findings) {
        told.retainAll(findings);
        List<String> lasting =
                findings.stream().filter(before::contains).filter(told::add).toList();
        before = Set.copyOf(findings);
        return lasting;
    }

    /** The findings that the last two readings have in common. */
    List<String> all() {
        return told.stream().sorted().toList();
    }

    /** Whether another reading decides on a finding of the last one. */
    boolean isWaiting() {
        return !told.containsAll(before);
    }
}
