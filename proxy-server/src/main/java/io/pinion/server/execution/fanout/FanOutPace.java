package io.pinion.server.execution.fanout;

/**
 * How many of a fan-out's statements may be asked. All at once, unless the shards' rows follow each other: then a few at a
 * time, since the first shards may have all that is wanted, and rows that come too early are held, or wait on a server that
 * loses patience with a client that doesn't read ({@code net_write_timeout}).
 */
final class FanOutPace {
    private static final int FACTOR = 4;

    /** Of as many shards as don't all fill a page of rows, likely. */
    private static final int FIRST_OF_ALL_ROWS = 16;

    private static final long FEW_BYTES = 1024 * 1024;
    private static final long MANY_BYTES = 8 * FEW_BYTES;

    private final int total;
    private int step;
    private int allowed;
    private int ended;
    private long bytes;

    private FanOutPace(int total, int first) {
        this.total = total;
        this.step = first;
        this.allowed = Math.min(total, first);
    }

    static FanOutPace allAtOnce(int total) {
        return new FanOutPace(total, total);
    }

    /** @param limited whether not all rows of all shards are wanted */
    static FanOutPace inTurn(int total, boolean limited) {
        return new FanOutPace(total, limited ? 1 : FIRST_OF_ALL_ROWS);
    }

    /** @param number of the statement, counted from 0 in the order of the shards */
    boolean allows(int number) {
        return number < allowed;
    }

    void rowCame(int rowBytes) {
        bytes += rowBytes;
    }

    /** A statement was answered; true when more may be asked now than before. */
    boolean ended() {
        ended++;
        if (ended < allowed || allowed == total) {
            return false;
        }
        if (bytes < FEW_BYTES) {
            step = Math.min(total, step * FACTOR);
        } else if (bytes > MANY_BYTES) {
            step = Math.max(1, step / FACTOR);
        }
        bytes = 0;
        allowed = Math.min(total, allowed + step);
        return true;
    }
}
