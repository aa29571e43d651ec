package io.pinion.operations.copy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row in one piece, as the line of a file that LOAD DATA reads by its default format: much less for a collector of
 * garbage than an array of arrays, where many rows are kept.
 */
public final class RowLine {
    private static final byte ESCAPE = '\\';
    private static final byte BETWEEN = '\t';
    private static final byte END = '\n';
    private static final byte[] NULL = {ESCAPE, 'N'};

    private RowLine() {}

    /** @param values one of each stored column; null is NULL */
    public static byte[] of(byte[] @Nullable [] values) {
        byte[] line = new byte[length(values)];
        int at = 0;
        for (byte[] value : values) {
            if (value == null) {
                line[at++] = NULL[0];
                line[at++] = NULL[1];
            } else {
                for (byte next : value) {
                    if (isEscaped(next)) {
                        line[at++] = ESCAPE;
                    }
                    line[at++] = next;
                }
            }
            line[at++] = BETWEEN;
        }
        line[at - 1] = END;
        return line;
    }

    private static int length(byte[] @Nullable [] values) {
        int length = values.length;
        for (byte[] value : values) {
            length += value == null ? NULL.length : value.length;
            for (int i = 0; value != null && i < value.length; i++) {
                length += isEscaped(value[i]) ? 1 : 0;
            }
        }
        return length;
    }

    private static boolean isEscaped(byte value) {
        return value == ESCAPE || value == BETWEEN || value == END;
    }

    /** The values of a line that {@link #of} has made. */
    public static byte[] @Nullable [] values(byte[] line) {
        List<byte @Nullable []> values = new ArrayList<>();
        byte[] value = new byte[line.length];
        int length = 0;
        boolean isNull = false;
        for (int at = 0; at < line.length; at++) {
            byte next = line[at];
            if (next == ESCAPE) {
                at++;
                isNull |= line[at] == NULL[1];
                value[length++] = line[at];
            } else if (next == BETWEEN || next == END) {
                values.add(isNull ? null : Arrays.copyOf(value, length));
                length = 0;
                isNull = false;
            } else {
                value[length++] = next;
            }
        }
        return values.toArray(new byte[0][]);
    }
}
