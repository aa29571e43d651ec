package io.pinion.server.frontend;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.pinion.protocol.frame.CompressedFramer;
import io.pinion.protocol.frame.CompressedWriter;
import org.jspecify.annotations.Nullable;

/**
 * The compression of one client's connection, from the end of its login on. Input is decompressed one compressed packet
 * at a time, when the session asks for it, because an answer is numbered after the packet of its command. Output is
 * compressed as it leaves. Lives on the session's event loop.
 */
final class CompressedTraffic extends ChannelOutboundHandlerAdapter implements AutoCloseable {
    private final CompressedFramer incoming;
    private final CompressedWriter outgoing;

    private CompressedTraffic(CompressedFramer incoming, CompressedWriter outgoing) {
        this.incoming = incoming;
        this.outgoing = outgoing;
    }

    /** Compresses all later writes to the channel; earlier writes stay as they are. */
    static CompressedTraffic begin(Channel channel, int maxPacketBytes) {
        CompressedTraffic begun = new CompressedTraffic(
                new CompressedFramer(channel.alloc(), maxPacketBytes), new CompressedWriter(channel.alloc()));
        channel.pipeline()
                .addBefore(channel.pipeline().context(ClientHandler.class).name(), null, begun);
        return begun;
    }

    /** Takes ownership of {@code bytes}. */
    void receive(ByteBuf bytes) {
        incoming.receive(bytes);
    }

    /**
     * The plain bytes of the next packet, owned by the caller; null until more come. The next write is numbered as its
     * answer.
     */
    @Nullable
    ByteBuf next() {
        ByteBuf plain = incoming.next();
        if (plain != null) {
            outgoing.continueAt(incoming.sequence() + 1);
        }
        return plain;
    }

    int unreadBytes() {
        return incoming.unreadBytes();
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf plain && plain.isReadable()) {
            ByteBuf packed = outgoing.write(plain);
            incoming.continueAt(outgoing.nextSequence());
            context.write(packed, promise);
        } else {
            context.write(message, promise);
        }
    }

    @Override
    public void close() {
        incoming.close();
        outgoing.close();
    }
}
