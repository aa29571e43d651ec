package io.pinion.routing.merge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges the rows of one statement as its plan says. Used by one thread. Feed what came, then {@link #poll} until it answers
 * null; stop the sources once {@link #isFull}.
 *
 * <p>Rows are cells in the form of the text protocol, null for NULL, as the server sent them. An array that was added belongs
 * to the merger, and one that was polled to the caller.
 *
 * <p>Rows that are equal in order come in the order of their sources. {@link #add} and {@link #poll} throw
 * {@link HeldTooMuchException} when the rows that must be held need more than the cap; the merger can't be used after it.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class RowMerger {
    private RowMerger() {}

    /**
     * Starts a merge.
     *
     * @param sources how many there are; they are called 0 to {@code sources - 1}
     * @param columns one for each column, hidden ones included
     * @param maxHeldBytes more is never held
     */
    public static RowMerger start(
            MergePlan plan, Arrival arrival, int sources, List<CellType> columns, long maxHeldBytes) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Takes a row that came from a source. */
    public void add(int source, byte[] @Nullable [] cells) {
        throw new UnsupportedOperationException("not yet");
    }

    /** No more rows will come from this source. Once is enough, more does no harm. */
    public void ended(int source) {
        throw new UnsupportedOperationException("not yet");
    }

    /** The next row of the answer, without hidden columns, or null while none can be told and after the last. */
    public byte @Nullable [] @Nullable [] poll() {
        throw new UnsupportedOperationException("not yet");
    }

    /** Whether no more rows of any source are wanted. Rows that are added nevertheless are dropped. */
    public boolean isFull() {
        throw new UnsupportedOperationException("not yet");
    }

    /** Whether the last row was polled. */
    public boolean isFinished() {
        throw new UnsupportedOperationException("not yet");
    }

    /**
     * A source that must deliver or end before the next row can be told; -1 when none in particular must. The others may be
     * paused until it does.
     */
    public int lacking() {
        throw new UnsupportedOperationException("not yet");
    }

    /** How many rows of a source wait for rows of others. A caller pauses a source that is far ahead. */
    public int waiting(int source) {
        throw new UnsupportedOperationException("not yet");
    }

    /** Bytes held now: cells, keys, and what Java needs to hold them. */
    public long heldBytes() {
        throw new UnsupportedOperationException("not yet");
    }
}
