package io.pinion.server.execution.context;

import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.session.Pin;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The connections that a session keeps, at most one for each pair. */
final class HeldList {
    private final List<PinnedConnection> all = new ArrayList<>(1);

    void add(PinnedConnection held) {
        all.add(held);
    }

    void remove(PinnedConnection held) {
        all.remove(held);
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
            if (all.get(i).connection.pool().pair().equals(pair)) {
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

    /** A connection kept for {@code pin} that is closed, or null. */
    @Nullable
    BackendConnection closedWith(Pin pin) {
        for (int i = 0; i < all.size(); i++) {
            PinnedConnection held = all.get(i);
            if (held.pins.contains(pin) && held.connection.isClosed()) {
                return held.connection;
            }
        }
        return null;
    }

    @Nullable
    PinnedConnection withLeft(RetainedState what) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).hasLeft(what)) {
                return all.get(i);
            }
        }
        return null;
    }

    @Nullable
    PinnedConnection first() {
        return all.isEmpty() ? null : all.getFirst();
    }

    boolean hasCursor() {
        return all.stream().flatMap(held -> held.pins.stream()).anyMatch(Pin.OpenCursor.class::isInstance);
    }

    boolean hasElsewhere(RetainedState what, String pair) {
        for (PinnedConnection held : all) {
            if (!held.connection.pool().pair().equals(pair) && held.hasLeft(what)) {
                return true;
            }
        }
        return false;
    }

    String reasons() {
        Set<String> words = new LinkedHashSet<>();
        for (PinnedConnection held : all) {
            for (Pin pin : held.pins) {
                words.add(pin.words());
            }
        }
        return String.join(", ", words);
    }

    List<String> servers() {
        return all.stream()
                .map(held -> held.connection.pool().server().name())
                .distinct()
                .toList();
    }
}
