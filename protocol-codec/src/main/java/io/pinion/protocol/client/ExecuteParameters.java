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
 * What stands behind the fixed part of a COM_STMT_EXECUTE: a bitmap of NULLs, the types, unless they are those of the
 * execution before, and the values (MySQL internals manual, "COM_STMT_EXECUTE").
 */
public final class ExecuteParameters {
    private static final int UNSIGNED = 0x80;
    private static final int BYTES_PER_TYPE = 2;
    private static final byte[] NONE = {};

    private final int count;
    private final ByteBuf payload;
    private final boolean typesSent;
    private final byte[] types;

    private ExecuteParameters(int count, ByteBuf payload, boolean typesSent, byte[] types) {
        this.count = count;
        this.payload = payload;
        this.typesSent = typesSent;
        this.types = types;
    }

    /**
     * Reads where everything is; the values are left alone until {@link #values}.
     *
     * @param payload the command's bytes behind the iteration count; stays the caller's and is referred to
     * @param count how many parameters the statement has
     * @param typesBefore those of the last execution; empty when there was none
     * @throws MalformedPacket when the packet is too short, or neither it nor an execution before says the types
     */
    public static ExecuteParameters decode(ByteBuf payload, int count, byte[] typesBefore) {
        if (count == 0) {
            return new ExecuteParameters(0, payload, true, NONE);
        }
        WireReader in = new WireReader(payload);
        in.skip(bitmapBytes(count));
        if (in.uint8() != 0) {
            return new ExecuteParameters(count, payload, true, in.bytes(count * BYTES_PER_TYPE));
        }
        if (typesBefore.length != count * BYTES_PER_TYPE) {
            throw new MalformedPacket("the types of the parameters were never sent");
        }
        return new ExecuteParameters(count, payload, false, typesBefore);
    }

    public int count() {
        return count;
    }

    /** Two bytes for each parameter, for the next execution; must not be changed. */
    public byte[] types() {
        return types;
    }

    /**
     * Each parameter with its value.
     *
     * @param sentBefore the places of those that came as long data, which have no value here
     * @throws MalformedPacket when the values aren't those of the types
     */
    public List<BoundParameter> values(BitSet sentBefore) {
        List<BoundParameter> values = new ArrayList<>(count);
        WireReader in = new WireReader(payload);
        byte[] nulls = in.bytes(bitmapBytes(count));
        if (count > 0) {
            in.skip(1 + (typesSent ? types.length : 0));
        }
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
        return values;
    }

    /** How many bytes {@link #writeWithTypes} writes. */
    public int lengthWithTypes() {
        return payload.readableBytes() + (typesSent ? 0 : types.length);
    }

    /** Writes them as they came, with the types, which another connection has not been told. */
    public void writeWithTypes(WireWriter out) {
        if (count == 0 || typesSent) {
            out.bytes(payload);
            return;
        }
        int bitmap = bitmapBytes(count);
        int start = payload.readerIndex();
        out.bytes(payload.slice(start, bitmap)).uint8(1).bytes(types);
        out.bytes(payload.slice(start + bitmap + 1, payload.readableBytes() - bitmap - 1));
    }

    /** How many bytes {@link #write} writes. */
    public static int length(List<BoundParameter> values) {
        if (values.isEmpty()) {
            return 0;
        }
        int length = bitmapBytes(values.size()) + 1 + BYTES_PER_TYPE * values.size();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof BoundParameter.Sent sent) {
                int bytes = sent.bytes().readableBytes();
                length += bytes + (sent.type().fixedBytes() >= 0 ? 0 : WireWriter.lengthOfLengthEncoded(bytes));
            }
        }
        return length;
    }

    /** Writes other parameters in their place. */
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
        for (int i = 0; i < values.size(); i++) {
            BoundParameter value = values.get(i);
            out.uint8(value.type().code()).uint8(value.unsigned() ? UNSIGNED : 0);
        }
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof BoundParameter.Sent sent) {
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
