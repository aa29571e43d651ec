package io.pinion.server.session;

import io.pinion.routing.plan.SessionView;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The statements that one session has prepared in the binary protocol. Not thread-safe; lives on its event loop. */
public final class PreparedStatements {
    /** The number by which MariaDB's connectors mean the statement prepared last. */
    private static final long LAST = 0xFFFF_FFFFL;

    private final int limit;
    private final LongData.Budget longDataBudget;
    private final Map<Long, PreparedStatement> statements = new HashMap<>();
    private final long mostBytes;
    private long lastId;
    private long textBytes;

    /**
     * @param limit the most statements that a session may have prepared at a time
     * @param mostBytes the most bytes that the texts of all of them may have together; long data may have as many again
     */
    public PreparedStatements(int limit, long mostBytes) {
        this.limit = limit;
        this.mostBytes = mostBytes;
        this.longDataBudget = new LongData.Budget(mostBytes);
    }

    public boolean isFull() {
        return statements.size() >= limit;
    }

    /** Whether a text of so many bytes fits into the session's limit. */
    public boolean hasRoomFor(int bytes) {
        return textBytes + bytes <= mostBytes;
    }

    public int limit() {
        return limit;
    }

    long mostBytes() {
        return mostBytes;
    }

    /**
     * @param sql must not be changed any more
     * @param settings the session's
     */
    public PreparedStatement add(byte[] sql, int parameters, SessionView preparedIn, PreparationSettings settings) {
        lastId++;
        PreparedStatement statement =
                new PreparedStatement(lastId, sql, parameters, preparedIn, settings, new LongData(longDataBudget));
        statements.put(lastId, statement);
        textBytes += sql.length;
        return statement;
    }

    /** Null when there is none with this number. */
    public @Nullable PreparedStatement find(long id) {
        return statements.get(id == LAST ? lastId : id);
    }

    /** COM_STMT_CLOSE; an unknown number is no error. */
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
}
