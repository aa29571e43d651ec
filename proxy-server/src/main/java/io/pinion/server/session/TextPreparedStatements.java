package io.pinion.server.session;

import io.pinion.routing.plan.SessionView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The texts of PREPARE statements that Pinion keeps for a session, by name in lower case. Not thread-safe; lives on the
 * session's event loop.
 */
public final class TextPreparedStatements {
    private final int limit;
    private final long mostBytes;
    private long bytes;
    private final Map<String, KeptText> texts = new HashMap<>();

    /** The names of which connections have old texts alone; each connection has a pin for each of its own. */
    private final Set<String> old = new HashSet<>();

    /**
     * A text that Pinion keeps.
     *
     * @param sql in the character set of {@code preparedIn}; must not be changed
     * @param parameters the number of {@code ?} in it
     * @param preparedIn the session at the time of PREPARE, by which names and tokens are parsed
     */
    public record KeptText(byte[] sql, int parameters, SessionView preparedIn) {}

    /**
     * @param limit the most texts that a session may have at a time
     * @param mostBytes of them together
     */
    TextPreparedStatements(int limit, long mostBytes) {
        this.limit = limit;
        this.mostBytes = mostBytes;
    }

    public int limit() {
        return limit;
    }

    public boolean isFull() {
        return texts.size() >= limit;
    }

    public boolean hasRoomFor(int textBytes) {
        return bytes + textBytes <= mostBytes;
    }

    /** Null when there is none with this name. */
    public @Nullable KeptText find(String name) {
        return texts.get(name);
    }

    /** Those for which Pinion answers an EXECUTE: of the texts that it keeps, and those that name none any more. */
    Set<String> names() {
        Set<String> names = new HashSet<>(old);
        names.addAll(texts.keySet());
        return names;
    }

    void keep(String name, KeptText text) {
        forget(name);
        texts.put(name, text);
        bytes += text.sql().length;
    }

    boolean forget(String name) {
        KeptText text = texts.remove(name);
        bytes -= text == null ? 0 : text.sql().length;
        return text != null;
    }

    /** Returns whether that is news. */
    boolean knowOld(String name, boolean isOld) {
        return isOld ? old.add(name) : old.remove(name);
    }

    void clear() {
        old.clear();
        texts.clear();
        bytes = 0;
    }
}
