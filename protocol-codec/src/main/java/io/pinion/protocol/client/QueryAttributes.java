package io.pinion.protocol.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;
import io.pinion.protocol.server.ColumnType;
import java.util.List;

/**
 * The query attributes of a COM_QUERY, between its first byte and its text. Where both sides agreed on them, they are
 * present even with a count of 0: the named form of {@link ExecuteParameters}, and a number of sets. Pinion passes
 * their bytes on unchanged.
 */
public final class QueryAttributes {
    /** No attributes, in one set. */
    public static final QueryAttributes NONE = new QueryAttributes(new byte[] {0, 1});

    /** The protocol has room for several sets of values; servers take one, no more and no less. */
    private static final int SETS = 1;

    private static final int SHORTEST_ATTRIBUTE_BYTES = 3;

    private final byte[] bytes;

    private QueryAttributes(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads the attributes, up to the query's text.
     *
     * @throws MalformedPacket also when their types are missing, since no execution before has stated them
     */
    static QueryAttributes decode(WireReader in) {
        WireReader start = in.ahead();
        long count = in.lengthEncoded();
        if (in.lengthEncoded() != SETS) {
            throw new MalformedPacket("query attributes in several sets, or in none");
        }
        if (count == 0) {
            return NONE;
        }
        if (count < 0 || count > in.remaining() / SHORTEST_ATTRIBUTE_BYTES) {
            throw new MalformedPacket(Long.toUnsignedString(count) + " query attributes in too few bytes");
        }
        skip(in, (int) count);
        return new QueryAttributes(start.bytes(in.position() - start.position()));
    }

    /** The attributes of an execution, to send with a text in place of the execution. */
    public static QueryAttributes of(List<QueryAttribute> attributes) {
        if (attributes.isEmpty()) {
            return NONE;
        }
        ByteBuf out = Unpooled.buffer();
        WireWriter writer = new WireWriter(out);
        writer.lengthEncoded(attributes.size()).lengthEncoded(SETS);
        ExecuteParameters.writeAttributes(writer, attributes);
        return new QueryAttributes(ByteBufUtil.getBytes(out));
    }

    private static void skip(WireReader in, int count) {
        byte[] nulls = in.bytes((count + 7) / 8);
        if (in.uint8() == 0) {
            throw new MalformedPacket("the types of the query attributes were never sent");
        }
        ColumnType[] types = new ColumnType[count];
        for (int i = 0; i < count; i++) {
            types[i] = ColumnType.of(in.uint8());
            in.skip(1);
            in.skipLengthEncoded();
        }
        for (int i = 0; i < count; i++) {
            boolean isNull = (nulls[i >> 3] & (1 << (i & 7))) != 0;
            if (isNull) {
                continue;
            }
            if (types[i].fixedBytes() >= 0) {
                in.skip(types[i].fixedBytes());
            } else {
                in.skipLengthEncoded();
            }
        }
    }

    /** The number of bytes that {@link #write} writes. */
    public int length() {
        return bytes.length;
    }

    /** Writes the attributes as they came. */
    public void write(WireWriter out) {
        out.bytes(bytes);
    }
}
