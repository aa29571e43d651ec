package io.pinion.server.backend;

import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.server.session.SessionSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The idle connections of one pool, the last used one in front, so that surplus connections stay at the back and time
 * out. Lives on the pool's event loop.
 */
final class IdleConnections {
    /** The number of connections that are searched for one with the right settings. */
    private static final int MATCH_DEPTH = 8;

    private final Map<Login, ArrayDeque<BackendConnection>> byLogin = new HashMap<>();
    private int size;

    int size() {
        return size;
    }

    void add(BackendConnection connection) {
        connection.idleSince(System.nanoTime());
        byLogin.computeIfAbsent(connection.login(), login -> new ArrayDeque<>()).addFirst(connection);
        size++;
    }

    /** Takes out any that suits, or gives null. */
    @Nullable
    BackendConnection take(Login login, DatabaseContext context) {
        return take(login, null, context);
    }

    /** Takes out one that suits, preferably with these settings and the required database, if any; or gives null. */
    @Nullable
    BackendConnection take(Login login, @Nullable SessionSettings settings, DatabaseContext context) {
        ArrayDeque<BackendConnection> connections = byLogin.get(login);
        if (connections == null) {
            return null;
        }
        String database = context instanceof DatabaseContext.Required(String required) ? required : null;
        BackendConnection best = null;
        int looked = 0;
        for (BackendConnection candidate : connections) {
            if (!candidate.suits(context)) {
                continue;
            }
            if (settings == null
                    || (candidate.applied().equals(settings)
                            && (database == null || database.equals(candidate.currentDatabase())))) {
                best = candidate;
                break;
            }
            // Keeps one without a database for sessions that must not have any.
            boolean spares = database != null && candidate.mayHaveDatabase() && best != null && !best.mayHaveDatabase();
            if (best == null || spares) {
                best = candidate;
            }
            if (++looked == MATCH_DEPTH) {
                break;
            }
        }
        if (best != null) {
            remove(best);
        }
        return best;
    }

    /** Takes out exactly this one; false when it isn't here. */
    boolean remove(BackendConnection connection) {
        ArrayDeque<BackendConnection> connections = byLogin.get(connection.login());
        if (connections == null || !connections.remove(connection)) {
            return false;
        }
        size--;
        return true;
    }

    boolean has(Login login) {
        ArrayDeque<BackendConnection> connections = byLogin.get(login);
        return connections != null && !connections.isEmpty();
    }

    /** Takes out the one that was idle for longest, or gives null. */
    @Nullable
    BackendConnection takeOldest() {
        BackendConnection oldest = null;
        for (ArrayDeque<BackendConnection> connections : byLogin.values()) {
            BackendConnection last = connections.peekLast();
            if (last != null && (oldest == null || last.idleSince() - oldest.idleSince() < 0)) {
                oldest = last;
            }
        }
        if (oldest != null) {
            remove(oldest);
        }
        return oldest;
    }

    /** Takes out all that became idle before this time of {@link System#nanoTime}. */
    List<BackendConnection> takeIdleBefore(long nanos) {
        List<BackendConnection> stale = new ArrayList<>();
        for (ArrayDeque<BackendConnection> connections : byLogin.values()) {
            BackendConnection last = connections.peekLast();
            while (last != null && last.idleSince() - nanos < 0) {
                stale.add(connections.removeLast());
                last = connections.peekLast();
            }
        }
        byLogin.values().removeIf(ArrayDeque::isEmpty);
        size -= stale.size();
        return stale;
    }

    List<BackendConnection> takeAll() {
        List<BackendConnection> all = new ArrayList<>(size);
        byLogin.values().forEach(all::addAll);
        byLogin.clear();
        size = 0;
        return all;
    }

    void countByLogin(ObjIntConsumer<Login> counter) {
        byLogin.forEach((login, connections) -> counter.accept(login, connections.size()));
    }
}
