package io.pinion.routing.merge;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Rows of sources that follow each other: all of the first source, then all of the second … Rows that come early wait. */
final class SourcesInTurn implements Intake {
    private final boolean[] ended;
    private final Map<Integer, Queue<Row>> waiting = new HashMap<>();
    private int current;

    SourcesInTurn(int sources) {
        ended = new boolean[sources];
    }

    @Override
    public void add(Row row) {
        waiting.computeIfAbsent(row.source, any -> new ArrayDeque<>()).add(row);
    }

    @Override
    public void ended(int source) {
        ended[source] = true;
    }

    @Override
    public @Nullable Row next() {
        while (current < ended.length) {
            Queue<Row> rows = waiting.get(current);
            Row row = rows == null ? null : rows.poll();
            if (row != null) {
                return row;
            }
            if (!ended[current]) {
                return null;
            }
            waiting.remove(current);
            current++;
        }
        return null;
    }

    @Override
    public boolean isOver() {
        while (current < ended.length && ended[current] && waiting(current) == 0) {
            current++;
        }
        return current == ended.length;
    }

    @Override
    public int lacking() {
        return isOver() || waiting(current) > 0 ? NONE : current;
    }

    @Override
    public int waiting(int source) {
        Queue<Row> rows = waiting.get(source);
        return rows == null ? 0 : rows.size();
    }
}
