package io.pinion.server.execution;

import io.pinion.server.backend.BackendConnection;
import io.pinion.server.session.Pin;
import java.util.LinkedHashSet;
import java.util.Set;

/** A connection that a session keeps between two statements, and why. */
final class HeldConnection {
    final BackendConnection connection;
    final Set<Pin> pins = new LinkedHashSet<>();
    private boolean inUse = true;

    /** @param connection runs a statement right now */
    HeldConnection(BackendConnection connection) {
        this.connection = connection;
    }

    /** Something of the session lives on it alone. */
    boolean isBinding() {
        for (Pin pin : pins) {
            if (pin.binding()) {
                return true;
            }
        }
        return false;
    }

    boolean isInUse() {
        return inUse;
    }

    /** It is in use now: nobody may take it away. */
    BackendConnection use() {
        inUse = true;
        if (!isBinding()) {
            connection.pool().endCourtesy(connection);
        }
        return connection;
    }

    /** Its statement has ended. */
    void rest() {
        inUse = false;
    }

    void set(Pin pin, boolean wanted) {
        if (wanted) {
            pins.add(pin);
        } else {
            pins.remove(pin);
        }
    }
}
