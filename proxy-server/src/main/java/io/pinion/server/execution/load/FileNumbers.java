package io.pinion.server.execution.load;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.Sequence;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.LoopCluster;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The numbers of a sequence for the rows of one file. The number of rows isn't known, so each request to the sequence
 * takes twice as many numbers as the one before; the rest is a gap. Lives on the session's event loop.
 */
final class FileNumbers {
    private static final int MOST_AT_ONCE = 4096;

    private final LoopCluster cluster;
    private final Sequence sequence;
    private long next;
    private long end;
    private int takenAtOnce = 1;

    /** The number of the first row that took one, or 0. */
    private long first;

    /** The largest number that the file contains. */
    private long given;

    /** The largest number of the file that the sequence has been told. */
    private long known;

    FileNumbers(LoopCluster cluster, Sequence sequence) {
        this.cluster = cluster;
        this.sequence = sequence;
    }

    boolean isEmpty() {
        return next == end;
    }

    /** The next number; not to be called when {@link #isEmpty}. */
    long next() {
        first = first == 0 ? next : first;
        return next++;
    }

    /** A row contains a number: later rows get larger ones, as on one server. */
    void given(long number) {
        given = Math.max(given, number);
        next = Math.clamp(number + 1, next, end);
    }

    /** The value of LAST_INSERT_ID() if all rows are new, or 0. */
    long first() {
        return first;
    }

    /**
     * Takes further numbers.
     *
     * @param then called later, if there is no failure
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

    /** Whether the file contains numbers that the sequence might give to other rows. */
    boolean areAhead() {
        return given > known;
    }

    /**
     * Tells the sequence the largest number of the file, so that no other row gets it.
     *
     * @param then called later, if there is no failure
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
                refused -> failed.accept(ExecutionRefusals.of(refused)));
    }
}
