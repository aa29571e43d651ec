package io.pinion.cli.advise;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** The lines of a file, one after the other, as bytes. A file that ends in {@code .gz} is unpacked. */
final class LogLines implements AutoCloseable {
    /** Longer than max_allowed_packet usually allows a statement to be; the rest of such a line is skipped. */
    static final int MAX_LINE = 64 << 20;

    /** Before the first entry of a server's log, and again after each start of the server. */
    static final Pattern STARTED = Pattern.compile(", Version: \\S+.* started with:\\s*$");

    private static final int HEADER = 512;
    private static final int BUFFER = 1 << 18;

    private final Path file;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    private byte @Nullable [] first;
    private boolean whole = true;

    private LogLines(Path file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    static LogLines open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return new LogLines(
                file, file.toString().endsWith(".gz") ? new GZIPInputStream(new BufferedInputStream(in), BUFFER) : in);
    }

    /** The next line without its line feed; null at the end. */
    byte @Nullable [] next() throws IOException {
        byte[] line = read();
        first = first == null && line != null && line.length > 0 ? line : first;
        return line;
    }

    private byte @Nullable [] read() throws IOException {
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

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(buffer));
        return to > 0;
    }

    /** Fails when the file has lines but no entries. A server that has only started has written none yet. */
    void requireEntries(boolean any, String kind, String cure) throws UnreadableLog {
        if (!any
                && first != null
                && !STARTED.matcher(LogEntry.beginning(first, HEADER)).find()) {
            throw new UnreadableLog(
                    file + " is no " + kind + ": it begins with '" + LogEntry.shown(first) + "'. " + cure);
        }
    }

    /** Whether the last line has its line feed, and so the last entry is whole; the findings say when it isn't. */
    boolean endsWhole(Set<String> findings) {
        if (!whole) {
            findings.add(file + " ends in the middle of a line: its last entry is left out");
        }
        return whole;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
