package io.pinion.server.backend;

import io.netty.channel.EventLoop;
import io.pinion.config.topology.Server;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.observe.PoolObserver;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one pool that are being opened: only so many at a time, and none for a while after one has failed,
 * twice as long after each failure. Lives on the pool's event loop.
 */
final class Openings {
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    private final EventLoop loop;
    private final Server server;
    private final int maxOpening;
    private final Connector connector;
    private final PoolObserver observer;
    private final Ended ended;

    private final Map<Login, Integer> byLogin = new HashMap<>();
    private int size;

    private @Nullable ServerError lastFailure;
    private long pauseMillis;
    private long pauseEndsAtNanos;

    /** What becomes of openings; called on the pool's loop. */
    interface Ended {
        void opened(BackendConnection connection);

        void failed(Login login, ServerError error);

        /** The pause after a failure is over. */
        void mayOpenAgain();
    }

    Openings(
            EventLoop loop, Server server, PoolLimits limits, Connector connector, PoolObserver observer, Ended ended) {
        this.loop = loop;
        this.server = server;
        this.maxOpening = limits.maxOpening();
        this.connector = connector;
        this.observer = observer;
        this.ended = ended;
    }

    int size() {
        return size;
    }

    int size(Login login) {
        return byLogin.getOrDefault(login, 0);
    }

    boolean mayOpen() {
        return size < maxOpening && !isPausing();
    }

    boolean isPausing() {
        return pauseMillis > 0 && System.nanoTime() - pauseEndsAtNanos < 0;
    }

    /** Why the last opening failed; null when it didn't. */
    @Nullable
    ServerError lastFailure() {
        return lastFailure;
    }

    void countByLogin(ObjIntConsumer<Login> counter) {
        byLogin.forEach(counter::accept);
    }

    void open(Login login) {
        size++;
        byLogin.merge(login, 1, Integer::sum);
        long startedNanos = System.nanoTime();
        connector.open(server, login, new Connector.Outcome() {
            @Override
            public void opened(BackendConnection connection) {
                oneEnded(login);
                observer.opened(server.name(), System.nanoTime() - startedNanos);
                lastFailure = null;
                pauseMillis = 0;
                ended.opened(connection);
            }

            @Override
            public void failed(ServerError error) {
                oneEnded(login);
                observer.failed(server.name(), error.code());
                lastFailure = error;
                pause();
                ended.failed(login, error);
            }
        });
    }

    private void oneEnded(Login login) {
        size--;
        byLogin.computeIfPresent(login, (key, count) -> count == 1 ? null : count - 1);
    }

    private void pause() {
        if (!isPausing()) {
            pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, Math.max(FIRST_PAUSE_MILLIS, pauseMillis * 2));
            pauseEndsAtNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
            var unused = loop.schedule(ended::mayOpenAgain, pauseMillis, TimeUnit.MILLISECONDS);
        }
    }
}
