package io.pinion.server.execution.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Rows of a file for one shard, with their numbers in the file. Not thread-safe. */
public final class RowBuffer extends ByteArrayOutputStream {
    /** Counted for each row besides its bytes: the memory for its number. */
    public static final int BYTES_PER_ROW = Long.BYTES;

    private long[] rows = new long[16];
    private int written;

    /** A row has been written. */
    public void wrote(long row) {
        if (written == rows.length) {
            rows = Arrays.copyOf(rows, 2 * written);
        }
        rows[written++] = row;
    }

    /** The number in the file of the row that the shard counts as {@code row}, both from 1; 0 when there is none. */
    public long inFile(long row) {
        return row >= 1 && row <= written ? rows[(int) row - 1] : 0;
    }

    /** A part of the written bytes, which must not be changed any more. */
    public ByteBuf part(int from, int length) {
        return Unpooled.wrappedBuffer(buf, from, length);
    }
}
