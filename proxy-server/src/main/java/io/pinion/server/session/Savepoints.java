package io.pinion.server.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Savepoints set before any server knew of the transaction, as ORMs do for nested blocks. They are told to the server
 * together with BEGIN, ahead of the first statement. Not thread-safe; lives on the session's event loop.
 */
public final class Savepoints {
    /** More than any nesting a program does on purpose. */
    public static final int MAX_PENDING = 256;

    private final List<String> names = new ArrayList<>();

    /** A savepoint of a name that exists moves to the end, as on a server. False when there are too many. */
    public boolean set(String name) {
        int at = indexOf(name);
        if (at >= 0) {
            names.remove(at);
        }
        if (names.size() >= MAX_PENDING) {
            return false;
        }
        names.add(name);
        return true;
    }

    /** Forgets those set after {@code name}; false when there is no such savepoint. */
    public boolean rollbackTo(String name) {
        int at = indexOf(name);
        if (at >= 0) {
            names.subList(at + 1, names.size()).clear();
        }
        return at >= 0;
    }

    /** Forgets {@code name} and those set after it; false when there is no such savepoint. */
    public boolean release(String name) {
        int at = indexOf(name);
        if (at >= 0) {
            names.subList(at, names.size()).clear();
        }
        return at >= 0;
    }

    public void clear() {
        names.clear();
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }

    /** The statements that set them on a server, oldest first. */
    public List<String> statements() {
        List<String> statements = new ArrayList<>(names.size());
        for (String name : names) {
            statements.add("SAVEPOINT `" + name.replace("`", "``") + '`');
        }
        return statements;
    }

    private int indexOf(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).toLowerCase(Locale.ROOT).equals(wanted)) {
                return i;
            }
        }
        return -1;
    }
}
