package io.pinion.routing.merge;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Rows of all sources, as they came. */
final class Arrivals implements Intake {
    private final Queue<MergeRow> rows = new ArrayDeque<>();
    private final boolean[] ended;
    private int running;

    Arrivals(int sources) {
        ended = new boolean[sources];
        running = sources;
    }

    @Override
    public void add(MergeRow row) {
        rows.add(row);
    }

    @Override
    public void ended(int source) {
        if (!ended[source]) {
            ended[source] = true;
            running--;
        }
    }

    @Override
    public @Nullable MergeRow next() {
        return rows.poll();
    }

    @Override
    public boolean isOver() {
        return running == 0 && rows.isEmpty();
    }

    @Override
    public int lacking() {
        return NONE;
    }
}
