package io.pinion.server.backend;

import io.netty.channel.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How long a server may keep one connection waiting: each of Pinion's own exchanges has a deadline, and with any answer
 * outstanding the server may not be silent for longer than the pool's limit. Costs nothing for each statement: one check of
 * the silence is scheduled at a time. Lives on the connection's event loop.
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
        /** False while the server waits for the client, or nobody reads what it says. */
        boolean isServersTurn();

        /** It has been silent for too long; what runs there should end. */
        void silent(String reason);

        /** An exchange has taken too long. */
        void late(String reason);
    }

    /** @param outstanding the exchanges whose answers are awaited, in order */
    ResponseTimeout(EventLoop loop, Iterable<Exchange> outstanding, Owner owner) {
        this.loop = loop;
        this.outstanding = outstanding;
        this.owner = owner;
    }

    /** @param millis how long the server may be silent; 0 is for good */
    void silenceLimit(long millis) {
        silenceMillis = millis;
    }

    /** The server has something to answer now, and had nothing before. */
    void begins() {
        if (silenceMillis > 0) {
            heardNanos = System.nanoTime();
            if (!watched) {
                checkIn(silenceMillis);
            }
        }
    }

    /** One more exchange is outstanding. */
    void sent(Exchange exchange) {
        if (deadline == null && exchange.deadlineMillis() > 0) {
            startDeadline(exchange);
        }
    }

    /** The server has said something, or may say something again. */
    void heard() {
        if (watched) {
            heardNanos = System.nanoTime();
        }
    }

    /** An answer has ended: the time of the next exchange that has a deadline begins. */
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

    /** The connection has ended. */
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
