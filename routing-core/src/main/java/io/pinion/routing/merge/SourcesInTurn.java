package io.pinion.routing.merge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Rows of sources that follow each other: all of the first source, then all of the second, and so on. Early rows wait.
 */
final class SourcesInTurn implements Intake {
    private final boolean[] ended;
    /** Null for sources without a row so far, and for finished ones. */
    private final List<@Nullable Queue<MergeRow>> waiting;

    private int current;

    SourcesInTurn(int sources) {
        ended = new boolean[sources];
        waiting = new ArrayList<>(Collections.nCopies(sources, null));
    }

    @Override
    public void add(MergeRow row) {
        Queue<MergeRow> rows = waiting.get(row.source);
        if (rows == null) {
            rows = new ArrayDeque<>();
            waiting.set(row.source, rows);
        }
        rows.add(row);
    }

    @Override
    public void ended(int source) {
        ended[source] = true;
    }

    @Override
    public @Nullable MergeRow next() {
        Queue<MergeRow> rows = isOver() ? null : waiting.get(current);
        return rows == null ? null : rows.poll();
    }

    @Override
    public boolean isOver() {
        while (current < ended.length && ended[current] && waiting(current) == 0) {
            waiting.set(current, null);
            current++;
        }
        return current == ended.length;
    }

    @Override
    public int lacking() {
        return isOver() || waiting(current) > 0 ? NONE : current;
    }

    private int waiting(int source) {
        Queue<MergeRow> rows = waiting.get(source);
        return rows == null ? 0 : rows.size();
    }
}
