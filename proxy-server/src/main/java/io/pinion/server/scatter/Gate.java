package io.pinion.server.scatter;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Admission control for statements over several shards. A statement is admitted when all servers that it needs have
 * room; otherwise it waits in the order of arrival, but may pass statements that wait for other servers. It has the
 * right to connections of all its servers or of none, so no two statements wait for each other. Thread-safe; the lock
 * is held only for counting.
 */
public final class Gate {
    private static final int MAX_WAITING = 10_000;

    private final String who;
    private final int maxRunning;
    private final int perServer;
    private final long waitMillis;
    private final Map<String, Integer> taken = new HashMap<>();
    /** The number of waiting statements that need each server. */
    private final Map<String, Integer> awaited = new HashMap<>();

    private final Set<Ticket> waiting = new LinkedHashSet<>();
    private int running;

    /**
     * @param who the kind of statements, for errors: {@code statements that name no shard}
     * @param perServer the most connections of one server that all admitted statements may use together
     */
    Gate(String who, int maxRunning, int perServer, long waitMillis) {
        this.who = who;
        this.maxRunning = maxRunning;
        this.perServer = perServer;
        this.waitMillis = waitMillis;
    }

    /** The number of admitted statements. */
    public synchronized int running() {
        return running;
    }

    public synchronized int waiting() {
        return waiting.size();
    }

    int perServer() {
        return perServer;
    }

    /**
     * Asks for admission. The caller must always {@link Ticket#leave leave}, whether admitted or not.
     *
     * @param servers the number of connections that the statement needs of each server, by name
     * @param loop the statement's event loop
     * @param admitted called on the loop when the ticket isn't {@link Ticket#isInside inside} at once but later
     * @param refused called on the loop when the statement waited in vain
     */
    public Ticket enter(
            Map<String, Integer> servers, EventLoop loop, Runnable admitted, Consumer<ServerError> refused) {
        Ticket ticket = new Ticket(servers, loop, admitted, refused);
        synchronized (this) {
            if (waiting.size() >= MAX_WAITING) {
                ticket.state = State.OUTSIDE;
                loop.execute(() -> refused.accept(inVain("the line is full", ticket)));
                return ticket;
            }
            // A new statement frees no room, so it can't let any waiting statement in.
            if (hasRoomFor(ticket, awaited.keySet())) {
                admit(ticket);
                return ticket;
            }
            waiting.add(ticket);
            ticket.servers.keySet().forEach(server -> awaited.merge(server, 1, Integer::sum));
        }
        ticket.deadline = loop.schedule(() -> giveUp(ticket), waitMillis, TimeUnit.MILLISECONDS);
        return ticket;
    }

    /** Admits the waiting statements that have room now; the caller must tell them. */
    private List<Ticket> serve() {
        List<Ticket> next = new ArrayList<>();
        Set<String> passed = new HashSet<>();
        Iterator<Ticket> line = waiting.iterator();
        while (line.hasNext() && running < maxRunning) {
            Ticket ticket = line.next();
            if (hasRoomFor(ticket, passed)) {
                line.remove();
                forget(ticket);
                admit(ticket);
                next.add(ticket);
            } else {
                passed.addAll(ticket.servers.keySet());
            }
        }
        return next;
    }

    /** @param awaited servers that earlier statements wait for, where this one must not overtake them */
    private boolean hasRoomFor(Ticket ticket, Set<String> awaited) {
        if (running >= maxRunning) {
            return false;
        }
        for (Map.Entry<String, Integer> server : ticket.servers.entrySet()) {
            if (awaited.contains(server.getKey())
                    || taken.getOrDefault(server.getKey(), 0) + server.getValue() > perServer) {
                return false;
            }
        }
        return true;
    }

    private void admit(Ticket ticket) {
        ticket.servers.forEach((server, count) -> taken.merge(server, count, Integer::sum));
        ticket.state = State.INSIDE;
        running++;
    }

    /** The statement waits no more. */
    private void forget(Ticket ticket) {
        ticket.servers.keySet().forEach(server -> take(awaited, server, 1));
    }

    private static void take(Map<String, Integer> counts, String server, int count) {
        Integer left = counts.merge(server, -count, (had, less) -> had + less == 0 ? null : had + less);
        assert left == null || left > 0 : "more connections were given back than taken";
    }

    private void giveUp(Ticket ticket) {
        synchronized (this) {
            if (ticket.state != State.WAITING) {
                return;
            }
        }
        ServerError reason = inVain("waited " + waitMillis + " ms", ticket);
        ticket.leave();
        ticket.refused.accept(reason);
    }

    private synchronized ServerError inVain(String what, Ticket ticket) {
        return new ServerError(
                ErrorCode.CON_COUNT,
                "this statement over several shards has not run, since its turn didn't come (" + what + "): " + running
                        + " "
                        + who + " run now"
                        + (maxRunning == Integer.MAX_VALUE ? "" : " (scatter.max_running: " + maxRunning + ")")
                        + " and hold connections to " + String.join(", ", ticket.servers.keySet())
                        + " (scatter.pool_share: " + perServer + " each); " + waiting.size()
                        + " wait (scatter.wait_timeout)");
    }

    private enum State {
        WAITING,
        INSIDE,
        OUTSIDE
    }

    /** A statement's admission, or its place in the queue. */
    public final class Ticket {
        private final Map<String, Integer> servers = new HashMap<>();
        private final EventLoop loop;
        private final Runnable admitted;
        private final Consumer<ServerError> refused;
        private State state = State.WAITING;
        private volatile @Nullable Future<?> deadline;

        private Ticket(Map<String, Integer> wanted, EventLoop loop, Runnable admitted, Consumer<ServerError> refused) {
            // A statement that needs more connections than the limit waits for the whole limit.
            wanted.forEach((server, count) -> servers.put(server, Math.min(count, perServer)));
            this.loop = loop;
            this.admitted = admitted;
            this.refused = refused;
        }

        /** Whether the statement may run. */
        public boolean isInside() {
            synchronized (Gate.this) {
                return state == State.INSIDE;
            }
        }

        /** The statement has ended, or gives up. Further calls have no effect. */
        public void leave() {
            List<Ticket> next;
            synchronized (Gate.this) {
                switch (state) {
                    case INSIDE -> {
                        running--;
                        servers.forEach((server, count) -> take(taken, server, count));
                    }
                    case WAITING -> {
                        waiting.remove(this);
                        forget(this);
                    }
                    case OUTSIDE -> {
                        return;
                    }
                }
                state = State.OUTSIDE;
                next = serve();
            }
            cancelDeadline();
            next.forEach(Ticket::tell);
        }

        private void tell() {
            loop.execute(() -> {
                cancelDeadline();
                // The statement may have left meanwhile.
                if (isInside()) {
                    admitted.run();
                }
            });
        }

        private void cancelDeadline() {
            Future<?> pending = deadline;
            if (pending != null) {
                pending.cancel(false);
            }
        }
    }
}
