package io.pinion.routing.catalog;

import java.util.Set;

/** What a user may name and do. Implementations are immutable. */
public interface Rights {
    /** In place of a name: all keyspaces and all databases at home on the home pair. */
    String ALL = "*";

    Rights EVERYTHING = of(Set.of(ALL));

    static Rights of(Set<String> names) {
        Set<String> copy = Set.copyOf(names);
        return () -> copy;
    }

    /**
     * Names of keyspaces, each of which also stands for all of its shard databases, and of databases at home on the home
     * pair; or {@link #ALL}.
     */
    Set<String> names();

    /** Whether the user may read alone: whatever writes, or may write, is refused. */
    default boolean readsOnly() {
        return false;
    }

    /** What is allowed to the user's statements that name no shard, beside what the keyspace allows. */
    default ScatterPolicy scatter() {
        return ScatterPolicy.FREE;
    }

    /** @param database a keyspace's name or that of a database at home on the home pair */
    default boolean mayUse(String database) {
        return names().contains(ALL) || names().contains(database);
    }
}
