package io.pinion.server.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The savepoints of the session's transaction, whether a server has them yet or not. ORMs set savepoints before BEGIN
 * reaches a server: Pinion sends those after BEGIN, and sends all to a pair that joins later. Not thread-safe; lives on
 * the session's event loop.
 */
public final class Savepoints {
    /** More than any program nests on purpose. */
    public static final int MAX_REMEMBERED = 256;

    private final List<String> names = new ArrayList<>();

    /** The transaction has savepoints that aren't in {@link #names}. */
    private boolean incomplete;

    /** A savepoint whose name exists moves to the end, as on a server. False when there are too many. */
    boolean set(String name) {
        int at = indexOf(name);
        if (at >= 0) {
            names.remove(at);
        }
        if (names.size() >= MAX_REMEMBERED) {
            return false;
        }
        names.add(name);
        return true;
    }

    /** Forgets the savepoints after {@code name}; false when there is no such savepoint. */
    boolean rollbackTo(String name) {
        int at = indexOf(name);
        if (at >= 0) {
            names.subList(at + 1, names.size()).clear();
        }
        return at >= 0;
    }

    /** Forgets {@code name} and the savepoints after it; false when there is no such savepoint. */
    boolean release(String name) {
        int at = indexOf(name);
        if (at >= 0) {
            names.subList(at, names.size()).clear();
        }
        return at >= 0;
    }

    /** A server has accepted the statement, or Pinion answers it. */
    public void note(SavepointStatement statement) {
        switch (statement) {
            case SavepointStatement.SetPoint(String name) -> incomplete |= !set(name);
            case SavepointStatement.RollbackTo(String name) -> rollbackTo(name);
            case SavepointStatement.Release(String name) -> release(name);
        }
    }

    /** Whether a server would accept the statement. */
    public boolean allows(SavepointStatement statement) {
        return has(statement.name()) || statement instanceof SavepointStatement.SetPoint;
    }

    /** Whether Pinion can't remember the savepoint, so that a server must have it. */
    public boolean isTooManyWith(SavepointStatement statement) {
        return statement instanceof SavepointStatement.SetPoint
                && names.size() >= MAX_REMEMBERED
                && !has(statement.name());
    }

    public boolean has(String name) {
        return indexOf(name) >= 0;
    }

    /** A server has accepted a statement about savepoints that Pinion can't parse. */
    void lose() {
        incomplete = true;
    }

    /** Whether Pinion doesn't know all savepoints, so that no pair can join the transaction any more. */
    public boolean isIncomplete() {
        return incomplete;
    }

    void clear() {
        names.clear();
        incomplete = false;
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }

    /** The statements that set the savepoints on a server, oldest first. */
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
