package io.pinion.server.frontend;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.server.session.SessionState;
import org.jspecify.annotations.Nullable;

/** What one client sends, as packets, unpacked where it compresses. Lives on the session's event loop. */
final class ClientInput implements AutoCloseable {
    /** What a client may send ahead while its next command can't begin, before its socket is left unread. */
    private static final int MAX_AHEAD_BYTES = 128 * 1024;

    /** Nobody has proved yet that it may use more memory. */
    private static final int MAX_LOGIN_PACKET_BYTES = 64 * 1024;

    private final Channel channel;
    private final PacketFramer framer;
    private @Nullable CompressedTraffic compressed;
    private long receivedBytes;

    ClientInput(Channel channel) {
        this.channel = channel;
        this.framer = new PacketFramer(channel.alloc(), MAX_LOGIN_PACKET_BYTES);
    }

    /** Takes ownership of {@code bytes}. */
    void receive(ByteBuf bytes) {
        receivedBytes += bytes.readableBytes();
        CompressedTraffic unpacking = compressed;
        if (unpacking == null) {
            framer.receive(bytes);
        } else {
            unpacking.receive(bytes);
        }
    }

    /**
     * The next packet, owned by the caller; null until more bytes come.
     *
     * @throws MalformedPacket as {@link PacketFramer#next}
     */
    @Nullable
    Packet next() {
        Packet packet = framer.next();
        CompressedTraffic unpacking = compressed;
        while (packet == null && unpacking != null) {
            ByteBuf plain = unpacking.next();
            if (plain == null) {
                return null;
            }
            framer.receive(plain);
            packet = framer.next();
        }
        return packet;
    }

    /** The next packet must have this sequence id. */
    void expectSequence(int sequence) {
        framer.expectSequence(sequence);
    }

    /** The same behind a packet that is one of many; clients that compress number those by the packets outside. */
    void expectSequenceInside(int sequence) {
        if (compressed == null) {
            framer.expectSequence(sequence);
        }
    }

    /** The login is over: packets may be this long. */
    void limitPacketBytes(int maxPacketBytes) {
        framer.limitPacketBytes(maxPacketBytes);
    }

    /** From here on what comes and goes is compressed, if that was agreed at login. */
    void compressIfAgreed(SessionState state, int zstdLevel, int maxPacketBytes) {
        if (compressed != null || !CompressedTraffic.isAgreed(state.capabilities())) {
            return;
        }
        CompressedTraffic begun = CompressedTraffic.begin(channel, state.capabilities(), zstdLevel, maxPacketBytes);
        compressed = begun;
        ByteBuf unread = framer.takeUnread();
        if (unread != null) {
            begun.receive(unread);
        }
    }

    /** How many bytes have come in all. */
    long receivedBytes() {
        return receivedBytes;
    }

    /** Some of a packet has come, and not all of it. */
    boolean isInsideOfPacket() {
        CompressedTraffic unpacking = compressed;
        return !framer.isEmpty() || (unpacking != null && unpacking.unreadBytes() > 0);
    }

    boolean isCompressed() {
        return compressed != null;
    }

    /** Bytes that aren't packets of this layer after all; the caller owns them. Null when there are none. */
    @Nullable
    ByteBuf takeUnread() {
        return framer.takeUnread();
    }

    /** Reads on, unless the session is busy and enough has come ahead. */
    void readAhead(boolean busy) {
        int unreadBytes = framer.unreadBytes() + (compressed == null ? 0 : compressed.unreadBytes());
        boolean wanted = !busy || unreadBytes < MAX_AHEAD_BYTES;
        if (channel.config().isAutoRead() != wanted) {
            channel.config().setAutoRead(wanted);
        }
    }

    @Override
    public void close() {
        framer.close();
        if (compressed != null) {
            compressed.close();
        }
    }
}
