package io.pinion.operations.opening;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.Table;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The tables of a keyspace with the same rows on every shard. */
final class ReferenceTables {
    private ReferenceTables() {}

    /** The sorted names. */
    static List<String> of(Keyspace.Sharded keyspace) {
        return keyspace.tables().values().stream()
                .filter(Table.ReferenceTable.class::isInstance)
                .map(Table::name)
                .sorted()
                .toList();
    }

    static Set<String> namesOf(Keyspace.Sharded keyspace) {
        return of(keyspace).stream().collect(Collectors.toUnmodifiableSet());
    }
}
