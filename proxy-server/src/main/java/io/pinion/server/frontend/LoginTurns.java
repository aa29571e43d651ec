package io.pinion.server.frontend;

import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets only a few logins of one user from one address be under way at a time; others wait in line. A login that fails
 * keeps its turn until its answer, which {@link LoginDelays} makes wait: else a client could try thousands of passwords at
 * a time, and the right one would be known by its answer at once. Thread-safe.
 */
public final class LoginTurns {
    static final int AT_A_TIME = 32;

    private final Map<Origin, Line> lines = new HashMap<>();

    private record Origin(InetAddress address, String user) {}

    private static final class Line {
        final ArrayDeque<Turn> waiting = new ArrayDeque<>();
        int underWay;
    }

    private enum State {
        WAITING,
        UNDER_WAY,
        OVER
    }

    /**
     * Enters a login, which must always {@link Turn#leave leave}.
     *
     * @param begin called on any thread when the turn isn't {@link Turn#hasCome under way} at once but later
     */
    synchronized Turn enter(InetAddress address, String user, Runnable begin) {
        Turn turn = new Turn(new Origin(address, user), begin);
        Line line = lines.computeIfAbsent(turn.origin, origin -> new Line());
        if (line.underWay < AT_A_TIME) {
            line.underWay++;
            turn.state = State.UNDER_WAY;
        } else {
            line.waiting.add(turn);
        }
        return turn;
    }

    /** The number of users and addresses with a login under way. */
    synchronized int size() {
        return lines.size();
    }

    private synchronized @Nullable Turn end(Turn turn) {
        State before = turn.state;
        turn.state = State.OVER;
        Line line = lines.get(turn.origin);
        if (before == State.OVER || line == null) {
            return null;
        }
        if (before == State.WAITING) {
            line.waiting.remove(turn);
            return null;
        }
        Turn next = line.waiting.poll();
        if (next != null) {
            next.state = State.UNDER_WAY;
            return next;
        }
        line.underWay--;
        if (line.underWay == 0) {
            lines.remove(turn.origin);
        }
        return null;
    }

    /** The turn of one login. */
    final class Turn {
        private final Origin origin;
        private final Runnable begin;
        private State state = State.WAITING;
        private boolean tried;

        private Turn(Origin origin, Runnable begin) {
            this.origin = origin;
            this.begin = begin;
        }

        boolean hasCome() {
            synchronized (LoginTurns.this) {
                return state == State.UNDER_WAY;
            }
        }

        /** Called on the login's loop when a password is tried, by a proof or as itself. */
        void tries() {
            tried = true;
        }

        boolean hasTried() {
            return tried;
        }

        /** As {@link #leave}, after this time. */
        void leave(EventLoop loop, long afterMillis) {
            if (afterMillis == 0) {
                leave();
            } else {
                loop.schedule(() -> leave(), afterMillis, TimeUnit.MILLISECONDS);
            }
        }

        /** The login is over, or its client has gone. Further calls have no effect. */
        void leave() {
            Turn next = end(this);
            if (next != null) {
                next.begin.run();
            }
        }
    }
}
