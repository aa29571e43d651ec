package io.pinion.server.backend;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ObjIntConsumer;

/**
 * The connections of one pool that sessions have. Some of them are softly pinned: still with the session that used
 * them last, but anybody's who would have to wait otherwise. Lives on the pool's event loop.
 */
final class LentConnections {
    private final Set<BackendConnection> lent = new HashSet<>();
    private final ArrayDeque<SoftPin> softPins = new ArrayDeque<>();

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
        endSoftPin(connection);
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

    void pinSoftly(BackendConnection connection, Runnable onTaken) {
        softPins.add(new SoftPin(connection, onTaken));
    }

    void endSoftPin(BackendConnection connection) {
        if (!softPins.isEmpty()) {
            softPins.removeIf(softPin -> softPin.connection == connection);
        }
    }

    /** Asks for the one that has been softly pinned for longest, which may come at once; false without any. */
    boolean callInSoftPin() {
        SoftPin longest = softPins.poll();
        if (longest == null) {
            return false;
        }
        longest.onTaken.run();
        return true;
    }

    /** Asks for all of them; they may come at once. */
    void callInSoftPins() {
        while (callInSoftPin()) {
            // The next one.
        }
    }

    void countByLogin(ObjIntConsumer<Login> counter) {
        lent.forEach(connection -> counter.accept(connection.login(), 1));
    }

    private record SoftPin(BackendConnection connection, Runnable onTaken) {}
}
