package io.pinion.server.execution.context;

import io.pinion.routing.plan.LastingThings;
import io.pinion.routing.plan.LastingThings.Thing;
import io.pinion.routing.plan.StatementTraits.LeftBehind;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.session.Pin;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A connection that a session keeps between two statements, and why. */
final class PinnedConnection {
    final BackendConnection connection;
    final Set<Pin> pins = new LinkedHashSet<>();
    /** There is one at a time, and a statement that ends it whatever it is. */
    private static final Map<LeftBehind, String> NAMELESS =
            Map.of(LeftBehind.TABLE_LOCK, LastingThings.ALL, LeftBehind.XA, LastingThings.ALL);

    private boolean inUse = true;

    /** @param connection runs a statement right now */
    PinnedConnection(BackendConnection connection) {
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

    /** Nothing else of the session lives on it alone. */
    boolean isBoundBy(Pin only) {
        return pins.contains(only) && pins.stream().filter(Pin::binding).allMatch(only::equals);
    }

    boolean isInUse() {
        return inUse;
    }

    /** It is in use now: nobody may take it away. */
    BackendConnection use() {
        inUse = true;
        if (!isBinding()) {
            connection.pool().endSoftPin(connection);
        }
        return connection;
    }

    /** Its statement has ended. */
    void rest() {
        inUse = false;
    }

    /** A statement has left {@code added} here, and ended what {@code things} says. */
    void leave(Set<LeftBehind> added, LastingThings things) {
        for (Thing thing : things.ended()) {
            pins.removeIf(pin -> pin instanceof Pin.LeftBehind(LeftBehind what, String name)
                    && what == thing.what()
                    && (!name.isEmpty() || what == LeftBehind.NAMED_LOCK)
                    && (thing.name().equals(LastingThings.ALL) || thing.name().equals(name)));
        }
        for (LeftBehind what : added) {
            leave(what, things.made());
        }
    }

    private void leave(LeftBehind what, List<Thing> made) {
        String name = NAMELESS.getOrDefault(what, "");
        for (Thing thing : made) {
            if (thing.what() == what) {
                name = thing.name();
            }
        }
        boolean again = !pins.add(new Pin.LeftBehind(what, name));
        if (again && (what == LeftBehind.TEMPORARY_TABLE || what == LeftBehind.NAMED_LOCK)) {
            // A table of this name in another database, or a lock taken twice: when one is gone the other may still be
            // there.
            pins.add(new Pin.LeftBehind(what, ""));
        }
    }

    boolean hasLeft(LeftBehind what) {
        for (Pin pin : pins) {
            if (pin instanceof Pin.LeftBehind left && left.what() == what) {
                return true;
            }
        }
        return false;
    }

    void set(Pin pin, boolean wanted) {
        if (wanted) {
            pins.add(pin);
        } else {
            pins.remove(pin);
        }
    }
}
