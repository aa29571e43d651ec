package io.pinion.routing.load;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a file into rows as it comes, in pieces of any size. Not thread-safe; holds one row and the piece behind it.
 *
 * <pre>
 *   {@link #add} a piece, or {@link #end} ──▶ {@link #next} while it is true: a row, its bytes and the wanted fields
 * </pre>
 *
 * As in the servers' own reader, an enclosed field ends only where a separator stands behind the closing character. A
 * line may have fewer fields than there are columns; its surplus fields are skipped without regard to what encloses
 * them.
 */
public final class FileRows {
    /** The part of a row that the next byte belongs to. */
    private enum Place {
        IGNORED_LINE,
        LINE,
        FIELD,
        PLAIN,
        ENCLOSED,
        /** Behind the last field of a column. */
        SURPLUS
    }

    private final FileFormat format;
    private final int fields;
    private final int[] wanted;
    private final int maxRowBytes;
    private final int[] from;
    private final int[] to;
    private final boolean[] enclosed;
    private final int lookAhead;

    private byte[] bytes = new byte[0];
    private int start;
    private int at;
    private int limit;
    private boolean ended;
    private boolean over;
    private long ignored;
    private long row;
    private Place place;
    private int field;
    private int fieldFrom;

    /**
     * @param ignoredLines the number of lines to skip before the first row
     * @param fields the number of columns and variables that the fields of a row go to, at least one
     * @param wanted the fields that {@link #value} gives, counted from 0 and in rising order
     * @param maxRowBytes longer rows aren't held
     */
    public FileRows(FileFormat format, long ignoredLines, int fields, int[] wanted, int maxRowBytes) {
        this.format = format;
        this.ignored = ignoredLines;
        this.fields = fields;
        this.wanted = wanted.clone();
        this.maxRowBytes = maxRowBytes;
        this.from = new int[wanted.length];
        this.to = new int[wanted.length];
        this.enclosed = new boolean[wanted.length];
        this.place = ignoredLines > 0 ? Place.IGNORED_LINE : Place.LINE;
        int longest = Math.max(
                format.linesStarting().length,
                Math.max(format.fieldsTerminated().length, format.linesTerminated().length));
        // Behind an escape or the end of an enclosed field comes a separator or a character.
        this.lookAhead = 1 + Math.max(4, longest);
    }

    /** Adds a piece of the file; its bytes are copied. The current row becomes invalid. */
    public void add(byte[] piece, int offset, int length) {
        int held = limit - start;
        if (limit + length > bytes.length) {
            byte[] target = held + length > bytes.length ? new byte[Math.max(held + length, 2 * held)] : bytes;
            System.arraycopy(bytes, start, target, 0, held);
            bytes = target;
            at -= start;
            fieldFrom -= start;
            for (int i = 0; i < from.length; i++) {
                from[i] -= start;
                to[i] -= start;
            }
            start = 0;
            limit = held;
        }
        System.arraycopy(piece, offset, bytes, limit, length);
        limit += length;
    }

    /** Ends the file: the rest is its last row, with or without a line end. */
    public void end() {
        ended = true;
    }

    /**
     * Moves to the next row.
     *
     * @return false when the next row needs more of the file, or there is none
     */
    public boolean next() throws UnreadableFileException {
        if (place == Place.LINE) {
            start = at;
        }
        while (!over && hasEnough()) {
            if (step()) {
                row++;
                place = Place.LINE;
                return true;
            }
        }
        if (limit - start > maxRowBytes) {
            throw new UnreadableFileException(
                    row + 1,
                    "is longer than " + maxRowBytes + " bytes: see that its separators are those of the statement");
        }
        return false;
    }

    private boolean hasEnough() {
        return ended || limit - at >= lookAhead;
    }

    /** Moves on by one character or separator; true when a row is complete. */
    private boolean step() throws UnreadableFileException {
        return switch (place) {
            case IGNORED_LINE -> ignore();
            case LINE -> findLine();
            case FIELD -> beginField();
            case PLAIN -> plain();
            case ENCLOSED -> enclosed();
            case SURPLUS -> surplus();
        };
    }

    private boolean ignore() throws UnreadableFileException {
        if (at == limit) {
            over = true;
        } else if (passesLineEnd()) {
            ignored--;
            place = ignored == 0 ? Place.LINE : Place.IGNORED_LINE;
        }
        start = at;
        return false;
    }

    /** Moves on by one character of a line that isn't read, or by its end; true for the end. */
    private boolean passesLineEnd() throws UnreadableFileException {
        if (isEscape(at)) {
            at = Math.min(at + 2, limit);
            return false;
        }
        boolean ends = stands(format.linesTerminated(), at);
        at += ends ? format.linesTerminated().length : character(at);
        return ends;
    }

    private boolean findLine() {
        byte[] starting = format.linesStarting();
        if (starting.length == 0 || stands(starting, at)) {
            start = at;
            at += starting.length;
            field = 0;
            Arrays.fill(from, -1);
            place = Place.FIELD;
        } else if (at == limit) {
            over = true;
        } else {
            at++;
            start = at;
        }
        return false;
    }

    private boolean beginField() {
        if (at == limit) {
            // Behind the last line; or the file ends with a separator, and its last row has too few fields.
            over = field == 0;
            return !over;
        }
        if ((bytes[at] & 0xFF) == format.enclosed()) {
            at++;
            place = Place.ENCLOSED;
        } else {
            place = Place.PLAIN;
        }
        fieldFrom = at;
        return false;
    }

    private boolean plain() throws UnreadableFileException {
        if (at == limit) {
            note(fieldFrom, at, false);
            return true;
        }
        if (isEscape(at) && skipEscaped()) {
            return false;
        }
        if (stands(format.linesTerminated(), at)) {
            note(fieldFrom, at, false);
            at += format.linesTerminated().length;
            return true;
        }
        if (stands(format.fieldsTerminated(), at)) {
            note(fieldFrom, at, false);
            at += format.fieldsTerminated().length;
            nextField();
            return false;
        }
        at += character(at);
        return false;
    }

    private boolean enclosed() throws UnreadableFileException {
        if (at == limit) {
            // The enclosing never closed, so its opening character is part of the field.
            note(fieldFrom - 1, at, false);
            return true;
        }
        if (isEscape(at) && skipEscaped()) {
            return false;
        }
        if ((bytes[at] & 0xFF) != format.enclosed()) {
            at += character(at);
            return false;
        }
        int behind = at + 1;
        if (behind < limit && (bytes[behind] & 0xFF) == format.enclosed()) {
            at += 2;
            return false;
        }
        if (behind == limit || stands(format.linesTerminated(), behind)) {
            note(fieldFrom, at, true);
            at = Math.min(limit, behind + format.linesTerminated().length);
            return true;
        }
        if (stands(format.fieldsTerminated(), behind)) {
            note(fieldFrom, at, true);
            at = behind + format.fieldsTerminated().length;
            nextField();
            return false;
        }
        at++;
        return false;
    }

    private boolean surplus() throws UnreadableFileException {
        return at == limit || passesLineEnd();
    }

    private boolean isEscape(int index) {
        return (bytes[index] & 0xFF) == format.escaped();
    }

    /** False when the escape stands for itself: it also encloses, and stands alone. */
    private boolean skipEscaped() throws UnreadableFileException {
        int behind = at + 1;
        if (behind == limit) {
            at = behind;
            return true;
        }
        if (format.escaped() == format.enclosed() && !isEscape(behind)) {
            return false;
        }
        at = behind + character(behind);
        return true;
    }

    private void note(int begin, int end, boolean closed) {
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i] == field) {
                from[i] = begin;
                to[i] = end;
                enclosed[i] = closed;
            }
        }
    }

    private void nextField() {
        field++;
        place = field == fields ? Place.SURPLUS : Place.FIELD;
    }

    private boolean stands(byte[] text, int index) {
        if (limit - index < text.length) {
            return false;
        }
        for (int i = 0; i < text.length; i++) {
            if (bytes[index + i] != text[i]) {
                return false;
            }
        }
        return true;
    }

    /** The length in bytes of the character at {@code index}. Servers differ on invalid characters. */
    private int character(int index) throws UnreadableFileException {
        int first = bytes[index] & 0xFF;
        if (first < 0x80 || !format.isUtf8()) {
            return 1;
        }
        int length = first >= 0xC2 && first < 0xE0
                ? 2
                : first >= 0xE0 && first < 0xF0 ? 3 : first >= 0xF0 && first < 0xF5 ? 4 : 0;
        boolean whole = length > 0 && length <= format.longestCharacter() && index + length <= limit;
        for (int i = 1; whole && i < length; i++) {
            whole = (bytes[index + i] & 0xC0) == 0x80;
        }
        int second = whole ? bytes[index + 1] & 0xFF : 0;
        boolean fits =
                switch (first) {
                    case 0xE0 -> second >= 0xA0;
                    case 0xED -> second < 0xA0;
                    case 0xF0 -> second >= 0x90;
                    case 0xF4 -> second < 0x90;
                    default -> true;
                };
        if (!whole || !fits) {
            throw new UnreadableFileException(
                    row + 1,
                    "has bytes that are no character of " + format.charset()
                            + ": name the character set of the file behind the table, as in CHARACTER SET latin1");
        }
        return length;
    }

    // --- the current row

    /** The number of the current row, counted from 1, without ignored lines. */
    public long number() {
        return row;
    }

    /** The bytes that hold the current row until {@link #add}; not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    /** Where the current row begins in {@link #bytes}. */
    public int start() {
        return start;
    }

    /** The end of the current row, its line end included. */
    int stop() {
        return at;
    }

    /**
     * Writes the current row with {@code text} in place of a range.
     *
     * @param from the start of the replaced range in {@link #bytes}
     * @return the number of bytes written
     */
    public int write(int from, int to, byte[] text, ByteArrayOutputStream out) {
        out.write(bytes, start, from - start);
        out.writeBytes(text);
        out.write(bytes, to, at - to);
        return from - start + text.length + at - to;
    }

    /** Whether the current row has this field, by its place among the wanted ones. */
    public boolean has(int index) {
        return from[index] >= 0;
    }

    /** The start of a present field's value in {@link #bytes}, inside of its enclosing. */
    public int valueStart(int index) {
        return from[index];
    }

    /**
     * The start of the blanks at the end of a field, or the field's end: some servers warn of blanks behind a number,
     * so they stay when another number replaces it. For a field with an escape, which may make a blank, its end.
     */
    public int numberStop(int index) {
        int stop = to[index];
        for (int at = from[index]; at < stop; at++) {
            if (isEscape(at)) {
                return stop;
            }
        }
        while (stop > from[index] && IntegerField.isBlank(bytes[stop - 1])) {
            stop--;
        }
        return stop;
    }

    /** The value of a present field, as a server reads it; null for NULL. */
    public byte @Nullable [] value(int index) {
        ByteArrayOutputStream value = new ByteArrayOutputStream(to[index] - from[index]);
        boolean nullEscape = false;
        int place = from[index];
        while (place < to[index]) {
            boolean last = place + 1 == to[index];
            if (isEscape(place) && !last && (format.escaped() != format.enclosed() || isEscape(place + 1))) {
                nullEscape |= bytes[place + 1] == 'N';
                value.write(unescaped(bytes[place + 1]));
                place += 2;
            } else if (enclosed[index] && !last && isEnclosing(place) && isEnclosing(place + 1)) {
                value.write(bytes[place]);
                place += 2;
            } else {
                value.write(bytes[place]);
                place++;
            }
        }
        byte[] read = value.toByteArray();
        boolean nullWord = !enclosed[index]
                && format.enclosed() != FileFormat.NONE
                && Arrays.equals(read, "NULL".getBytes(StandardCharsets.US_ASCII));
        return nullWord || (nullEscape && read.length == 1) ? null : read;
    }

    private boolean isEnclosing(int index) {
        return (bytes[index] & 0xFF) == format.enclosed();
    }

    private static byte unescaped(byte letter) {
        return switch (letter) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case '0' -> 0;
            case 'Z' -> 26;
            default -> letter;
        };
    }
}
