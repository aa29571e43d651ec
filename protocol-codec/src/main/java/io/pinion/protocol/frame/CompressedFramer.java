package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.pinion.protocol.flags.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Uncompresses the stream of a client that compresses into the plain bytes that a {@link PacketFramer} takes.
 *
 * <p>A compressed packet is a 3-byte length, a sequence id, the 3-byte length of its content before compression (0: the
 * content is stored uncompressed), and the content. Its borders need not be those of packets. Each command begins at
 * sequence id 0, and later packets of the command and of its answer count on.
 *
 * <p>Take one compressed packet at a time, with {@link #next}, and only after handling the packets of the one before:
 * {@link #sequence} then tells how to number the answer. Used by one thread; after a {@link MalformedPacket} only
 * {@link #close} makes sense.
 */
public final class CompressedFramer implements AutoCloseable {
    /** Two lengths and a sequence id. */
    public static final int HEADER_BYTES = 7;

    /** Room beside a packet of the largest size: for its headers, and for the overhead of incompressible content. */
    private static final int SLACK_BYTES = 1024;

    private final ByteBufAllocator allocator;
    private final Packing packing = new Packing();
    private final int maxPlainBytes;

    private @Nullable ByteBuf pending;
    private int sequence;
    private int expected;

    /** @param maxPacketBytes the largest logical packet: content that would be longer is refused (error 1153) */
    public CompressedFramer(ByteBufAllocator allocator, int maxPacketBytes) {
        this.allocator = allocator;
        this.maxPlainBytes = (int) Math.min(Integer.MAX_VALUE, maxPacketBytes + (long) SLACK_BYTES);
    }

    /** Takes ownership of {@code bytes}. */
    public void receive(ByteBuf bytes) {
        ByteBuf waiting = pending;
        pending = waiting == null ? bytes : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, waiting, bytes);
    }

    /**
     * The plain bytes of the next compressed packet, owned by the caller, or null until more bytes come.
     *
     * @throws MalformedPacket when it is out of order (1156), too large (1153), or not packed by zlib (1157)
     */
    public @Nullable ByteBuf next() {
        ByteBuf in = pending;
        if (in == null || in.readableBytes() < HEADER_BYTES) {
            return null;
        }
        int start = in.readerIndex();
        int length = in.getUnsignedMediumLE(start);
        int plainBytes = in.getUnsignedMediumLE(start + 4);
        int next = in.getUnsignedByte(start + 3);
        check(next, Math.max(length, plainBytes));
        if (in.readableBytes() < HEADER_BYTES + length) {
            return null;
        }
        sequence = next;
        expected = (next + 1) & 0xFF;
        in.skipBytes(HEADER_BYTES);
        ByteBuf plain = plainBytes == 0 ? copy(in, length) : unpack(in, length, plainBytes);
        if (!in.isReadable()) {
            in.release();
            pending = null;
        }
        return plain;
    }

    /**
     * The sequence id of the next packet that begins no command: the other side has sent packets, as in LOAD DATA
     * LOCAL.
     */
    public void continueAt(int next) {
        expected = next & 0xFF;
    }

    /** The sequence id of the packet that {@link #next} gave last. */
    public int sequence() {
        return sequence;
    }

    /** The number of received bytes that wait, headers included. */
    public int unreadBytes() {
        return pending == null ? 0 : pending.readableBytes();
    }

    private void check(int next, int bytes) {
        if (next != 0 && next != expected) {
            throw new MalformedPacket(
                    ErrorCode.NET_PACKETS_OUT_OF_ORDER,
                    "Got packets out of order: expected compressed sequence id " + expected + ", got " + next);
        }
        if (bytes > maxPlainBytes) {
            throw new MalformedPacket(
                    ErrorCode.NET_PACKET_TOO_LARGE,
                    "Got a packet bigger than 'max_allowed_packet' bytes (compressed, of " + bytes + ")");
        }
    }

    /** A copy, because the stream's buffer moves its bytes when more come. */
    private ByteBuf copy(ByteBuf in, int length) {
        return allocator.buffer(length).writeBytes(in, length);
    }

    private ByteBuf unpack(ByteBuf in, int length, int plainBytes) {
        ByteBuf plain = allocator.buffer(plainBytes);
        try {
            packing.unpack(in.readSlice(length), plainBytes, plain);
            return plain;
        } catch (MalformedPacket e) {
            plain.release();
            throw e;
        }
    }

    /** Releases the bytes held and closes the packing. */
    @Override
    public void close() {
        if (pending != null) {
            pending.release();
            pending = null;
        }
        packing.close();
    }
}
