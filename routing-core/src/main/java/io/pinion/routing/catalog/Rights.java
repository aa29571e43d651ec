package io.pinion.routing.catalog;

import java.util.Set;

/** The names that a user may use and the statements that the user may run. Implementations are immutable. */
public interface Rights {
    /** Stands for all keyspaces and all databases on the home pair. */
    String ALL = "*";

    Rights EVERYTHING = of(Set.of(ALL));

    static Rights of(Set<String> names) {
        Set<String> copy = Set.copyOf(names);
        return () -> copy;
    }

    /**
     * Names of keyspaces, each of which also stands for all of its shard databases, and of databases on the home pair;
     * or {@link #ALL}.
     */
    Set<String> names();

    /** Whether the user may only read: every statement that writes, or may write, is refused. */
    default boolean readsOnly() {
        return false;
    }

    /** The policy for the user's statements that name no shard, in addition to the keyspace's. */
    default ScatterPolicy scatter() {
        return ScatterPolicy.FREE;
    }

    /** @param database the name of a keyspace or of a database on the home pair */
    default boolean mayUse(String database) {
        return names().contains(ALL) || names().contains(database);
    }
}
