package io.pinion.operations.export.file;

import java.util.Arrays;

/**
 * Whether the values of a page are there, in runs: each the number of values, times two, and what they are. For one
 * thread.
 */
final class ParquetLevels {
    /** A run's number and what it is. */
    private static final int LONGEST_RUN = 6;

    private byte[] bytes = new byte[LONGEST_RUN];
    private int length;
    private int run;
    private boolean runIsThere;
    private int count;

    void add(boolean there) {
        if (there != runIsThere) {
            endRun();
            runIsThere = there;
        }
        run++;
        count++;
    }

    private void endRun() {
        if (run == 0) {
            return;
        }
        if (length + LONGEST_RUN > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        int header = run << 1;
        while (header > 0x7F) {
            bytes[length++] = (byte) (header | 0x80);
            header >>>= 7;
        }
        bytes[length++] = (byte) header;
        bytes[length++] = (byte) (runIsThere ? 1 : 0);
        run = 0;
    }

    /** The number of values. */
    int count() {
        return count;
    }

    /** How many bytes {@link #copyTo} takes, when nothing is added meanwhile. */
    int length() {
        endRun();
        return Integer.BYTES + length;
    }

    /** @return the place behind them */
    int copyTo(byte[] page, int at) {
        int from = ParquetValues.put(page, at, length);
        System.arraycopy(bytes, 0, page, from, length);
        return from + length;
    }

    void clear() {
        length = 0;
        run = 0;
        count = 0;
    }
}
