package io.pinion.routing.merge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Rows of sources that are each sorted, as one sorted stream: the least of the sources' first rows is next, once each source
 * has one or has ended. Rows behind the first wait in their source's queue.
 */
final class SortedSources implements Intake {
    private static final byte[] BEFORE_ALL = {};

    private final KeyEncoder encoder;
    private final HeldBytes held;
    /** One row of each source that has any. */
    private final PriorityQueue<MergeRow> heads = new PriorityQueue<>(MergeRow.ORDER);

    private final List<Queue<MergeRow>> behindHeads;
    private final boolean[] hasHead;
    private final boolean[] ended;
    /** The key of each source's latest row, which the next may not come before. */
    private final byte[][] latest;

    private int lackingSources;
    /** When any source lacks a head, the search for it begins here. */
    private int lackingFrom;

    SortedSources(int sources, KeyEncoder encoder, HeldBytes held) {
        this.encoder = encoder;
        this.held = held;
        behindHeads = new ArrayList<>(sources);
        for (int i = 0; i < sources; i++) {
            behindHeads.add(new ArrayDeque<>(1));
        }
        hasHead = new boolean[sources];
        ended = new boolean[sources];
        latest = new byte[sources][];
        Arrays.fill(latest, BEFORE_ALL);
        lackingSources = sources;
    }

    @Override
    public void add(MergeRow row) {
        int source = row.source;
        row.sortBy(encoder.encode(row.cells), held);
        if (Arrays.compareUnsigned(row.key(), latest[source]) < 0) {
            throw new UnsortedSourceException(source);
        }
        held.hold(row.key().length);
        held.release(latest[source].length);
        latest[source] = row.key();
        if (hasHead[source]) {
            behindHeads.get(source).add(row);
        } else {
            hasHead[source] = true;
            heads.add(row);
            lackingSources--;
        }
    }

    @Override
    public void ended(int source) {
        if (!ended[source]) {
            ended[source] = true;
            if (!hasHead[source]) {
                lackingSources--;
            }
        }
    }

    @Override
    public @Nullable MergeRow next() {
        if (lackingSources > 0) {
            return null;
        }
        MergeRow least = heads.poll();
        if (least != null) {
            replace(least.source);
        }
        return least;
    }

    private void replace(int source) {
        MergeRow following = behindHeads.get(source).poll();
        if (following != null) {
            heads.add(following);
            return;
        }
        hasHead[source] = false;
        if (!ended[source]) {
            lackingSources++;
            lackingFrom = source;
        }
    }

    @Override
    public boolean isOver() {
        return lackingSources == 0 && heads.isEmpty();
    }

    @Override
    public int lacking() {
        if (lackingSources == 0) {
            return NONE;
        }
        while (hasHead[lackingFrom] || ended[lackingFrom]) {
            lackingFrom = (lackingFrom + 1) % ended.length;
        }
        return lackingFrom;
    }
}
