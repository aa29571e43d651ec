package io.pinion.operations.export.file;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/** Collects the text of rows, and writes it when there is some; all text is UTF-8. For one thread. */
final class TextOutput implements AutoCloseable {
    private static final int FULL = 1 << 16;

    private final OutputStream out;
    private byte[] text = new byte[2 * FULL];
    private int length;

    TextOutput(OutputStream out, FileCompression compression) throws IOException {
        OutputStream file = new Unclosed(out);
        this.out = switch (compression) {
            case ZSTD -> new ZstdOutputStream(file, ParquetPages.ZSTD_LEVEL);
            case GZIP -> new GZIPOutputStream(file, FULL);
            case NONE -> file;
        };
    }

    /** The file, which stays its owner's to close. */
    private static final class Unclosed extends FilterOutputStream {
        Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
        }

        @Override
        public void close() {
            // Nothing is held here.
        }
    }

    TextOutput put(String more) {
        return put(more.getBytes(StandardCharsets.UTF_8));
    }

    TextOutput put(byte[] more) {
        return put(more, 0, more.length);
    }

    /** @param to exclusive */
    TextOutput put(byte[] more, int from, int to) {
        ensure(to - from);
        System.arraycopy(more, from, text, length, to - from);
        length += to - from;
        return this;
    }

    TextOutput put(char ascii) {
        ensure(1);
        text[length++] = (byte) ascii;
        return this;
    }

    TextOutput putBase64(byte[] bytes, int from, int to) {
        ByteBuffer text64 = Base64.getEncoder().encode(ByteBuffer.wrap(bytes, from, to - from));
        return put(text64.array(), text64.arrayOffset(), text64.arrayOffset() + text64.limit());
    }

    /** @param twice the character that is written twice wherever it stands */
    TextOutput putDoubling(byte[] more, int from, int to, char twice) {
        int begin = from;
        for (int at = from; at < to; at++) {
            if (more[at] == twice) {
                put(more, begin, at + 1);
                begin = at;
            }
        }
        return put(more, begin, to);
    }

    /** A number without the zeros that ZEROFILL puts before it. */
    TextOutput putNumber(byte[] number, int from, int to) {
        int first = from;
        while (first + 1 < to && number[first] == '0' && number[first + 1] >= '0' && number[first + 1] <= '9') {
            first++;
        }
        return put(number, first, to);
    }

    private void ensure(int more) {
        if (length + more > text.length) {
            text = Arrays.copyOf(text, Math.max(2 * text.length, length + more));
        }
    }

    /** Behind a row: writes when there is enough. */
    void endRow() throws IOException {
        if (length >= FULL) {
            flush();
        }
    }

    private void flush() throws IOException {
        out.write(text, 0, length);
        length = 0;
        if (text.length > 4 * FULL) {
            // Of a row that was longer than usual.
            text = new byte[2 * FULL];
        }
    }

    /** Writes the rest, and what the compression has for the end. */
    void finish() throws IOException {
        flush();
        out.close();
    }

    /** Of a file that isn't finished: gives back what the compression holds. */
    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException broken) {
            // The file is thrown away.
        }
    }
}
