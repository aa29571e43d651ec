package io.pinion.server.session;

import io.pinion.routing.plan.SessionView;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The texts of PREPARE that Pinion keeps for a session, by their names in lower case. Not thread-safe; lives on the
 * session's event loop.
 */
public final class TextPreparedStatements {
    private final int limit;
    private final Map<String, KeptText> texts = new HashMap<>();

    /**
     * One of them.
     *
     * @param sql in the character set of {@code preparedIn}; must not be changed
     * @param parameters how many {@code ?} it has
     * @param preparedIn the session when it was prepared, by which names and tokens are read
     */
    public record KeptText(byte[] sql, int parameters, SessionView preparedIn) {}

    /** @param limit how many a session may have at a time */
    TextPreparedStatements(int limit) {
        this.limit = limit;
    }

    public int limit() {
        return limit;
    }

    public boolean isFull() {
        return texts.size() >= limit;
    }

    /** Null when there is none of this name. */
    public @Nullable KeptText find(String name) {
        return texts.get(name);
    }

    Set<String> names() {
        return Set.copyOf(texts.keySet());
    }

    void keep(String name, KeptText text) {
        texts.put(name, text);
    }

    boolean forget(String name) {
        return texts.remove(name) != null;
    }

    void clear() {
        texts.clear();
    }
}
