package io.pinion.server.backend;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that wait for one pool, in order of arrival for each login: a connection serves only waiters of its own
 * login, so the cost of finding the next waiter doesn't depend on their number. Lives on the pool's event loop.
 */
final class WaitingLine {
    private final Map<Login, ArrayDeque<Place>> byLogin = new HashMap<>();
    private int size;

    /** One waiting session. */
    static final class Place {
        final Login login;
        final DatabaseContext context;
        final Waiter waiter;
        final long sinceNanos;

        @Nullable
        Future<?> deadline;

        Place(Login login, DatabaseContext context, Waiter waiter, long sinceNanos) {
            this.login = login;
            this.context = context;
            this.waiter = waiter;
            this.sinceNanos = sinceNanos;
        }

        void cancelDeadline() {
            if (deadline != null) {
                deadline.cancel(false);
            }
        }

        void refuse(ServerError error) {
            cancelDeadline();
            waiter.refused(error);
        }
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The number of waiters for a connection of {@code login}. */
    int size(Login login) {
        ArrayDeque<Place> line = byLogin.get(login);
        return line == null ? 0 : line.size();
    }

    void add(Place place) {
        byLogin.computeIfAbsent(place.login, login -> new ArrayDeque<>()).add(place);
        size++;
    }

    /**
     * The waiter of {@code login} that has waited for longest, or null.
     *
     * @param withDatabase whether only waiters count that may get a connection with a current database
     */
    @Nullable
    Place first(Login login, boolean withDatabase) {
        ArrayDeque<Place> line = byLogin.get(login);
        if (line == null || !withDatabase) {
            return line == null ? null : line.peek();
        }
        for (Place place : line) {
            if (!(place.context instanceof DatabaseContext.None)) {
                return place;
            }
        }
        return null;
    }

    /**
     * Takes out all waiters of {@code login}. Tell them only afterwards, since a waiter that is told may wait again.
     */
    List<Place> pollAll(Login login) {
        ArrayDeque<Place> line = byLogin.remove(login);
        if (line == null) {
            return List.of();
        }
        size -= line.size();
        return List.copyOf(line);
    }

    /** Takes out exactly this one; false when it isn't here. */
    boolean remove(Place place) {
        ArrayDeque<Place> line = byLogin.get(place.login);
        // Deadlines pass in the order of the line, so this place is mostly the first.
        if (line == null || !line.remove(place)) {
            return false;
        }
        removed(place.login, line);
        return true;
    }

    /** The logins that have waiters, in the order of their first waiter's time. */
    List<Login> logins() {
        List<Map.Entry<Login, ArrayDeque<Place>>> lines = new ArrayList<>(byLogin.entrySet());
        long now = System.nanoTime();
        lines.sort(Comparator.comparingLong(line -> line.getValue().getFirst().sinceNanos - now));
        return lines.stream().map(Map.Entry::getKey).toList();
    }

    void countByLogin(ObjIntConsumer<Login> counter) {
        byLogin.forEach((login, line) -> counter.accept(login, line.size()));
    }

    private void removed(Login login, ArrayDeque<Place> line) {
        size--;
        if (line.isEmpty()) {
            byLogin.remove(login);
        }
    }
}
