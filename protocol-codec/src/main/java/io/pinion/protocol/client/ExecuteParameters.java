package io.pinion.protocol.client;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;
import io.pinion.protocol.server.ColumnType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The parameters of a COM_STMT_EXECUTE, behind its fixed part: a bitmap of NULLs, the types (left out when they are
 * those of the execution before), and the values (MySQL internals manual, "COM_STMT_EXECUTE").
 *
 * @param types two bytes for each of the statement's parameters, to pass to the next {@link #decode}; must not be changed
 */
public record ExecuteParameters(byte[] types, List<BoundParameter> values) {
    private static final int UNSIGNED = 0x80;
    private static final int BYTES_PER_TYPE = 2;

    /**
     * @param payload the command's bytes behind the iteration count; stays the caller's, and the values refer to it
     * @param count the statement's number of parameters
     * @param typesBefore the types of the last execution; empty when there was none
     * @param sentBefore the places of the parameters that came as long data, which have no value here
     * @throws MalformedPacket when the packet is too short, neither it nor an execution before states the types, or the
     *     values don't fit them
     */
    public static ExecuteParameters decode(ByteBuf payload, int count, byte[] typesBefore, BitSet sentBefore) {
        if (count == 0) {
            return new ExecuteParameters(typesBefore, List.of());
        }
        WireReader in = new WireReader(payload);
        byte[] nulls = in.bytes(bitmapBytes(count));
        byte[] types = in.uint8() != 0 ? in.bytes(count * BYTES_PER_TYPE) : require(typesBefore, count);
        List<BoundParameter> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            ColumnType type = ColumnType.of(types[BYTES_PER_TYPE * i] & 0xFF);
            boolean unsigned = (types[BYTES_PER_TYPE * i + 1] & UNSIGNED) != 0;
            boolean isNull = (nulls[i >> 3] & (1 << (i & 7))) != 0 || type == ColumnType.NULL;
            if (sentBefore.get(i)) {
                values.add(new BoundParameter.SentBefore(type, unsigned));
            } else if (isNull) {
                values.add(new BoundParameter.Null(type, unsigned));
            } else {
                values.add(new BoundParameter.Sent(type, unsigned, value(in, type)));
            }
        }
        return new ExecuteParameters(types, values);
    }

    private static byte[] require(byte[] typesBefore, int count) {
        if (typesBefore.length != count * BYTES_PER_TYPE) {
            throw new MalformedPacket("the types of the parameters were never sent");
        }
        return typesBefore;
    }

    /** The number of bytes that {@link #write} writes. */
    public static int length(List<BoundParameter> values) {
        if (values.isEmpty()) {
            return 0;
        }
        int length = bitmapBytes(values.size()) + 1 + BYTES_PER_TYPE * values.size();
        for (BoundParameter value : values) {
            if (value instanceof BoundParameter.Sent sent) {
                int bytes = sent.bytes().readableBytes();
                length += bytes + (sent.type().fixedBytes() >= 0 ? 0 : WireWriter.lengthOfLengthEncoded(bytes));
            }
        }
        return length;
    }

    /** Writes {@code values}, always with their types, which another connection doesn't know. */
    public static void write(WireWriter out, List<BoundParameter> values) {
        if (values.isEmpty()) {
            return;
        }
        byte[] nulls = new byte[bitmapBytes(values.size())];
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof BoundParameter.Null) {
                nulls[i >> 3] |= (byte) (1 << (i & 7));
            }
        }
        out.bytes(nulls).uint8(1);
        for (BoundParameter value : values) {
            out.uint8(value.type().code()).uint8(value.unsigned() ? UNSIGNED : 0);
        }
        for (BoundParameter value : values) {
            if (value instanceof BoundParameter.Sent sent) {
                writeValue(out, sent);
            }
        }
    }

    private static ByteBuf value(WireReader in, ColumnType type) {
        int fixed = type.fixedBytes();
        return fixed >= 0 ? in.slice(fixed) : in.lengthEncodedSlice();
    }

    private static void writeValue(WireWriter out, BoundParameter.Sent value) {
        if (value.type().fixedBytes() >= 0) {
            out.bytes(value.bytes());
        } else {
            out.lengthEncodedBytes(value.bytes());
        }
    }

    private static int bitmapBytes(int count) {
        return (count + 7) / 8;
    }
}
