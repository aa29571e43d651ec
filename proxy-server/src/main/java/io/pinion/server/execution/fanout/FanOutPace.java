package io.pinion.server.execution.fanout;

/**
 * Limits how many of a fan-out's statements may run. All at once, unless the shards' rows follow each other: then a few
 * at a time, because the first shards may have all wanted rows. Rows that come too early are held in memory, or wait on
 * a server that gives up on a client which doesn't read ({@code net_write_timeout}).
 */
final class FanOutPace {
    private static final int FACTOR = 4;

    /** So many shards rarely have more rows than a page. */
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

    /** @param limited whether a LIMIT may need fewer than all rows */
    static FanOutPace inTurn(int total, boolean limited) {
        return new FanOutPace(total, limited ? 1 : FIRST_OF_ALL_ROWS);
    }

    /** @param number the statement's number from 0, in the order of the shards */
    boolean allows(int number) {
        return number < allowed;
    }

    void rowCame(int rowBytes) {
        bytes += rowBytes;
    }

    /** A statement was answered; true when this allows further ones. */
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
