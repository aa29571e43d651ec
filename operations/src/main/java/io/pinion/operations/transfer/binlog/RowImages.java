package io.pinion.operations.transfer.binlog;

import io.pinion.operations.engine.OperationRefused;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one event of the binary log, of which only key columns are decoded (MySQL's Internals manual,
 * "ROWS_EVENT"). Others are passed over by their length, so that no type of theirs matters.
 */
final class RowImages {
    private final FollowedTable table;
    private final List<ColumnImage> types;
    private final byte[] event;
    private int at;

    /** @param event without its header and its checksum */
    private RowImages(FollowedTable table, List<ColumnImage> types, byte[] event) {
        this.table = table;
        this.types = types;
        this.event = event;
    }

    /** The number of the table, as its map before the event has it. */
    static long tableOf(byte[] event) {
        long number = 0;
        for (int i = 5; i >= 0; i--) {
            number = number << Byte.SIZE | (event[i] & 0xFF);
        }
        return number;
    }

    /**
     * The keys of all rows, those before a change and those behind it.
     *
     * @param extended whether the event may hold more before its rows (version 2)
     * @param twice whether each row comes as it was and as it is
     */
    static List<List<byte @Nullable []>> keys(
            FollowedTable table, List<ColumnImage> types, byte[] event, boolean extended, boolean twice)
            throws OperationRefused {
        try {
            return new RowImages(table, types, event).read(extended, twice);
        } catch (IndexOutOfBoundsException e) {
            throw unreadable(table);
        }
    }

    private static OperationRefused unreadable(FollowedTable table) {
        return new OperationRefused(
                "the binary log has rows of " + table.name() + " in a form that is unknown to Pinion");
    }

    private List<List<byte @Nullable []>> read(boolean extended, boolean twice) throws OperationRefused {
        at = 8;
        if (extended) {
            at += (event[at] & 0xFF) | (event[at + 1] & 0xFF) << 8;
        }
        int columns = packed();
        if (columns != types.size()) {
            throw unreadable(table);
        }
        byte[] first = bitmap(columns);
        byte[] second = twice ? bitmap(columns) : first;
        List<List<byte @Nullable []>> keys = new ArrayList<>();
        while (at < event.length) {
            keys.add(row(first));
            if (twice) {
                keys.add(row(second));
            }
        }
        if (at != event.length) {
            throw unreadable(table);
        }
        return keys;
    }

    private int packed() {
        int first = event[at++] & 0xFF;
        if (first < 0xFB) {
            return first;
        }
        int number = (event[at] & 0xFF) | (event[at + 1] & 0xFF) << 8;
        at += 2;
        return number;
    }

    private byte[] bitmap(int bits) {
        byte[] bitmap = Arrays.copyOfRange(event, at, at + (bits + 7) / 8);
        at += bitmap.length;
        return bitmap;
    }

    private static boolean has(byte[] bitmap, int bit) {
        return (bitmap[bit / 8] >> bit % 8 & 1) == 1;
    }

    private List<byte @Nullable []> row(byte[] present) throws OperationRefused {
        int count = 0;
        for (int column = 0; column < types.size(); column++) {
            count += has(present, column) ? 1 : 0;
        }
        byte[] nulls = bitmap(count);
        byte[] @Nullable [] values = new byte[table.keys().size()][];
        int index = 0;
        for (int column = 0; column < types.size(); column++) {
            if (has(present, column)) {
                if (!has(nulls, index)) {
                    value(column, values);
                }
                index++;
            }
        }
        return key(values, present);
    }

    private void value(int column, byte[] @Nullable [] values) throws OperationRefused {
        ColumnImage type = types.get(column);
        int lengthBytes = type.lengthBytes();
        int length = 0;
        if (lengthBytes == 0) {
            length = type.length();
        } else {
            for (int i = 0; i < lengthBytes; i++) {
                length |= (event[at + i] & 0xFF) << (Byte.SIZE * i);
            }
            at += lengthBytes;
        }
        if (length < 0 || at + length > event.length) {
            throw unreadable(table);
        }
        for (int key = 0; key < values.length; key++) {
            KeyColumnFormat format = table.keys().get(key);
            if (format.index() == column) {
                values[key] = format.decode(type, Arrays.copyOfRange(event, at, at + length));
            }
        }
        at += length;
    }

    private List<byte @Nullable []> key(byte[] @Nullable [] values, byte[] present) throws OperationRefused {
        List<byte @Nullable []> key = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            KeyColumnFormat format = table.keys().get(i);
            byte[] value = values[i];
            if ((value == null && i < table.needed()) || !has(present, format.index())) {
                throw new OperationRefused("a row of " + table.name() + " has changed that has no " + format.name()
                        + " in the binary log: binlog_row_image must be FULL in all sessions");
            }
            key.add(value);
        }
        return key;
    }
}
