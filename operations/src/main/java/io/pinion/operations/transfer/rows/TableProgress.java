package io.pinion.operations.transfer.rows;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How far a table is copied, whose parts end in any order. Thread-safe. */
final class TableProgress {
    private final CopyListener listener;
    private final Map<Long, RowsPart> done = new TreeMap<>();
    private long next;
    private TableCopied state;

    /** @param listener is told of each state that can be gone on from */
    TableProgress(TableCopied state, CopyListener listener) {
        this.state = state;
        this.listener = listener;
    }

    /**
     * A part of a table: the rows behind one key up to another.
     *
     * @param number in the order of the key, from 0
     * @param upTo empty for the table's end
     */
    record RowsPart(long number, List<String> after, List<String> upTo, long rows) {
        RowsPart withRows(long count) {
            return new RowsPart(number, after, upTo, count);
        }
    }

    synchronized void ended(RowsPart part) {
        done.put(part.number(), part);
        boolean moved = false;
        RowsPart at = done.remove(next);
        while (at != null) {
            boolean whole = at.upTo().isEmpty();
            state = new TableCopied(state.table(), whole ? state.upTo() : at.upTo(), whole, state.rows() + at.rows());
            next++;
            moved = true;
            at = done.remove(next);
        }
        if (moved) {
            listener.copied(state);
        }
    }
}
