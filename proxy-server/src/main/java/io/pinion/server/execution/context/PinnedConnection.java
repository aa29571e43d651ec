package io.pinion.server.execution.context;

import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.routing.plan.SessionObjects.Thing;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.session.Pin;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A connection that a session keeps between two statements, with the reasons. */
final class PinnedConnection {
    final BackendConnection connection;
    final Set<Pin> pins = new LinkedHashSet<>();
    /** State that exists at most once on a connection, and that one statement ends completely. */
    private static final Set<RetainedState> NAMELESS =
            Set.of(RetainedState.TABLE_LOCK, RetainedState.BACKUP_LOCK, RetainedState.XA);

    private boolean inUse = true;

    /** @param connection runs a statement right now */
    PinnedConnection(BackendConnection connection) {
        this.connection = connection;
    }

    String pair() {
        return connection.pool().pair();
    }

    /** Whether the connection alone holds some state of the session. */
    boolean isBinding() {
        for (Pin pin : pins) {
            if (pin.binding()) {
                return true;
            }
        }
        return false;
    }

    /** Whether {@code only} is the connection's only binding pin. */
    boolean isBoundBy(Pin only) {
        return pins.contains(only) && pins.stream().filter(Pin::binding).allMatch(only::equals);
    }

    boolean isInUse() {
        return inUse;
    }

    /** Marks the connection as in use, so that no other session can take it. */
    BackendConnection use() {
        inUse = true;
        if (!isBinding()) {
            connection.pool().endSoftPin(connection);
        }
        return connection;
    }

    /** The connection's statement has ended. */
    void rest() {
        inUse = false;
    }

    /** A statement has left {@code added} on the connection, and ended the state named in {@code things}. */
    void leave(Set<RetainedState> added, SessionObjects things) {
        for (Thing thing : things.ended()) {
            boolean removed = pins.removeIf(pin -> pin instanceof Pin.ConnectionState(RetainedState what, String name)
                    && what == thing.what()
                    && (!name.isEmpty() || what == RetainedState.NAMED_LOCK)
                    && isOneOf(name, thing.name()));
            if (removed && thing.name().equals(SessionObjects.RENAMED)) {
                pins.add(new Pin.ConnectionState(thing.what(), ""));
            }
        }
        for (RetainedState what : added) {
            leave(what, things.made());
        }
    }

    private static boolean isOneOf(String name, String wanted) {
        return wanted.equals(SessionObjects.ALL) || wanted.equals(SessionObjects.RENAMED) || wanted.equals(name);
    }

    private void leave(RetainedState what, List<Thing> made) {
        connection.resetBehindItsSession();
        String name = NAMELESS.contains(what) ? SessionObjects.ALL : "";
        for (Thing thing : made) {
            if (thing.what() == what) {
                name = thing.name();
            }
        }
        boolean again = !pins.add(new Pin.ConnectionState(what, name));
        if (what == RetainedState.PREPARED_TEXT) {
            pins.remove(new Pin.OldText(name));
        }
        if (again && what == RetainedState.NAMED_LOCK) {
            // Servers count how often a session has taken a lock.
            pins.add(new Pin.ConnectionState(what, ""));
        }
    }

    /** The session has another text of this name now, or none. */
    void loseText(Thing text) {
        if (pins.remove(new Pin.ConnectionState(text.what(), text.name()))) {
            pins.add(new Pin.OldText(text.name()));
        }
    }

    /** Whether a statement has set user variables, or may have, which Pinion didn't see. */
    boolean mayHaveVariables() {
        return hasLeft(RetainedState.USER_VARIABLE) || hasLeft(RetainedState.UNKNOWN);
    }

    boolean hasLeft(RetainedState what) {
        for (Pin pin : pins) {
            if (pin instanceof Pin.ConnectionState left && left.what() == what) {
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
