package io.pinion.operations.server.stream;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** The packets of an answer, one after the other in a buffer; parts of a long one are joined. Blocks; for one thread. */
final class RowPackets {
    /** Few rows are read with a small buffer, which grows as often as it is full. */
    private static final int FIRST_BYTES = 1 << 14;

    private static final int BUFFER_BYTES = 1 << 17;

    /** A buffer of a long packet, which isn't kept for short ones. */
    private static final int LONG_BYTES = 16 * BUFFER_BYTES;

    private static final int HEADER_BYTES = 4;

    /** A part of so many bytes is followed by another one. */
    static final int LONGEST_PART = 0xFF_FFFF;

    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private final InputStream in;
    private byte[] buffer = new byte[FIRST_BYTES];
    private int filled;

    /** The header of the packet; {@link #end} is behind the packet. */
    private int start;

    private int end;

    RowPackets(InputStream in) {
        this.in = in;
    }

    /** Goes to the next packet, which has at least one byte. */
    void next() throws IOException {
        start = end;
        fill(HEADER_BYTES);
        int part = partAt(start);
        int length = part;
        fill(HEADER_BYTES + length);
        while (part == LONGEST_PART) {
            fill(HEADER_BYTES + length + HEADER_BYTES);
            int header = start + HEADER_BYTES + length;
            part = partAt(header);
            System.arraycopy(buffer, header + HEADER_BYTES, buffer, header, filled - header - HEADER_BYTES);
            filled -= HEADER_BYTES;
            length = Math.addExact(length, part);
            fill(HEADER_BYTES + length);
        }
        if (length == 0) {
            throw new IOException("the server has sent an empty packet in the middle of rows");
        }
        end = start + HEADER_BYTES + length;
    }

    private int partAt(int at) {
        return (buffer[at] & 0xFF) | ((buffer[at + 1] & 0xFF) << 8) | ((buffer[at + 2] & 0xFF) << 16);
    }

    /** Reads until so many bytes are there from the packet's header on. */
    private void fill(int count) throws IOException {
        if (filled - start >= count) {
            return;
        }
        makeRoom(count);
        while (filled < count) {
            int read = in.read(buffer, filled, buffer.length - filled);
            if (read < 0) {
                throw new EOFException("the server has closed the connection in the middle of rows");
            }
            filled += read;
        }
    }

    /** Puts the packet's beginning at that of the buffer. */
    private void makeRoom(int count) {
        byte[] old = buffer;
        boolean isShort = old.length < BUFFER_BYTES && filled == old.length;
        if (count > old.length || isShort) {
            buffer = new byte[(int) Math.min(MOST_BYTES, Math.max(count, 2L * old.length))];
        } else if (old.length > LONG_BYTES && count <= BUFFER_BYTES && filled - start <= BUFFER_BYTES) {
            buffer = new byte[BUFFER_BYTES];
        }
        filled -= start;
        System.arraycopy(old, start, buffer, 0, filled);
        start = 0;
    }

    /** Where the packet stands, from {@link #from} to {@link #to}, until the next one is read. */
    byte[] bytes() {
        return buffer;
    }

    int from() {
        return start + HEADER_BYTES;
    }

    int to() {
        return end;
    }

    int length() {
        return end - start - HEADER_BYTES;
    }

    /** By its first byte a packet is something else than a row. */
    int firstByte() {
        return buffer[from()] & 0xFF;
    }
}
