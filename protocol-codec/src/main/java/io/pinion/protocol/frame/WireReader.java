package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;
import java.nio.charset.Charset;

/**
 * Reads the primitive kinds of the protocol from a range of a buffer: fixed and length-encoded integers, and the four
 * kinds of strings. All integers are little-endian.
 *
 * <p>The reader keeps its own position: the buffer's indices stay untouched and the buffer stays its owner's. A read
 * past the range throws {@link MalformedPacket}. Not thread-safe; {@link #over} lets one reader serve many packets.
 */
public final class WireReader {
    /** First byte of a length-encoded value that is NULL, and of a request for a local file. */
    public static final int NULL_MARK = 0xFB;

    private ByteBuf buffer;
    private int index;
    private int end;

    /** Reads what is readable now in {@code packet}. */
    public WireReader(ByteBuf packet) {
        this(packet, packet.readerIndex(), packet.writerIndex());
    }

    /** Reads the bytes from {@code index} to before {@code end}, which the buffer must hold. */
    public WireReader(ByteBuf buffer, int index, int end) {
        this.buffer = buffer;
        this.index = index;
        this.end = end;
    }

    /** Points this reader at another range, so that a hot path needs only one. */
    public WireReader over(ByteBuf buffer, int index, int end) {
        this.buffer = buffer;
        this.index = index;
        this.end = end;
        return this;
    }

    /** Another reader of the remaining bytes, to look ahead. */
    public WireReader ahead() {
        return new WireReader(buffer, index, end);
    }

    public int remaining() {
        return end - index;
    }

    public boolean hasRemaining() {
        return index < end;
    }

    /** The absolute position in the buffer of the next byte to be read. */
    public int position() {
        return index;
    }

    /** The next byte as 0–255 without reading it. */
    public int peek() {
        require(1);
        return buffer.getUnsignedByte(index);
    }

    public int uint8() {
        return buffer.getUnsignedByte(take(1));
    }

    public int uint16() {
        return buffer.getUnsignedShortLE(take(2));
    }

    public int uint24() {
        return buffer.getUnsignedMediumLE(take(3));
    }

    public long uint32() {
        return buffer.getUnsignedIntLE(take(4));
    }

    /** Eight bytes; a value above {@link Long#MAX_VALUE} comes out negative and means the unsigned number. */
    public long int64() {
        return buffer.getLongLE(take(8));
    }

    /**
     * A length-encoded integer of 1, 3, 4 or 9 bytes; above {@link Long#MAX_VALUE} it comes out negative, as insert ids
     * of negative keys do. NULL (0xFB) and the unused 0xFF are malformed here: ask {@link #skipNull} first where NULL
     * may stand.
     */
    public long lengthEncoded() {
        int first = uint8();
        if (first < NULL_MARK) {
            return first;
        }
        return switch (first) {
            case 0xFC -> uint16();
            case 0xFD -> uint24();
            case 0xFE -> int64();
            default -> throw new MalformedPacket("0x" + Integer.toHexString(first) + " begins no length");
        };
    }

    /** Consumes a NULL mark if one stands here and returns whether it did. */
    public boolean skipNull() {
        if (peek() != NULL_MARK) {
            return false;
        }
        index++;
        return true;
    }

    public void skip(int bytes) {
        take(bytes);
    }

    /** Skips a length-encoded string and returns its length. */
    public int skipLengthEncoded() {
        int length = lengthEncodedLength();
        index += length;
        return length;
    }

    public byte[] bytes(int length) {
        int from = take(length);
        byte[] copy = new byte[length];
        buffer.getBytes(from, copy);
        return copy;
    }

    public byte[] lengthEncodedBytes() {
        return bytes(lengthEncodedLength());
    }

    public byte[] remainingBytes() {
        return bytes(remaining());
    }

    public byte[] nullTerminatedBytes() {
        byte[] copy = bytes(bytesBeforeNull());
        index++;
        return copy;
    }

    public String string(int length, Charset charset) {
        return buffer.toString(take(length), length, charset);
    }

    public String lengthEncodedString(Charset charset) {
        return string(lengthEncodedLength(), charset);
    }

    public String remainingString(Charset charset) {
        return string(remaining(), charset);
    }

    public String nullTerminatedString(Charset charset) {
        String text = string(bytesBeforeNull(), charset);
        index++;
        return text;
    }

    /** True when a zero byte still follows, so that a null-terminated string can be read. */
    public boolean hasNullTerminated() {
        return buffer.indexOf(index, end, (byte) 0) >= 0;
    }

    /** A view of the next bytes that shares the buffer's memory and reference count: retain it to keep it. */
    public ByteBuf slice(int length) {
        return buffer.slice(take(length), length);
    }

    /** A view of all remaining bytes; see {@link #slice}. */
    public ByteBuf remainingSlice() {
        return slice(remaining());
    }

    /** A view of a length-encoded string; see {@link #slice}. */
    public ByteBuf lengthEncodedSlice() {
        return slice(lengthEncodedLength());
    }

    private int lengthEncodedLength() {
        long length = lengthEncoded();
        if (length < 0 || length > remaining()) {
            throw new MalformedPacket("a string of " + Long.toUnsignedString(length) + " bytes is longer than the "
                    + remaining() + " bytes left in its packet");
        }
        return (int) length;
    }

    private int bytesBeforeNull() {
        int at = buffer.indexOf(index, end, (byte) 0);
        if (at < 0) {
            throw new MalformedPacket("a string lacks its terminating zero byte");
        }
        return at - index;
    }

    private int take(int length) {
        require(length);
        int from = index;
        index += length;
        return from;
    }

    private void require(int length) {
        if (length < 0 || length > end - index) {
            throw new MalformedPacket("the packet ends " + (length - (end - index)) + " bytes too early");
        }
    }
}
