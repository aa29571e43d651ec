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
    private long lastId;

    /**
     * @param limit how many statements a session may have prepared at a time
     * @param longDataBytes how many bytes of long data a session may have sent ahead
     */
    public PreparedStatements(int limit, long longDataBytes) {
        this.limit = limit;
        this.longDataBudget = new LongData.Budget(longDataBytes);
    }

    public boolean isFull() {
        return statements.size() >= limit;
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
            statement.reset();
        }
    }

    /** COM_RESET_CONNECTION, COM_CHANGE_USER, the end of the session. */
    public void closeAll() {
        statements.values().forEach(PreparedStatement::reset);
        statements.clear();
    }

    public int count() {
        return statements.size();
    }
}
