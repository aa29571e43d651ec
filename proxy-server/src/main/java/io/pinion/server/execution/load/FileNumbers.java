package io.pinion.server.execution.load;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.Sequence;
import io.pinion.server.execution.context.LoopCluster;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The numbers of a sequence for the rows of one file: taken ahead, each time twice as many, since nobody knows how many rows
 * come; what is left at the end is a gap. Lives on the session's event loop.
 */
final class FileNumbers {
    private static final int MOST_AT_ONCE = 4096;

    private final LoopCluster cluster;
    private final Sequence sequence;
    private long next;
    private long end;
    private int takenAtOnce = 1;

    /** The number of the first row that has got one, or 0. */
    private long first;

    /** The largest that the file gives by itself. */
    private long given;

    /** The sequence knows of those up to here. */
    private long known;

    FileNumbers(LoopCluster cluster, Sequence sequence) {
        this.cluster = cluster;
        this.sequence = sequence;
    }

    boolean isEmpty() {
        return next == end;
    }

    /** Of {@link #isEmpty} numbers there is none. */
    long next() {
        first = first == 0 ? next : first;
        return next++;
    }

    /** A row brings a number along: later rows get larger ones, as on one server. */
    void given(long number) {
        given = Math.max(given, number);
        next = Math.clamp(number + 1, next, end);
    }

    /** What LAST_INSERT_ID() tells if all rows are new, or 0. */
    long first() {
        return first;
    }

    /**
     * Takes more.
     *
     * @param then is called later, if there is no failure
     */
    void take(Runnable then, Consumer<ServerError> failed) {
        int count = takenAtOnce;
        ask(
                count,
                number -> {
                    next = number;
                    end = number + count;
                    takenAtOnce = Math.min(MOST_AT_ONCE, 2 * count);
                    then.run();
                },
                failed);
    }

    /** Whether rows bring numbers along that others could get, too. */
    boolean areAhead() {
        return given > known;
    }

    /**
     * Sees to it that nobody gets what the file gives.
     *
     * @param then is called later, if there is no failure
     */
    void tell(Runnable then, Consumer<ServerError> failed) {
        ask(0, none -> then.run(), failed);
    }

    private void ask(int count, LongConsumer then, Consumer<ServerError> failed) {
        long largest = given;
        cluster.take(
                sequence,
                count,
                largest,
                number -> {
                    known = largest;
                    then.accept(number);
                },
                refused -> failed.accept(new ServerError(refused.code(), refused.sqlState(), refused.reason())));
    }
}
