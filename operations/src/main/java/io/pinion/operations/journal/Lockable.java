package io.pinion.operations.journal;

import java.util.Set;

/** What holders of locks exclude each other from: a task while its operation runs, or a piece of work without an entry. */
public interface Lockable {
    /** What it is, for messages. */
    String subject();

    /**
     * The names that are locked; two that have a name in common exclude each other. The names are valid in a path of
     * ZooKeeper, and are in the same order for all, so that two never wait for each other.
     */
    Set<String> locks();
}
