package io.pinion.server.frontend;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketFramer;
import io.pinion.server.session.SessionState;
import org.jspecify.annotations.Nullable;

/** The bytes that one client sends, as packets, decompressed where it compresses. Lives on the session's event loop. */
final class ClientInput implements AutoCloseable {
    /** The bytes that a client may send ahead of its next command before Pinion stops reading its socket. */
    private static final int MAX_AHEAD_BYTES = 128 * 1024;

    /** A client that hasn't logged in yet may not use more memory. */
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

    /** Requires this sequence id of the next packet. */
    void expectSequence(int sequence) {
        framer.expectSequence(sequence);
    }

    /**
     * The same after a packet of a series; a client that compresses numbers its packets by those of the compression.
     */
    void expectSequenceInside(int sequence) {
        if (compressed == null) {
            framer.expectSequence(sequence);
        }
    }

    /** Sets the limit for packets after the login. */
    void limitPacketBytes(int maxPacketBytes) {
        framer.limitPacketBytes(maxPacketBytes);
    }

    /** Compresses both directions from here on, if the login agreed on it. */
    void compressIfAgreed(SessionState state, int maxPacketBytes) {
        if (compressed != null || !state.capabilities().has(Capabilities.COMPRESS)) {
            return;
        }
        CompressedTraffic begun = CompressedTraffic.begin(channel, maxPacketBytes);
        compressed = begun;
        ByteBuf unread = framer.takeUnread();
        if (unread != null) {
            begun.receive(unread);
        }
    }

    /** The number of all bytes received. */
    long receivedBytes() {
        return receivedBytes;
    }

    /** Whether a packet has come in part. */
    boolean isInsideOfPacket() {
        CompressedTraffic unpacking = compressed;
        return !framer.isEmpty() || (unpacking != null && unpacking.unreadBytes() > 0);
    }

    boolean isCompressed() {
        return compressed != null;
    }

    /** Takes out bytes that belong to another layer, such as TLS; the caller owns them. Null when there are none. */
    @Nullable
    ByteBuf takeUnread() {
        return framer.takeUnread();
    }

    /** Reads the socket, unless the session is busy and enough bytes have come ahead. */
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
