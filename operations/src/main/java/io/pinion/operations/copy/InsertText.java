package io.pinion.operations.copy;

import io.pinion.operations.server.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The text of a statement that inserts many rows, with their values in it. The driver reads a statement with
 * placeholders letter by letter, once for each number of rows, and writes each value anew: that took most of a copy's
 * time. All of the text but its beginning is ASCII, so that the driver's character set changes nothing. For one thread.
 */
final class InsertText {
    /** Their text in ASCII is the same in the connection's character set, and converts to the column's. */
    private static final Set<String> LIKE_ASCII = Set.of("", "ascii", "latin1", "utf8", "utf8mb3", "utf8mb4", "binary");

    private static final Set<String> INTEGERS = Set.of("tinyint", "smallint", "mediumint", "int", "bigint");

    private static final byte[] NOTHING = {};
    /** Quotes and a comma. */
    private static final int USUALLY_AROUND_VALUE = 4;

    private static final byte[] FIRST = ascii("(");
    private static final byte[] NEXT = ascii(",(");
    private static final byte[] NULL = ascii("NULL");
    private static final byte[] BYTES = ascii("_binary x'");
    private static final HexFormat HEX = HexFormat.of();

    private final String into;
    private final List<Column> columns;
    private byte[] text = NOTHING;
    private int length;

    /** @param before what stands before a value, and {@code after} what stands behind it */
    private record Column(Form form, byte[] before, byte[] after) {}

    private enum Form {
        /** As it was read. */
        INTEGER,
        /** Quoted where it is ASCII, otherwise as the bytes that it is. */
        TEXT,
        BYTES
    }

    /** @param into the statement's beginning, up to its first row */
    InsertText(String into, List<ColumnShape> columns, Dialect dialect) {
        this.into = into;
        this.columns = columns.stream().map(column -> column(column, dialect)).toList();
    }

    private static Column column(ColumnShape column, Dialect dialect) {
        String[] around = column.write(dialect).split("\\?", 2);
        return new Column(form(column), ascii(around[0]), ascii(around[1]));
    }

    private static Form form(ColumnShape column) {
        if (INTEGERS.contains(column.type())) {
            return Form.INTEGER;
        }
        boolean characters = column.isText() || column.hasBytesOfItsOwn();
        return characters && LIKE_ASCII.contains(column.charset()) ? Form.TEXT : Form.BYTES;
    }

    /**
     * Begins a statement.
     *
     * @param bytes of the values of its rows
     */
    void begin(int rows, long bytes) {
        length = 0;
        ensure(bytes + bytes / 8 + (long) rows * columns.size() * USUALLY_AROUND_VALUE);
    }

    /** @param row one value of each column; null is NULL */
    void add(byte[] @Nullable [] row) {
        append(length == 0 ? FIRST : NEXT);
        for (int i = 0; i < row.length; i++) {
            if (i > 0) {
                append(',');
            }
            Column column = columns.get(i);
            append(column.before);
            append(column.form, row[i]);
            append(column.after);
        }
        append(')');
    }

    private void append(Form form, byte @Nullable [] value) {
        if (value == null) {
            append(NULL);
            return;
        }
        switch (form) {
            case INTEGER -> append(value);
            case TEXT -> {
                if (!appendQuoted(value)) {
                    appendBytes(value);
                }
            }
            case BYTES -> appendBytes(value);
        }
    }

    /** Whether the value is ASCII without a NUL; otherwise nothing is appended. */
    private boolean appendQuoted(byte[] value) {
        ensure(2L * value.length + 2);
        int at = length;
        text[at++] = '\'';
        for (byte next : value) {
            if (next <= 0) {
                return false;
            }
            if (next == '\'' || next == '\\') {
                text[at++] = next;
            }
            text[at++] = next;
        }
        text[at++] = '\'';
        length = at;
        return true;
    }

    private void appendBytes(byte[] value) {
        append(BYTES);
        ensure(2L * value.length);
        for (byte next : value) {
            text[length++] = (byte) HEX.toHighHexDigit(next);
            text[length++] = (byte) HEX.toLowHexDigit(next);
        }
        append('\'');
    }

    private void append(byte[] more) {
        ensure(more.length);
        System.arraycopy(more, 0, text, length, more.length);
        length += more.length;
    }

    private void append(char one) {
        ensure(1);
        text[length++] = (byte) one;
    }

    private void ensure(long more) {
        if (length + more > text.length) {
            text = Arrays.copyOf(text, Math.toIntExact(Math.max(2L * text.length, length + more)));
        }
    }

    /** The whole statement. */
    String statement() {
        return into + new String(text, 0, length, StandardCharsets.ISO_8859_1);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
