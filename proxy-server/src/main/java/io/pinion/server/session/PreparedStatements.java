package io.pinion.server.session;

import io.pinion.routing.plan.SessionView;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements that one session has prepared in the binary protocol. Not thread-safe; lives on its event loop. */
public final class PreparedStatements {
    /** MariaDB's connectors mean the statement prepared last by it. */
    private static final long LAST = 0xFFFF_FFFFL;

    private final int limit;
    private final LongData.Budget longDataBudget;
    private final Map<Long, PreparedStatement> statements = new HashMap<>();
    private final long mostBytes;
    private long lastId;
    private long textBytes;

    /**
     * @param limit how many statements a session may have prepared at a time
     * @param mostBytes how long the texts of all of them may be together, and as much again is what may have been sent
     *     ahead as long data
     */
    public PreparedStatements(int limit, long mostBytes) {
        this.limit = limit;
        this.mostBytes = mostBytes;
        this.longDataBudget = new LongData.Budget(mostBytes);
    }

    public boolean isFull() {
        return statements.size() >= limit;
    }

    /** Whether a text of so many bytes is no more than all may be together. */
    public boolean hasRoomFor(int bytes) {
        return textBytes + bytes <= mostBytes;
    }

    public int limit() {
        return limit;
    }

    /** @param sql must not be changed any more */
    public PreparedStatement add(byte[] sql, int parameters, SessionView preparedIn) {
        lastId++;
        PreparedStatement statement =
                new PreparedStatement(lastId, sql, parameters, preparedIn, new LongData(longDataBudget));
        statements.put(lastId, statement);
        textBytes += sql.length;
        return statement;
    }

    /** Null when there is none of this number. */
    public @Nullable PreparedStatement find(long id) {
        return statements.get(id == LAST ? lastId : id);
    }

    /** COM_STMT_CLOSE; a number that nobody has is no error. */
    public void close(long id) {
        PreparedStatement statement = statements.remove(id == LAST ? lastId : id);
        if (statement != null) {
            textBytes -= statement.sql().length;
            statement.reset();
        }
    }

    /** COM_RESET_CONNECTION, COM_CHANGE_USER, the end of the session. */
    public void closeAll() {
        statements.values().forEach(PreparedStatement::reset);
        statements.clear();
        textBytes = 0;
    }

    public int count() {
        return statements.size();
    }
}
