package io.pinion.protocol.client;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;
import io.pinion.protocol.server.ColumnType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The parameters of a COM_STMT_EXECUTE, behind its fixed part: a bitmap of NULLs, the types (left out when they are
 * those of the execution before), and the values (MySQL internals manual, "COM_STMT_EXECUTE").
 *
 * <p>With query attributes agreed on, the parameters have the named form: a count comes first, each type has a name
 * behind it, and the query attributes follow the statement's own parameters.
 */
public final class ExecuteParameters {
    private static final int UNSIGNED = 0x80;
    private static final int BYTES_PER_TYPE = 2;
    /** MySQL counts a statement's parameters in 16 bits; more attributes than that are malformed. */
    private static final int MAX_PARAMETERS = 0xFFFF;

    private static final byte[] NONE = {};

    private final int count;
    private final ByteBuf payload;
    private final boolean named;
    private final boolean typesSent;
    private final byte[] types;

    /** One name for each parameter and attribute, if their types were sent in the named form. */
    private final List<byte[]> names;

    /** Where the values begin in {@link #payload}, counted from its reader index. */
    private final int valuesAt;

    private ExecuteParameters(
            int count,
            ByteBuf payload,
            boolean named,
            boolean typesSent,
            byte[] types,
            List<byte[]> names,
            int valuesAt) {
        this.count = count;
        this.payload = payload;
        this.named = named;
        this.typesSent = typesSent;
        this.types = types;
        this.names = names;
        this.valuesAt = valuesAt;
    }

    /**
     * Finds the parts; {@link #values} decodes the values.
     *
     * @param payload the command's bytes behind the iteration count; stays the caller's, and the result refers to it
     * @param count the statement's number of parameters
     * @param typesBefore the types of the last execution; empty when there was none
     * @throws MalformedPacket when the packet is too short, or neither it nor an execution before states the types
     */
    public static ExecuteParameters decode(ByteBuf payload, int count, byte[] typesBefore) {
        if (count == 0) {
            return new ExecuteParameters(0, payload, false, true, NONE, List.of(), payload.readableBytes());
        }
        WireReader in = new WireReader(payload);
        in.skip(bitmapBytes(count));
        boolean typesSent = in.uint8() != 0;
        byte[] types = typesSent ? in.bytes(count * BYTES_PER_TYPE) : require(typesBefore, count);
        return new ExecuteParameters(count, payload, false, typesSent, types, List.of(), behind(payload, in));
    }

    /**
     * Decodes the named form, which a client sends that has agreed on query attributes.
     *
     * @param payload see {@link #decode}
     * @param count the statement's number of parameters; what follows them are attributes
     * @param typesBefore see {@link #decode}; never those of attributes
     * @throws MalformedPacket also when the packet has fewer parameters than the statement
     */
    public static ExecuteParameters decodeNamed(ByteBuf payload, int count, byte[] typesBefore) {
        WireReader in = new WireReader(payload);
        long total = in.lengthEncoded();
        if (total < count || total > MAX_PARAMETERS) {
            throw new MalformedPacket(Long.toUnsignedString(total) + " parameters of a statement that has " + count);
        }
        if (total == 0) {
            return new ExecuteParameters(0, payload, true, true, NONE, List.of(), behind(payload, in));
        }
        in.skip(bitmapBytes((int) total));
        if (in.uint8() == 0) {
            byte[] types = require(typesBefore, (int) total);
            return new ExecuteParameters(count, payload, true, false, types, List.of(), behind(payload, in));
        }
        if (total > in.remaining() / (BYTES_PER_TYPE + 1)) {
            throw new MalformedPacket(total + " parameters in too few bytes");
        }
        byte[] types = new byte[(int) total * BYTES_PER_TYPE];
        List<byte[]> names = new ArrayList<>((int) total);
        for (int i = 0; i < total; i++) {
            types[BYTES_PER_TYPE * i] = (byte) in.uint8();
            types[BYTES_PER_TYPE * i + 1] = (byte) in.uint8();
            names.add(in.lengthEncodedBytes());
        }
        return new ExecuteParameters(count, payload, true, true, types, names, behind(payload, in));
    }

    private static byte[] require(byte[] typesBefore, int count) {
        if (typesBefore.length != count * BYTES_PER_TYPE) {
            throw new MalformedPacket("the types of the parameters were never sent");
        }
        return typesBefore;
    }

    private static int behind(ByteBuf payload, WireReader in) {
        return in.position() - payload.readerIndex();
    }

    /** Two bytes for each of the statement's parameters, to pass to the next {@link #decode}; must not be changed. */
    public byte[] types() {
        return types.length == count * BYTES_PER_TYPE ? types : Arrays.copyOf(types, count * BYTES_PER_TYPE);
    }

    /**
     * The statement's parameters with their values.
     *
     * @param sentBefore the places of the parameters that came as long data, which have no value here
     * @throws MalformedPacket when the values don't fit the types
     */
    public List<BoundParameter> values(BitSet sentBefore) {
        return all(sentBefore).subList(0, count);
    }

    /**
     * The query attributes, which follow the statement's parameters.
     *
     * @param sentBefore see {@link #values}
     */
    public List<QueryAttribute> attributes(BitSet sentBefore) {
        if (names.size() <= count) {
            return List.of();
        }
        List<BoundParameter> values = all(sentBefore);
        List<QueryAttribute> attributes = new ArrayList<>(names.size() - count);
        for (int i = count; i < names.size(); i++) {
            attributes.add(new QueryAttribute(names.get(i), values.get(i)));
        }
        return attributes;
    }

    private List<BoundParameter> all(BitSet sentBefore) {
        int total = types.length / BYTES_PER_TYPE;
        List<BoundParameter> values = new ArrayList<>(total);
        int start = payload.readerIndex() + (named ? WireWriter.lengthOfLengthEncoded(total) : 0);
        byte[] nulls = new byte[bitmapBytes(total)];
        payload.getBytes(start, nulls);
        WireReader in = new WireReader(payload, payload.readerIndex() + valuesAt, payload.writerIndex());
        for (int i = 0; i < total; i++) {
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

    /** Whether {@link #writeWithTypes} writes the whole of one form: the named one, or the one without names. */
    public boolean passesAs(boolean namedForm) {
        return named == namedForm && (!named || typesSent);
    }

    /** The number of bytes that {@link #writeWithTypes} writes. */
    public int lengthWithTypes() {
        return payload.readableBytes() + (typesSent ? 0 : types.length);
    }

    /**
     * Writes the parameters as they came, always with types, which another connection doesn't know; see
     * {@link #passesAs}.
     */
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

    /** The number of bytes that {@link #write} writes. */
    public static int length(List<BoundParameter> values) {
        return values.isEmpty() ? 0 : lengthOfNullsAndTypes(values.size()) + lengthOfValues(values);
    }

    /** Writes {@code values} in the form without names. */
    public static void write(WireWriter out, List<BoundParameter> values) {
        if (values.isEmpty()) {
            return;
        }
        writeNulls(out, values);
        for (int i = 0; i < values.size(); i++) {
            writeType(out, values.get(i));
        }
        writeValues(out, values);
    }

    /** The number of bytes that {@link #writeNamed} writes. */
    public static int lengthNamed(List<BoundParameter> values, List<QueryAttribute> attributes) {
        int total = values.size() + attributes.size();
        int length = WireWriter.lengthOfLengthEncoded(total);
        if (total == 0) {
            return length;
        }
        // Each parameter's name is empty: one byte.
        length += lengthOfNullsAndTypes(total) + values.size();
        for (QueryAttribute attribute : attributes) {
            length += WireWriter.lengthOfLengthEncoded(attribute.name().length) + attribute.name().length;
        }
        return length + lengthOfValues(everything(values, attributes));
    }

    /** Writes {@code values} and {@code attributes} in the named form. */
    public static void writeNamed(WireWriter out, List<BoundParameter> values, List<QueryAttribute> attributes) {
        int total = values.size() + attributes.size();
        out.lengthEncoded(total);
        if (total > 0) {
            writeWithNames(out, values, attributes);
        }
    }

    /** As {@link #writeNamed} does, without the count. */
    static void writeAttributes(WireWriter out, List<QueryAttribute> attributes) {
        writeWithNames(out, List.of(), attributes);
    }

    private static void writeWithNames(WireWriter out, List<BoundParameter> values, List<QueryAttribute> attributes) {
        List<BoundParameter> all = everything(values, attributes);
        writeNulls(out, all);
        for (BoundParameter value : values) {
            writeType(out, value);
            out.lengthEncodedBytes(NONE);
        }
        for (QueryAttribute attribute : attributes) {
            writeType(out, attribute.value());
            out.lengthEncodedBytes(attribute.name());
        }
        writeValues(out, all);
    }

    private static List<BoundParameter> everything(List<BoundParameter> values, List<QueryAttribute> attributes) {
        if (attributes.isEmpty()) {
            return values;
        }
        List<BoundParameter> all = new ArrayList<>(values);
        attributes.forEach(attribute -> all.add(attribute.value()));
        return all;
    }

    private static int lengthOfNullsAndTypes(int count) {
        return bitmapBytes(count) + 1 + BYTES_PER_TYPE * count;
    }

    private static int lengthOfValues(List<BoundParameter> values) {
        int length = 0;
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof BoundParameter.Sent sent) {
                int bytes = sent.bytes().readableBytes();
                length += bytes + (sent.type().fixedBytes() >= 0 ? 0 : WireWriter.lengthOfLengthEncoded(bytes));
            }
        }
        return length;
    }

    /** Writes the bitmap and the flag that types follow. */
    private static void writeNulls(WireWriter out, List<BoundParameter> values) {
        byte[] nulls = new byte[bitmapBytes(values.size())];
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof BoundParameter.Null) {
                nulls[i >> 3] |= (byte) (1 << (i & 7));
            }
        }
        out.bytes(nulls).uint8(1);
    }

    private static void writeType(WireWriter out, BoundParameter value) {
        out.uint8(value.type().code()).uint8(value.unsigned() ? UNSIGNED : 0);
    }

    private static void writeValues(WireWriter out, List<BoundParameter> values) {
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
