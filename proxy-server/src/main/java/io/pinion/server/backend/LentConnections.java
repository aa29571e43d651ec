package io.pinion.server.backend;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ObjIntConsumer;

/**
 * The connections of one pool that sessions have. Some of them are kept as a courtesy: still with the session that used
 * them last, but anybody's who would have to wait otherwise. Lives on the pool's event loop.
 */
final class LentConnections {
    private final Set<BackendConnection> lent = new HashSet<>();
    private final ArrayDeque<Courtesy> courtesies = new ArrayDeque<>();

    int size() {
        return lent.size();
    }

    /** A copy: who loses one may be lent another. */
    List<BackendConnection> all() {
        return lent.isEmpty() ? List.of() : List.copyOf(lent);
    }

    void add(BackendConnection connection) {
        lent.add(connection);
    }

    boolean contains(BackendConnection connection) {
        return lent.contains(connection);
    }

    /** Takes out this very one; false when it isn't here. */
    boolean remove(BackendConnection connection) {
        endCourtesy(connection);
        return lent.remove(connection);
    }

    boolean hasOneOf(Login login) {
        for (BackendConnection connection : lent) {
            if (connection.login().equals(login)) {
                return true;
            }
        }
        return false;
    }

    void keepAsCourtesy(BackendConnection connection, Runnable onTaken) {
        courtesies.add(new Courtesy(connection, onTaken));
    }

    void endCourtesy(BackendConnection connection) {
        if (!courtesies.isEmpty()) {
            courtesies.removeIf(courtesy -> courtesy.connection == connection);
        }
    }

    /** Asks for the one that has been kept as a courtesy for longest, which may come at once; false without any. */
    boolean callInCourtesy() {
        Courtesy longest = courtesies.poll();
        if (longest == null) {
            return false;
        }
        longest.onTaken.run();
        return true;
    }

    /** Asks for all of them; they may come at once. */
    void callInCourtesies() {
        while (callInCourtesy()) {
            // The next one.
        }
    }

    void countByLogin(ObjIntConsumer<Login> counter) {
        lent.forEach(connection -> counter.accept(connection.login(), 1));
    }

    private record Courtesy(BackendConnection connection, Runnable onTaken) {}
}
