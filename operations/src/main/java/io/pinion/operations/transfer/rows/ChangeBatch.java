package io.pinion.operations.transfer.rows;

import io.pinion.operations.transfer.binlog.LogItem;
import io.pinion.operations.transfer.binlog.SourcePlace;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows of one server that have changed, each once, and what must be seen before they are read. For one thread. */
final class ChangeBatch {
    private final Map<CarriedKey, Change> changes = new LinkedHashMap<>();
    private final Map<TablePlace, Set<List<String>>> unmapped = new LinkedHashMap<>();
    private final Set<String> branches = new LinkedHashSet<>();
    private final Set<String> gtids = new LinkedHashSet<>();
    private SourcePlace behind;
    private @Nullable SourcePlace reached;
    private long at;

    /** @param transaction whose changes come first */
    ChangeBatch(LogItem.TransactionBegun transaction) {
        behind = transaction.behind();
        begun(transaction);
    }

    /**
     * A row that has changed.
     *
     * @param seen the key that it has in each place in which it was
     * @param may the places on the other side that may have it, as it was or is
     */
    record Change(CarriedTable table, Map<RowPlace, Set<List<String>>> seen, Set<RowPlace> may) {}

    final void begun(LogItem.TransactionBegun transaction) {
        behind = transaction.behind();
        if (!transaction.gtid().isEmpty()) {
            gtids.add(transaction.gtid());
        }
        if (!transaction.branch().isEmpty()) {
            branches.add(transaction.branch());
        }
    }

    Change change(CarriedTable table, CarriedKey key) {
        return changes.computeIfAbsent(key, of -> new Change(table, new LinkedHashMap<>(), new LinkedHashSet<>()));
    }

    /** A row that has changed, and whose key has no form on the other side: it can't be carried, but may be gone by now. */
    void unmapped(RowPlace place, CarriedTable table, List<String> key) {
        unmapped.computeIfAbsent(new TablePlace(place, table), at -> new LinkedHashSet<>())
                .add(key);
    }

    void reached(SourcePlace place, long when) {
        reached = place;
        at = when;
    }

    Map<CarriedKey, Change> changes() {
        return changes;
    }

    /** The keys of rows that can't be carried, as their places have them. */
    Map<TablePlace, Set<List<String>>> unmapped() {
        return unmapped;
    }

    boolean isEmpty() {
        return changes.isEmpty() && unmapped.isEmpty();
    }

    /** Of its transactions, on MySQL. */
    Set<String> gtids() {
        return gtids;
    }

    /** The names of its XA transactions. */
    Set<String> branches() {
        return branches;
    }

    /** The place that the last of the transactions begins at. */
    SourcePlace behind() {
        return behind;
    }

    /** The last place up to which nothing is missing; empty in the middle of a transaction. */
    Optional<SourcePlace> reached() {
        return Optional.ofNullable(reached);
    }

    /** When the server wrote the last of it, in seconds since 1970; 0 when it isn't known. */
    long at() {
        return at;
    }
}
