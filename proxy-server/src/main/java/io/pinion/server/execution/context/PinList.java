package io.pinion.server.execution.context;

import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects.Thing;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.session.Pin;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The connections that a session keeps, with the reasons: at most one for each pair, mostly none. */
public final class PinList {
    private static final Pin OPEN_TRANSACTION = new Pin.OpenTransaction();

    private final List<PinnedConnection> all = new ArrayList<>(1);

    void remove(PinnedConnection held) {
        all.remove(held);
    }

    void remove(BackendConnection connection) {
        PinnedConnection held = on(connection);
        if (held != null) {
            all.remove(held);
        }
    }

    /** The connection, kept from now on if it wasn't. It runs a statement right now. */
    PinnedConnection keep(BackendConnection connection) {
        PinnedConnection held = on(connection);
        if (held == null) {
            held = new PinnedConnection(connection);
            all.add(held);
        }
        return held;
    }

    /** The answer that ends now has opened the cursor; a call of {@link PinnedConnections#settle} follows for it. */
    void opened(BackendConnection connection, Pin.OpenCursor cursor) {
        keep(connection).pins.add(cursor);
    }

    /** The answer that ends now has closed the cursor; a call of {@link PinnedConnections#settle} follows for it. */
    void ended(BackendConnection connection, Pin.OpenCursor cursor) {
        PinnedConnection held = on(connection);
        if (held != null) {
            held.pins.remove(cursor);
        }
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** A copy, so that the caller may remove elements. */
    List<PinnedConnection> snapshot() {
        return all.isEmpty() ? List.of() : List.copyOf(all);
    }

    void clear() {
        all.clear();
    }

    @Nullable
    PinnedConnection on(BackendConnection connection) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).connection == connection) {
                return all.get(i);
            }
        }
        return null;
    }

    @Nullable
    PinnedConnection of(String pair) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).pair().equals(pair)) {
                return all.get(i);
            }
        }
        return null;
    }

    @Nullable
    PinnedConnection with(Pin pin) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).pins.contains(pin)) {
                return all.get(i);
            }
        }
        return null;
    }

    /** A lost connection that had a part of the transaction, or null. */
    public @Nullable BackendConnection lostParticipant() {
        for (int i = 0; i < all.size(); i++) {
            PinnedConnection held = all.get(i);
            if (held.pins.contains(OPEN_TRANSACTION) && held.connection.isClosed()) {
                return held.connection;
            }
        }
        return null;
    }

    /** The pair of a connection that has such state. */
    public Optional<String> pairWith(RetainedState what) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).hasLeft(what)) {
                return Optional.of(all.get(i).pair());
            }
        }
        return Optional.empty();
    }

    /** Any of them, preferably one with the transaction, then one to {@code pair}; or null. */
    @Nullable
    PinnedConnection any(String pair) {
        PinnedConnection same = of(pair);
        if (same != null && same.pins.contains(OPEN_TRANSACTION)) {
            return same;
        }
        PinnedConnection transaction = with(OPEN_TRANSACTION);
        if (transaction != null) {
            return transaction;
        }
        return same != null || all.isEmpty() ? same : all.getFirst();
    }

    /** The pair on which a statement for {@code pair}, or for any server, would run. */
    public String pairFor(String pair, boolean anywhere) {
        PinnedConnection held = anywhere ? any(pair) : null;
        return held == null ? pair : held.pair();
    }

    /** The living connection to {@code pair} that has its part of the transaction, or null. */
    @Nullable
    PinnedConnection ofTransaction(String pair) {
        PinnedConnection held = of(pair);
        return held == null || !held.pins.contains(OPEN_TRANSACTION) || held.connection.isClosed() ? null : held;
    }

    /** The part of the transaction that a lost connection had ends with the others. */
    public void lostTransaction(String pair) {
        PinnedConnection held = of(pair);
        if (held != null && held.connection.isClosed() && held.pins.remove(OPEN_TRANSACTION) && !held.isBinding()) {
            all.remove(held);
        }
    }

    /** Whether the session keeps a living connection to {@code pair} with its part of the transaction. */
    public boolean hasTransaction(String pair) {
        return ofTransaction(pair) != null;
    }

    /** Whether an open cursor may have rows to fetch. */
    boolean hasCursor() {
        return all.stream().flatMap(held -> held.pins.stream()).anyMatch(Pin.OpenCursor.class::isInstance);
    }

    /**
     * The pair of a connection that has one of the things, preferably this one; null when none has. A branch of XA is looked
     * for where the client says.
     */
    @Nullable
    String pairWithOneOf(List<Thing> things, String preferred) {
        for (Thing thing : things) {
            Pin pin = new Pin.ConnectionState(thing.what(), thing.name());
            PinnedConnection near = of(preferred);
            PinnedConnection held = near != null && near.pins.contains(pin) ? near : with(pin);
            if (held != null && thing.what() != RetainedState.XA) {
                return held.pair();
            }
        }
        return null;
    }

    /**
     * A PREPARE takes the name from any other connection's text, which stays there until a reset.
     *
     * @param by the connection that has prepared it; null when none has
     */
    void takeText(Thing text, @Nullable PinnedConnection by) {
        for (PinnedConnection held : all) {
            if (held != by) {
                held.loseText(text);
            }
        }
    }

    /** Whether a connection still has an old text of this name, and none has the session's. */
    boolean hasOnlyOld(Thing text) {
        return with(new Pin.OldText(text.name())) != null
                && with(new Pin.ConnectionState(text.what(), text.name())) == null;
    }

    /** Whether a connection to another pair than {@code pair} has such state. */
    public boolean hasElsewhere(RetainedState what, String pair) {
        for (PinnedConnection held : all) {
            if (!held.pair().equals(pair) && held.hasLeft(what)) {
                return true;
            }
        }
        return false;
    }

    /** The living or lost connections that may have user variables which the session doesn't know. */
    List<BackendConnection> withVariables() {
        return all.stream()
                .filter(PinnedConnection::mayHaveVariables)
                .map(held -> held.connection)
                .toList();
    }

    /** Whether one of these leads to another pair than {@code pair}; to any, if that is null. */
    boolean hasVariablesElsewhere(@Nullable String pair) {
        for (PinnedConnection held : all) {
            if (!held.pair().equals(pair) && held.mayHaveVariables()) {
                return true;
            }
        }
        return false;
    }

    /** The pins in words, for {@code SHOW SESSIONS}; empty when no connection is kept. */
    public String reasons() {
        Set<String> words = new LinkedHashSet<>();
        for (PinnedConnection held : all) {
            for (Pin pin : held.pins) {
                words.add(pin.words());
            }
        }
        return String.join(", ", words);
    }

    /** The servers of the connections. */
    public List<String> servers() {
        return all.stream()
                .map(held -> held.connection.pool().server().name())
                .distinct()
                .toList();
    }
}
