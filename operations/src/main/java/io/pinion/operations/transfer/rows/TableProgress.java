package io.pinion.operations.transfer.rows;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** How far a table is copied, whose parts end in any order. Thread-safe. */
final class TableProgress {
    private final Consumer<TableCopied> listener;
    private final Map<Long, RowsPart> done = new TreeMap<>();
    private final int places;
    private long next;
    private TableCopied state;

    /**
     * @param places how many have the table
     * @param listener is told of each state that can be gone on from
     */
    TableProgress(TableCopied state, int places, Consumer<TableCopied> listener) {
        this.state = state;
        this.places = places;
        this.listener = listener;
    }

    /**
     * A part of a table: in one place, the rows behind one key up to another.
     *
     * @param number in the order of the places and of the key, from 0
     * @param place its number among those that have the table
     * @param upTo empty for the table's end there
     */
    record RowsPart(long number, int place, List<String> after, List<String> upTo, long rows) {
        RowsPart withRows(long count) {
            return new RowsPart(number, place, after, upTo, count);
        }
    }

    synchronized void ended(RowsPart part) {
        done.put(part.number(), part);
        boolean moved = false;
        RowsPart at = done.remove(next);
        while (at != null) {
            int whole = at.place() + (at.upTo().isEmpty() ? 1 : 0);
            state = new TableCopied(state.table(), whole, at.upTo(), whole == places, state.rows() + at.rows());
            next++;
            moved = true;
            at = done.remove(next);
        }
        if (moved) {
            listener.accept(state);
        }
    }
}
