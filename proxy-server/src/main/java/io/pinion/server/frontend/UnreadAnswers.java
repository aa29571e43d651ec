package io.pinion.server.frontend;

import io.netty.channel.Channel;
import io.pinion.server.observe.LogKeys;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the connection of a client that reads nothing of its waiting answer: the rest of the answer occupies a server's
 * connection, perhaps with locks, which other sessions need. A client that reads slowly is fine. Lives on the client's
 * event loop.
 */
final class UnreadAnswers {
    private static final Logger log = LoggerFactory.getLogger(UnreadAnswers.class);

    /** Several checks in one timeout: bytes added right after the channel was full must not look like a standstill. */
    private static final int LOOKS = 4;

    private final Channel channel;
    private final long unreadMillis;

    private @Nullable Future<?> nextLook;
    private long waitingBytes;
    private int looksInVain;

    UnreadAnswers(Channel channel, long unreadMillis) {
        this.channel = channel;
        this.unreadMillis = unreadMillis;
    }

    /** Called when the channel becomes writable or stops being so. */
    void onWritabilityChanged() {
        if (channel.isWritable()) {
            stop();
        } else if (nextLook == null) {
            looksInVain = 0;
            lookLater();
        }
    }

    void stop() {
        if (nextLook != null) {
            nextLook.cancel(false);
            nextLook = null;
        }
    }

    private void lookLater() {
        waitingBytes = channel.bytesBeforeWritable();
        nextLook = channel.eventLoop().schedule(this::look, Math.max(1, unreadMillis / LOOKS), TimeUnit.MILLISECONDS);
    }

    private void look() {
        looksInVain = channel.bytesBeforeWritable() < waitingBytes ? 0 : looksInVain + 1;
        if (looksInVain < LOOKS) {
            lookLater();
            return;
        }
        nextLook = null;
        log.atInfo()
                .addKeyValue(LogKeys.CLIENT, channel.remoteAddress())
                .addKeyValue(LogKeys.DURATION_MILLIS, unreadMillis)
                .log("A client took nothing of its answer for too long and is ended");
        channel.close();
    }
}
