package io.pinion.server.execution.fanout;

import io.netty.util.concurrent.Future;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.LoopPool;
import io.pinion.server.execution.context.LoopCluster;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.scatter.Gate;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * When a statement over several shards may begin, and how long it may take, waiting included. Lives on the session's event
 * loop.
 */
public final class ScatterTurn {
    private final SessionContext session;
    private @Nullable Future<?> timer;
    private Gate.@Nullable Ticket ticket;
    private boolean begun;
    private boolean over;

    public ScatterTurn(SessionContext session) {
        this.session = session;
    }

    /** From now on it counts. */
    public void limit(TimeLimit limit, Consumer<ServerError> exceeded) {
        timer = limit.start(session.cluster().pools().loop(), exceeded);
    }

    /** The time is over, but somebody else may still say so before this has passed. */
    public void extend(long millis, Runnable exceeded) {
        timer = session.cluster().pools().loop().schedule(exceeded, millis, TimeUnit.MILLISECONDS);
    }

    /** Begins at once, as a part of a statement whose turn it is. */
    void take(Runnable begin) {
        if (!over && !begun) {
            begun = true;
            begin.run();
        }
    }

    /**
     * Asks for a connection to each of the pairs' servers: see {@link Gate#enter}. Within a transaction the session has
     * connections already, and others may wait for its locks: it goes on.
     *
     * @param pairs may name one twice
     */
    public void await(boolean scatter, Iterable<String> pairs, Runnable begin, Consumer<ServerError> refused) {
        if (!session.state().transaction().open().isEmpty()) {
            take(begin);
            return;
        }
        LoopCluster cluster = session.cluster();
        Gate gate = scatter ? cluster.scatters().unnamed() : cluster.scatters().named();
        Gate.Ticket entering =
                gate.enter(connections(cluster, pairs), cluster.pools().loop(), () -> take(begin), refused);
        ticket = entering;
        if (entering.isInside()) {
            take(begin);
        }
    }

    private static Map<String, Integer> connections(LoopCluster cluster, Iterable<String> pairs) {
        Map<String, Integer> servers = new HashMap<>();
        for (String pair : pairs) {
            LoopPool pool = cluster.primaryOf(pair);
            if (pool != null) {
                servers.merge(pool.server().name(), 1, Integer::sum);
            }
        }
        return servers;
    }

    public boolean hasBegun() {
        return begun;
    }

    /** Others may have their turn. */
    public void end() {
        over = true;
        Future<?> running = timer;
        if (running != null) {
            running.cancel(false);
        }
        Gate.Ticket held = ticket;
        if (held != null) {
            held.leave();
        }
    }
}
