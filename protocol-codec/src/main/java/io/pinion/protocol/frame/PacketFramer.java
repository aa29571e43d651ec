package io.pinion.protocol.frame;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pinion.protocol.flags.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream of bytes into logical packets.
 *
 * <p>A physical packet is a 3-byte length, a sequence id and at most 0xFFFFFF bytes; one of exactly that length is
 * continued by the next, which may be empty. Give it bytes with {@link #receive}, then take packets with {@link #next}
 * until it gives none. A packet that lies whole in one received buffer is a slice of it, not a copy; at most one
 * unfinished logical packet is held, and never more than the limit.
 *
 * <p>Used by one thread. After a {@link MalformedPacket} only {@link #close} makes sense.
 */
public final class PacketFramer implements AutoCloseable {
    /** The longest payload of a physical packet. */
    public static final int MAX_PHYSICAL_BYTES = 0xFFFFFF;

    /** Length and sequence id. */
    public static final int HEADER_BYTES = 4;

    private static final int ANY_SEQUENCE = -1;

    private final ByteBufAllocator allocator;
    private int maxPacketBytes;

    /** Bytes received and not yet cut, or null. */
    private @Nullable ByteBuf pending;

    /** The joined front of a logical packet whose last physical packet is still to come, or null. */
    private @Nullable ByteBuf joined;

    private int joinedFirstSequence;
    private int expectedSequence = ANY_SEQUENCE;

    /** @param maxPacketBytes the largest logical payload taken; a longer one is error 1153 */
    public PacketFramer(ByteBufAllocator allocator, int maxPacketBytes) {
        this.allocator = allocator;
        this.maxPacketBytes = maxPacketBytes;
    }

    /** Sets another limit: it is small for a client that has not logged in yet. */
    public void limitPacketBytes(int maxPacketBytes) {
        this.maxPacketBytes = maxPacketBytes;
    }

    /**
     * Sets the sequence id that the next logical packet must begin with: 0 for a command, the peer's last plus one
     * during login. It holds for one logical packet; without it any sequence id may begin one, and only continuations
     * are checked.
     */
    public void expectSequence(int sequence) {
        expectedSequence = sequence & 0xFF;
    }

    /** Takes ownership of {@code bytes}. */
    public void receive(ByteBuf bytes) {
        ByteBuf waiting = pending;
        if (waiting == null || !waiting.isReadable()) {
            releasePending();
            pending = bytes;
            return;
        }
        try {
            ByteBuf roomy = withRoom(waiting, bytes.readableBytes());
            pending = roomy;
            roomy.writeBytes(bytes);
        } finally {
            bytes.release();
        }
    }

    /**
     * The next complete logical packet, owned by the caller, or null until more bytes come.
     *
     * @throws MalformedPacket as soon as a header shows a wrong sequence id (1156) or announces more than the limit
     *     (1153)
     */
    public @Nullable Packet next() {
        ByteBuf in = pending;
        while (in != null && in.readableBytes() >= HEADER_BYTES) {
            int start = in.readerIndex();
            int length = in.getUnsignedMediumLE(start);
            int sequence = in.getUnsignedByte(start + 3);
            checkSequence(sequence);
            checkSize(length);
            if (in.readableBytes() < HEADER_BYTES + length) {
                return null;
            }
            in.skipBytes(HEADER_BYTES);
            Packet packet = joined == null && length < MAX_PHYSICAL_BYTES
                    ? new Packet(sequence, sequence, in.readRetainedSlice(length))
                    : join(in, length, sequence);
            if (!in.isReadable()) {
                releasePending();
                in = null;
            }
            if (packet != null) {
                expectedSequence = ANY_SEQUENCE;
                return packet;
            }
            expectedSequence = (sequence + 1) & 0xFF;
        }
        return null;
    }

    /** The number of received bytes that wait, headers included. */
    public int unreadBytes() {
        return pending == null ? 0 : pending.readableBytes();
    }

    /** True when no byte waits and no packet is half joined: the peer may begin something new. */
    public boolean isEmpty() {
        return joined == null && (pending == null || !pending.isReadable());
    }

    /**
     * Hands over the bytes that were not cut, as when TLS begins right behind a packet; the caller owns them. Null when
     * there are none.
     */
    public @Nullable ByteBuf takeUnread() {
        ByteBuf rest = pending;
        pending = null;
        if (rest != null && !rest.isReadable()) {
            rest.release();
            return null;
        }
        return rest;
    }

    /** Releases the bytes held. */
    @Override
    public void close() {
        releasePending();
        if (joined != null) {
            joined.release();
            joined = null;
        }
    }

    /**
     * Appends one physical packet to the joined front. Returns the logical packet when that was its last part, else
     * null.
     */
    private @Nullable Packet join(ByteBuf in, int length, int sequence) {
        ByteBuf front = joined;
        if (front == null) {
            front = allocator.buffer(length);
            joined = front;
            joinedFirstSequence = sequence;
        }
        if (front.writableBytes() < length) {
            // Netty grows large buffers in steps of 4 MiB, which copies a packet of hundreds again and again.
            int needed = front.readableBytes() + length;
            front.capacity((int) Math.min(Integer.MAX_VALUE, Math.max(needed, 2L * front.capacity())));
        }
        front.writeBytes(in, length);
        if (length == MAX_PHYSICAL_BYTES) {
            return null;
        }
        joined = null;
        return new Packet(joinedFirstSequence, sequence, front);
    }

    private void checkSequence(int sequence) {
        if (expectedSequence != ANY_SEQUENCE && sequence != expectedSequence) {
            throw new MalformedPacket(
                    ErrorCode.NET_PACKETS_OUT_OF_ORDER,
                    "Got packets out of order: expected sequence id " + expectedSequence + ", got " + sequence);
        }
    }

    private void checkSize(int length) {
        long size = (joined == null ? 0L : joined.readableBytes()) + length;
        if (size > maxPacketBytes) {
            throw new MalformedPacket(
                    ErrorCode.NET_PACKET_TOO_LARGE,
                    "Got a packet bigger than 'max_allowed_packet' bytes (limit " + maxPacketBytes + ")");
        }
    }

    /**
     * Makes free space behind {@code waiting}'s bytes, in place or in a larger copy. Packets already given out may
     * share its memory: appending in place touches nothing of theirs, moving or growing it would.
     */
    private ByteBuf withRoom(ByteBuf waiting, int more) {
        if (!waiting.isReadOnly() && waiting.writableBytes() >= more) {
            return waiting;
        }
        // Doubling, so that a packet in many pieces is not copied for each; never the announced size at once, by which
        // a peer would claim 16 MiB with four bytes.
        long have = waiting.readableBytes() + (long) more;
        ByteBuf larger = allocator.buffer((int) Math.min(2 * have, Integer.MAX_VALUE));
        larger.writeBytes(waiting);
        waiting.release();
        return larger;
    }

    private void releasePending() {
        if (pending != null) {
            pending.release();
            pending = null;
        }
    }
}
