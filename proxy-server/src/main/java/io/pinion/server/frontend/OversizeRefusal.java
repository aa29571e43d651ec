package io.pinion.server.frontend;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.pinion.protocol.frame.OversizePacket;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.frontend.command.ClientReplies;
import java.util.concurrent.TimeUnit;

/**
 * The refusal of a packet beyond the limit. Its sender reads nothing before it has sent the whole packet, and expects
 * the error numbered after its last piece, so Pinion discards the packet first. Lives on the session's event loop.
 */
final class OversizeRefusal {
    /** After a pause of this length the sender gets the error at once. */
    private static final long PAUSE_MILLIS = 500;

    private final Channel channel;
    private final OversizePacket packet = new OversizePacket();
    private final ServerError error;
    private final long deadlineNanos;
    private final Runnable answered;
    private boolean over;

    private OversizeRefusal(Channel channel, ServerError error, long timeoutMillis, Runnable answered) {
        this.channel = channel;
        this.error = error;
        this.deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        this.answered = answered;
    }

    /**
     * @param timeoutMillis the time that the sender may still take
     * @param answered called when the error is on its way
     */
    static OversizeRefusal begin(Channel channel, ServerError error, long timeoutMillis, Runnable answered) {
        OversizeRefusal refusal = new OversizeRefusal(channel, error, timeoutMillis, answered);
        refusal.awaitMore(0);
        return refusal;
    }

    /** Discards more bytes of the packet. Takes ownership of {@code bytes}. */
    void passBy(ByteBuf bytes) {
        try {
            packet.skip(bytes);
        } finally {
            bytes.release();
        }
        if (packet.hasEnded()) {
            answer();
        }
    }

    private void awaitMore(long passedBefore) {
        channel.eventLoop().schedule(() -> lookAgain(passedBefore), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void lookAgain(long passedBefore) {
        if (packet.passedBytes() == passedBefore || System.nanoTime() > deadlineNanos) {
            answer();
        } else if (!over) {
            awaitMore(packet.passedBytes());
        }
    }

    private void answer() {
        if (!over) {
            over = true;
            ClientReplies.writeError(channel, error, packet.nextSequence());
            answered.run();
        }
    }

    /** Called when the connection has ended. */
    void stop() {
        over = true;
    }
}
