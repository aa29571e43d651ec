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
 * The connections that one pool is opening: a limited number at a time, none during a pause after a failure, which
 * doubles with each failure; none for an account that was refused. Lives on the pool's event loop.
 */
final class ConnectionOpenings {
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

    private final Pause ofServer = new Pause();

    /** The pauses of accounts that the server refuses; other accounts aren't affected. */
    private final Map<Login, Pause> ofAccounts = new HashMap<>();

    /** A time without new connections after a failure, doubled with each failure. */
    private final class Pause {
        private @Nullable ServerError failure;
        private long millis;
        private long endsAtNanos;

        boolean lasts() {
            return millis > 0 && System.nanoTime() - endsAtNanos < 0;
        }

        void begin(ServerError error) {
            failure = error;
            if (!lasts()) {
                millis = Math.min(LONGEST_PAUSE_MILLIS, Math.max(FIRST_PAUSE_MILLIS, millis * 2));
                endsAtNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
                var unused = loop.schedule(ended::mayOpenAgain, millis, TimeUnit.MILLISECONDS);
            }
        }

        void end() {
            failure = null;
            millis = 0;
        }
    }

    /** The results of openings; called on the pool's loop. */
    interface Ended {
        /** @param place the connection's, from now on */
        void opened(BackendConnection connection, ConnectionPlace place);

        /** The place has been given back. */
        void failed(Login login, ServerError error);

        /** Called when the pause after a failure is over. */
        void mayOpenAgain();
    }

    ConnectionOpenings(
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

    boolean mayOpen(Login login) {
        Pause ofAccount = ofAccounts.get(login);
        return size < maxOpening && !isPausing() && (ofAccount == null || !ofAccount.lasts());
    }

    /** The server's recent refusal of the account; null once it may be tried again. */
    @Nullable
    ServerError refusalOf(Login login) {
        Pause ofAccount = ofAccounts.get(login);
        return ofAccount != null && ofAccount.lasts() ? ofAccount.failure : null;
    }

    boolean isPausing() {
        return ofServer.lasts();
    }

    /** The error of the last opening, for any account; null when it succeeded or only an account was refused. */
    @Nullable
    ServerError lastFailure() {
        return ofServer.failure;
    }

    void countByLogin(ObjIntConsumer<Login> counter) {
        byLogin.forEach(counter::accept);
    }

    /** @param place given back when the opening fails */
    void open(Login login, ConnectionPlace place) {
        size++;
        byLogin.merge(login, 1, Integer::sum);
        connector.open(server, login, new Opening(login, place));
    }

    /** One opening under way, which ends once: it counts until then, and owns its place in the server's limit. */
    private final class Opening implements Connector.Outcome {
        private final Login login;
        private final ConnectionPlace place;
        private final long startedNanos = System.nanoTime();
        private boolean over;

        Opening(Login login, ConnectionPlace place) {
            this.login = login;
            this.place = place;
        }

        @Override
        public void opened(BackendConnection connection) {
            if (!end()) {
                connection.close();
                return;
            }
            observer.opened(server.name(), System.nanoTime() - startedNanos);
            observer.loggedIn(server.name(), login.account());
            ofServer.end();
            ofAccounts.remove(login);
            ended.opened(connection, place);
        }

        @Override
        public void failed(ServerError error) {
            if (!end()) {
                return;
            }
            place.giveBack();
            if (LoginRefusals.concernsAccount(error.code())) {
                observer.refused(server.name(), login.account(), error.code());
                ofServer.end();
                ofAccounts.computeIfAbsent(login, none -> new Pause()).begin(error);
            } else {
                observer.failed(server.name(), error.code());
                ofServer.begin(error);
            }
            ended.failed(login, error);
        }

        /** False when it has ended before. */
        private boolean end() {
            assert loop.inEventLoop();
            if (over) {
                assert false : "an opening ended twice";
                return false;
            }
            over = true;
            size--;
            byLogin.computeIfPresent(login, (key, count) -> count == 1 ? null : count - 1);
            return true;
        }
    }
}
