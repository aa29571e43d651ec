package io.pinion.protocol.server;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.WireReader;
import io.pinion.protocol.frame.WireWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One column of a result: ColumnDefinition41 in the manual.
 *
 * @param table the alias, {@code originalTable} the name behind it; both empty for an expression
 * @param name the alias, {@code originalName} the name behind it
 * @param extendedMetadata MariaDB's details of types such as JSON, as they came; written only where both sides agreed
 * @param collationId of the values: 63 for numbers and bytes
 * @param length the most bytes that a value shown as text takes, unsigned 32 bits
 * @param typeCode see {@link #type}
 * @param flags NOT_NULL and so on, 16 bits
 * @param decimals digits behind the point; 0x1F where it varies
 */
public record ColumnDefinition(
        String schema,
        String table,
        String originalTable,
        String name,
        String originalName,
        byte[] extendedMetadata,
        int collationId,
        long length,
        int typeCode,
        int flags,
        int decimals)
        implements ServerPacket {
    public static final int NOT_NULL_FLAG = 0x0001;
    public static final int PRI_KEY_FLAG = 0x0002;
    public static final int UNSIGNED_FLAG = 0x0020;
    public static final int BINARY_FLAG = 0x0080;
    public static final int ENUM_FLAG = 0x0100;
    public static final int SET_FLAG = 0x0800;

    private static final byte[] NONE = {};
    private static final String CATALOG = "def";
    private static final int FIXED_BYTES = 0x0C;

    /** A column that belongs to no table. */
    public static ColumnDefinition of(
            String name, ColumnType type, int collationId, long length, int flags, int decimals) {
        return new ColumnDefinition("", "", "", name, "", NONE, collationId, length, type.code(), flags, decimals);
    }

    /** Decodes a definition's payload; its indices and its owner stay as they are. */
    public static ColumnDefinition decode(ByteBuf packet, Terms terms) {
        return decode(new WireReader(packet), terms);
    }

    static ColumnDefinition decode(WireReader in, Terms terms) {
        Charset charset = terms.charset();
        in.skipLengthEncoded();
        String schema = in.lengthEncodedString(charset);
        String table = in.lengthEncodedString(charset);
        String originalTable = in.lengthEncodedString(charset);
        String name = in.lengthEncodedString(charset);
        String originalName = in.lengthEncodedString(charset);
        byte[] extendedMetadata =
                terms.capabilities().has(Capabilities.MARIADB_EXTENDED_METADATA) ? in.lengthEncodedBytes() : NONE;
        WireReader fixed = new WireReader(in.lengthEncodedSlice());
        return new ColumnDefinition(
                schema,
                table,
                originalTable,
                name,
                originalName,
                extendedMetadata,
                fixed.uint16(),
                fixed.uint32(),
                fixed.uint8(),
                fixed.uint16(),
                fixed.uint8());
    }

    public ColumnType type() {
        return ColumnType.of(typeCode);
    }

    public boolean unsigned() {
        return (flags & UNSIGNED_FLAG) != 0;
    }

    @Override
    public void encode(WireWriter out, Terms terms) {
        Charset charset = terms.charset();
        out.lengthEncodedString(CATALOG, StandardCharsets.US_ASCII)
                .lengthEncodedString(schema, charset)
                .lengthEncodedString(table, charset)
                .lengthEncodedString(originalTable, charset)
                .lengthEncodedString(name, charset)
                .lengthEncodedString(originalName, charset);
        if (terms.capabilities().has(Capabilities.MARIADB_EXTENDED_METADATA)) {
            out.lengthEncodedBytes(extendedMetadata);
        }
        out.lengthEncoded(FIXED_BYTES)
                .uint16(collationId)
                .uint32(length)
                .uint8(typeCode)
                .uint16(flags)
                .uint8(decimals)
                .zeros(2);
    }

    /** Writes the form for COM_FIELD_LIST, with the column's default value behind, or NULL. */
    public void encodeWithDefault(WireWriter out, Terms terms, byte @Nullable [] defaultValue) {
        encode(out, terms);
        out.lengthEncodedOrNull(defaultValue);
    }
}
