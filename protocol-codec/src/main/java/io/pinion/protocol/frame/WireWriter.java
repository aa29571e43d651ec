package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Appends the primitive kinds of the protocol to a buffer: the mirror of {@link WireReader}. The buffer stays its
 * owner's; it must be able to grow. Not thread-safe.
 */
public final class WireWriter {
    private final ByteBuf out;

    public WireWriter(ByteBuf out) {
        this.out = out;
    }

    public WireWriter uint8(int value) {
        out.writeByte(value);
        return this;
    }

    public WireWriter uint16(int value) {
        out.writeShortLE(value);
        return this;
    }

    public WireWriter uint24(int value) {
        out.writeMediumLE(value);
        return this;
    }

    /** The low four bytes of {@code value}. */
    public WireWriter uint32(long value) {
        out.writeIntLE((int) value);
        return this;
    }

    public WireWriter int64(long value) {
        out.writeLongLE(value);
        return this;
    }

    /** An unsigned integer in the fewest bytes: 1, 3, 4 or 9; a negative {@code value} means one above 2^63. */
    public WireWriter lengthEncoded(long value) {
        if (value < 0 || value > 0xFFFFFF) {
            out.writeByte(0xFE).writeLongLE(value);
        } else if (value < WireReader.NULL_MARK) {
            out.writeByte((int) value);
        } else if (value <= 0xFFFF) {
            out.writeByte(0xFC).writeShortLE((int) value);
        } else {
            out.writeByte(0xFD).writeMediumLE((int) value);
        }
        return this;
    }

    /** The number of bytes that {@link #lengthEncoded} writes. */
    public static int lengthOfLengthEncoded(long value) {
        if (value < 0) {
            return 9;
        }
        return value < 0xFB ? 1 : value <= 0xFFFF ? 3 : value <= 0xFFFFFF ? 4 : 9;
    }

    /** The mark that stands in place of a length-encoded value that is NULL. */
    public WireWriter nullMark() {
        out.writeByte(WireReader.NULL_MARK);
        return this;
    }

    public WireWriter zeros(int count) {
        out.writeZero(count);
        return this;
    }

    public WireWriter bytes(byte[] value) {
        out.writeBytes(value);
        return this;
    }

    /** Appends the readable bytes of {@code value} and leaves its indices and ownership alone. */
    public WireWriter bytes(ByteBuf value) {
        out.writeBytes(value, value.readerIndex(), value.readableBytes());
        return this;
    }

    public WireWriter lengthEncodedBytes(byte[] value) {
        return lengthEncoded(value.length).bytes(value);
    }

    /** See {@link #bytes(ByteBuf)}. */
    public WireWriter lengthEncodedBytes(ByteBuf value) {
        return lengthEncoded(value.readableBytes()).bytes(value);
    }

    /** A length-encoded string, or the mark of NULL. */
    public WireWriter lengthEncodedOrNull(byte @Nullable [] value) {
        return value == null ? nullMark() : lengthEncodedBytes(value);
    }

    /** A string that runs to the end of its packet. */
    public WireWriter string(String value, Charset charset) {
        out.writeCharSequence(value, charset);
        return this;
    }

    public WireWriter lengthEncodedString(String value, Charset charset) {
        return lengthEncodedBytes(value.getBytes(charset));
    }

    /** @throws IllegalArgumentException when the string itself holds a zero byte: its reader would stop there */
    public WireWriter nullTerminatedString(String value, Charset charset) {
        return nullTerminatedBytes(value.getBytes(charset));
    }

    /** @throws IllegalArgumentException when a zero byte stands inside */
    public WireWriter nullTerminatedBytes(byte[] value) {
        for (byte b : value) {
            if (b == 0) {
                throw new IllegalArgumentException("a null-terminated string cannot hold a zero byte");
            }
        }
        return bytes(value).uint8(0);
    }
}
