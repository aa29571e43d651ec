package io.pinion.protocol.server;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of a prepared statement: each value in its type's binary form, null for NULL.
 *
 * @param types one for each column
 * @param cells the values as on the wire, without their length prefixes
 */
public record BinaryRow(List<ColumnType> types, List<byte @Nullable []> cells) implements ServerPacket {
    private static final int HEADER = 0x00;

    /** The NULL bitmap of a row begins with two unused bits; that of an execute's parameters does not. */
    private static final int BITMAP_OFFSET = 2;

    /** @throws IllegalArgumentException when a value's length isn't that of its type */
    public BinaryRow {
        types = List.copyOf(types);
        cells = Collections.unmodifiableList(new ArrayList<>(cells));
        if (types.size() != cells.size()) {
            throw new IllegalArgumentException(cells.size() + " values for " + types.size() + " columns");
        }
        for (int column = 0; column < types.size(); column++) {
            byte[] cell = cells.get(column);
            int fixed = types.get(column).fixedBytes();
            if (cell != null && fixed >= 0 && cell.length != fixed) {
                throw new IllegalArgumentException("a " + types.get(column) + " of " + cell.length + " bytes");
            }
        }
    }

    /**
     * The packet's indices and its owner stay as they are.
     *
     * @throws MalformedPacket when it does not hold exactly one value for each column
     */
    public static BinaryRow decode(ByteBuf packet, List<ColumnDefinition> columns) {
        WireReader in = new WireReader(packet);
        if (in.uint8() != HEADER) {
            throw new MalformedPacket("a binary row that does not begin with 0");
        }
        byte[] nulls = in.bytes(bitmapBytes(columns.size()));
        List<ColumnType> types = new ArrayList<>(columns.size());
        List<byte @Nullable []> cells = new ArrayList<>(columns.size());
        for (int column = 0; column < columns.size(); column++) {
            ColumnType type = columns.get(column).type();
            types.add(type);
            int bit = column + BITMAP_OFFSET;
            boolean isNull = (nulls[bit >> 3] & (1 << (bit & 7))) != 0;
            cells.add(isNull ? null : value(in, type));
        }
        if (in.hasRemaining()) {
            throw new MalformedPacket("a row with more than its " + columns.size() + " values");
        }
        return new BinaryRow(types, cells);
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        byte[] nulls = new byte[bitmapBytes(cells.size())];
        for (int column = 0; column < cells.size(); column++) {
            if (cells.get(column) == null) {
                int bit = column + BITMAP_OFFSET;
                nulls[bit >> 3] |= (byte) (1 << (bit & 7));
            }
        }
        out.uint8(HEADER).bytes(nulls);
        for (int column = 0; column < cells.size(); column++) {
            byte[] cell = cells.get(column);
            if (cell == null) {
                continue;
            }
            if (types.get(column).fixedBytes() >= 0) {
                out.bytes(cell);
            } else {
                out.lengthEncodedBytes(cell);
            }
        }
    }

    private static int bitmapBytes(int columns) {
        return (columns + BITMAP_OFFSET + 7) / 8;
    }

    private static byte[] value(WireReader in, ColumnType type) {
        int fixed = type.fixedBytes();
        return fixed >= 0 ? in.bytes(fixed) : in.lengthEncodedBytes();
    }
}
