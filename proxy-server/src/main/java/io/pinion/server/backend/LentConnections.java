package io.pinion.server.backend;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ObjIntConsumer;

/**
 * The connections of one pool that sessions have. Some of them are softly pinned: the session that used one last still
 * has it, but another session that would have to wait gets it. Lives on the pool's event loop.
 */
final class LentConnections {
    private final Set<BackendConnection> lent = new HashSet<>();
    private final ArrayDeque<SoftPin> softPins = new ArrayDeque<>();

    int size() {
        return lent.size();
    }

    /** A copy, because a session that loses its connection may be lent another meanwhile. */
    List<BackendConnection> all() {
        return lent.isEmpty() ? List.of() : List.copyOf(lent);
    }

    void add(BackendConnection connection) {
        lent.add(connection);
    }

    boolean contains(BackendConnection connection) {
        return lent.contains(connection);
    }

    /** Takes out exactly this one; false when it isn't here. */
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

    /** Takes back the connection that has been softly pinned for longest, at once or later; false without any. */
    boolean callInSoftPin() {
        SoftPin longest = softPins.poll();
        if (longest == null) {
            return false;
        }
        longest.onTaken.run();
        return true;
    }

    /** Takes back all softly pinned connections, at once or later. */
    void callInSoftPins() {
        while (callInSoftPin()) {
            // All work is in the condition.
        }
    }

    void countByLogin(ObjIntConsumer<Login> counter) {
        lent.forEach(connection -> counter.accept(connection.login(), 1));
    }

    private record SoftPin(BackendConnection connection, Runnable onTaken) {}
}
