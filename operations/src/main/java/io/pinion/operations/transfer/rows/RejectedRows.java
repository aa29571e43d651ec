package io.pinion.operations.transfer.rows;

import io.pinion.operations.engine.OperationRefused;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The rows of the old database that can't be carried, each with the reason. An import goes on beside a few of them, so
 * that all are known together; it hands nothing over as long as there is one. A row is carried like any other when a
 * client has corrected it. Thread-safe.
 */
public final class RejectedRows {
    /** More are no exception: then the import ends. */
    static final int MOST = 200;

    private static final int MOST_LETTERS = 300;

    private final Map<CarriedKey, String> reasons = new LinkedHashMap<>();
    private final int most;
    private final Consumer<List<RejectedRow>> listener;

    /** Whether the listener has yet to hear of something. */
    private boolean changed;

    private RejectedRows(int most, Consumer<List<RejectedRow>> listener) {
        this.most = most;
        this.listener = listener;
    }

    /**
     * @param earlier of an earlier attempt
     * @param listener gets all of them whenever they may be others, before anything that was carried with them counts
     *     as carried
     */
    public static RejectedRows from(List<RejectedRow> earlier, Consumer<List<RejectedRow>> listener) {
        RejectedRows rows = new RejectedRows(MOST, listener);
        earlier.forEach(row -> rows.reasons.put(row.row(), row.why()));
        return rows;
    }

    /** None may be rejected, as on the way back: the first one ends the work. */
    public static RejectedRows none() {
        return new RejectedRows(0, rows -> {});
    }

    /** @throws OperationRefused it is about one row too many */
    synchronized void reject(RowRefused why) throws OperationRefused {
        RejectedRow rejected = why.row();
        if (most == 0) {
            throw why;
        }
        if (reasons.size() >= most && !reasons.containsKey(rejected.row())) {
            tell();
            throw new OperationRefused(
                    "more than " + most + " rows can't be carried, such as " + rejected
                            + " (SHOW REJECTED ROWS): correct such rows, and go on, or say otherwise what becomes of the table");
        }
        String reason = rejected.why();
        changed = true;
        reasons.put(rejected.row(), reason.length() > MOST_LETTERS ? reason.substring(0, MOST_LETTERS) + "…" : reason);
    }

    /** They are about to be read again. Nobody is told before {@link #tell}. */
    synchronized void forget(Collection<CarriedKey> rows) {
        if (!reasons.isEmpty()) {
            changed |= reasons.keySet().removeAll(rows);
        }
    }

    /** Call it before what was carried is noted as such. */
    synchronized void tell() {
        if (changed) {
            listener.accept(all());
            changed = false;
        }
    }

    public synchronized List<RejectedRow> all() {
        return reasons.entrySet().stream()
                .map(row -> new RejectedRow(row.getKey(), row.getValue()))
                .toList();
    }
}
