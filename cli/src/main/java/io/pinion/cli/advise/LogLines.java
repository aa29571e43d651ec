package io.pinion.cli.advise;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The lines of a file, one after the other, as bytes. A file that ends in {@code .gz} is unpacked. */
final class LogLines implements AutoCloseable {
    /** Longer than max_allowed_packet usually allows a statement to be; the rest of such a line is skipped. */
    static final int MAX_LINE = 64 << 20;

    private static final int BUFFER = 1 << 18;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    private boolean whole = true;

    private LogLines(InputStream in) {
        this.in = in;
    }

    static LogLines open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return new LogLines(
                file.toString().endsWith(".gz") ? new GZIPInputStream(new BufferedInputStream(in), BUFFER) : in);
    }

    /** The next line without its line feed; null at the end. */
    byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            if (from == to && !fill()) {
                if (line.size() == 0) {
                    return null;
                }
                whole = false;
                return line.toByteArray();
            }
            int end = from;
            while (end < to && buffer[end] != '\n') {
                end++;
            }
            line.write(buffer, from, Math.min(end - from, Math.max(0, MAX_LINE - line.size())));
            boolean ends = end < to;
            from = ends ? end + 1 : to;
            if (ends) {
                return line.toByteArray();
            }
        }
    }

    /** Whether the last line that was read has its line feed: servers write whole entries. */
    boolean isWhole() {
        return whole;
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(buffer));
        return to > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
