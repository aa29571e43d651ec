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
 * Lets statements in as long as there is room for them on all servers that they need, else in the order in which they came,
 * but past those that wait for other servers. A statement has the right to a connection to each of its servers, or to none: so
 * no two can wait for each other. Thread-safe; nobody holds its lock for longer than it takes to count.
 */
public final class Gate {
    private static final int MAX_WAITING = 10_000;

    private final String who;
    private final int maxRunning;
    private final int perServer;
    private final long waitMillis;
    private final Map<String, Integer> taken = new HashMap<>();
    /** How many wait for each server, whatever else they wait for. */
    private final Map<String, Integer> awaited = new HashMap<>();

    private final Set<Ticket> waiting = new LinkedHashSet<>();
    private int running;

    /**
     * @param who comes here, for errors: {@code statements that name no shard}
     * @param perServer to how many connections those inside have a right together, of each server
     */
    Gate(String who, int maxRunning, int perServer, long waitMillis) {
        this.who = who;
        this.maxRunning = maxRunning;
        this.perServer = perServer;
        this.waitMillis = waitMillis;
    }

    /** How many are inside. */
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
     * Asks to be let in. To be left whatever comes of it.
     *
     * @param servers how many connections the statement needs of each, by name
     * @param loop of the statement
     * @param admitted is told there when the answer isn't {@link Ticket#isInside inside} at once but later
     * @param refused is told there when it waited in vain
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
            // Whoever comes frees nothing: nobody in line may go on for it.
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

    /** Lets in whoever may come now that somebody has left; those have to be told. */
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

    /** @param awaited servers that somebody waits for who came before: nobody is overtaken where he wants to go */
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

    /** It waits no more. */
    private void forget(Ticket ticket) {
        ticket.servers.keySet().forEach(server -> take(awaited, server, 1));
    }

    private static void take(Map<String, Integer> counts, String server, int count) {
        counts.merge(server, -count, (had, less) -> had + less == 0 ? null : had + less);
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

    /** The right to be inside, or the place in line. */
    public final class Ticket {
        private final Map<String, Integer> servers = new HashMap<>();
        private final EventLoop loop;
        private final Runnable admitted;
        private final Consumer<ServerError> refused;
        private State state = State.WAITING;
        private volatile @Nullable Future<?> deadline;

        private Ticket(Map<String, Integer> wanted, EventLoop loop, Runnable admitted, Consumer<ServerError> refused) {
            // Where there is room for fewer than one statement needs, it needs all that there is.
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

        /** The statement has ended, or doesn't want to run any more. Once is enough, more does no harm. */
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
                // It may have left meanwhile.
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
