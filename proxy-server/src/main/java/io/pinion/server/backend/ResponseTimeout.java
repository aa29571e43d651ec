package io.pinion.server.backend;

import io.netty.channel.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The timeouts for a server's answers on one connection: each of Pinion's own exchanges has a deadline, and while any
 * answer is outstanding the server may not be silent for longer than the pool's limit. A statement costs nothing: only
 * one check of the silence is scheduled at a time. Lives on the connection's event loop.
 */
final class ResponseTimeout {
    private final EventLoop loop;
    private final Iterable<Exchange> outstanding;
    private final Owner owner;
    private long silenceMillis;
    private boolean watched;
    private long heardNanos;
    private @Nullable Future<?> deadline;

    /** The connection that waits. */
    interface Owner {
        /** Whether the server has to send now; false while it waits for the client, or Pinion has stopped reading. */
        boolean isServersTurn();

        /** Called when the server has been silent for too long; its statement should be killed. */
        void silent(String reason);

        /** Called when an exchange has passed its deadline. */
        void late(String reason);
    }

    /** @param outstanding the exchanges whose answers are awaited, in order */
    ResponseTimeout(EventLoop loop, Iterable<Exchange> outstanding, Owner owner) {
        this.loop = loop;
        this.outstanding = outstanding;
        this.owner = owner;
    }

    /** @param millis the time for which the server may be silent; 0 for no limit */
    void silenceLimit(long millis) {
        silenceMillis = millis;
    }

    /** Called when an answer becomes outstanding and none was before. */
    void begins() {
        if (silenceMillis > 0) {
            heardNanos = System.nanoTime();
            if (!watched) {
                checkIn(silenceMillis);
            }
        }
    }

    /** Called when one more exchange is outstanding. */
    void sent(Exchange exchange) {
        if (deadline == null && exchange.deadlineMillis() > 0) {
            startDeadline(exchange);
        }
    }

    /** Called when bytes have come, or Pinion reads again. */
    void heard() {
        if (watched) {
            heardNanos = System.nanoTime();
        }
    }

    /** Called when an answer has ended: the deadline of the next exchange begins, if it has one. */
    void answered() {
        Future<?> running = deadline;
        if (running == null) {
            return;
        }
        running.cancel(false);
        deadline = null;
        for (Exchange next : outstanding) {
            if (next.deadlineMillis() > 0) {
                startDeadline(next);
                return;
            }
        }
    }

    /** Called when the connection has ended. */
    void stop() {
        if (deadline != null) {
            deadline.cancel(false);
        }
    }

    private void startDeadline(Exchange exchange) {
        long millis = exchange.deadlineMillis();
        deadline = loop.schedule(
                () -> owner.late("it didn't answer within " + millis + " ms"), millis, TimeUnit.MILLISECONDS);
    }

    private void checkIn(long millis) {
        watched = true;
        loop.schedule(this::check, millis, TimeUnit.MILLISECONDS);
    }

    private void check() {
        watched = false;
        if (!outstanding.iterator().hasNext()) {
            return;
        }
        long silentMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - heardNanos);
        if (!owner.isServersTurn()) {
            checkIn(silenceMillis);
        } else if (silentMillis < silenceMillis) {
            checkIn(silenceMillis - silentMillis);
        } else {
            owner.silent("it has said nothing for " + silentMillis + " ms");
        }
    }
}
