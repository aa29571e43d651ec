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

/** Admits a statement over several shards, and limits its time, waiting included. Lives on the session's event loop. */
public final class ScatterTurn {
    private final SessionContext session;
    private @Nullable Future<?> timer;
    private Gate.@Nullable Ticket ticket;
    private boolean begun;
    private boolean over;

    public ScatterTurn(SessionContext session) {
        this.session = session;
    }

    /** Starts the time limit. */
    public void limit(TimeLimit limit, Consumer<ServerError> exceeded) {
        timer = limit.start(session.cluster().pools().loop(), exceeded);
    }

    /** Sets another timer after the limit, because another component may report the timeout first. */
    public void extend(long millis, Runnable exceeded) {
        timer = session.cluster().pools().loop().schedule(exceeded, millis, TimeUnit.MILLISECONDS);
    }

    /** Begins at once, as a part of a statement that is admitted. */
    void take(Runnable begin) {
        if (!over && !begun) {
            begun = true;
            begin.run();
        }
    }

    /**
     * Waits for admission to a connection of each pair's server: see {@link Gate#enter}. Within a transaction the
     * statement begins at once, because the session has connections, and other sessions may wait for its locks.
     *
     * @param pairs may contain a pair twice
     */
    public void await(boolean scatter, Iterable<String> pairs, Runnable begin, Consumer<ServerError> refused) {
        if (!session.state().transaction().open().isEmpty()) {
            take(begin);
            return;
        }
        LoopCluster cluster = session.cluster();
        Gate gate = scatter ? cluster.scatters().unnamed() : cluster.scatters().named();
        Gate.Ticket entering =
                gate.enter(connections(cluster, pairs), cluster.pools().loop(), () -> take(begin), error -> {
                    // A refusal is told later, and the statement may have ended meanwhile.
                    if (!over) {
                        refused.accept(error);
                    }
                });
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

    /** Ends the time limit, and releases the admission to other statements. */
    public void end() {
        over = true;
        Future<?> running = timer;
        if (running != null) {
            running.cancel(false);
        }
        leave();
    }

    /** Releases the admission to other statements, because this one needs no server any more. */
    void leave() {
        Gate.Ticket held = ticket;
        if (held != null) {
            held.leave();
        }
    }
}
