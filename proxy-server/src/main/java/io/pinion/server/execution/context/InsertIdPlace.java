package io.pinion.server.execution.context;

import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Leftover;
import io.pinion.server.execution.query.InternalQueries;
import io.pinion.server.execution.query.InternalQueryTracker;
import io.pinion.server.execution.query.QueryResult;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.execution.query.QueryResult.Lost;
import io.pinion.server.execution.query.QueryResult.Refused;
import io.pinion.server.session.SessionState;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The place of the session's {@code LAST_INSERT_ID()}: the session itself, the one connection that ran the last insert,
 * or a query under way on that connection. Not thread-safe; lives on the session's event loop.
 */
public final class InsertIdPlace {
    private final SessionState state;
    private final InternalQueryTracker use;

    /** The only connection that knows the id. */
    private @Nullable BackendConnection connection;

    /**
     * Whether the connection had the session's id ahead of what changed it there, so that 0 is the id; else 0 tells that no
     * id was made, and that the one before counts.
     */
    private boolean tellsZero;

    /** The connection that the session's id is sent to ahead of the running statement. */
    private @Nullable BackendConnection given;

    /** Counts what sets the id, or may: an insert that generated none leaves the id of the one before. */
    private int inserts;

    /** The insert, by its count, whose id the session knows or has lost. An answer about an earlier one comes too late. */
    private int settled;

    /** The connections with a query under way. */
    private final List<BackendConnection> asked = new ArrayList<>(1);

    /** Runs after the last query under way. */
    private @Nullable Runnable afterAnswer;

    InsertIdPlace(SessionState state, InternalQueryTracker use) {
        this.state = state;
        this.use = use;
    }

    /** {@code to} gets the session's id ahead of a statement; null when none does. */
    public void givenTo(@Nullable BackendConnection to) {
        given = to;
    }

    /** From now on only {@code inserted} knows the id. */
    public void placedOn(BackendConnection inserted) {
        BackendConnection before = connection;
        if (before != null && before != inserted) {
            // Where this insert generated none, the session's id is the earlier one.
            if (before.isReusable()) {
                ask(before, () -> {});
            } else {
                before.leaves(Leftover.INSERT_ID);
                settled = inserts;
                state.insertIdLost(false);
            }
        }
        inserts++;
        tellsZero = inserted == given || (tellsZero && inserted == before);
        given = null;
        connection = inserted;
    }

    /** The session itself knows the id. */
    public void becameKnown() {
        BackendConnection before = connection;
        if (before != null) {
            before.leaves(Leftover.INSERT_ID);
        }
        inserts++;
        settled = inserts;
        connection = null;
    }

    /** No connection can tell the id of the last insert. */
    public void becameLost() {
        becameKnown();
        state.insertIdLost(true);
    }

    /** Whether only {@code other} knows the session's id. */
    public boolean is(@Nullable BackendConnection other) {
        return other != null && connection == other;
    }

    @Nullable
    BackendConnection connection() {
        return connection;
    }

    /** Whether the id isn't known, and not on a connection to {@code pair}; null for several pairs. */
    public boolean isElsewhereThan(@Nullable String pair) {
        BackendConnection only = connection;
        return only == null ? isAsking() : !only.pool().pair().equals(pair);
    }

    /** Whether the session must read its insert id from a server. */
    public boolean isElsewhere() {
        return connection != null || isAsking();
    }

    /** Whether a query is under way. Until its answer the connection's id isn't usable. */
    public boolean isAsking() {
        return !asked.isEmpty();
    }

    /** Whether the connection itself is being asked. */
    boolean isAsking(BackendConnection other) {
        return asked.contains(other);
    }

    /** Calls {@code next} after all queries under way, or the next one. */
    void afterAnswer(Runnable next) {
        afterAnswer = next;
    }

    /** @param then called when {@code on} has told its id, and isn't lost */
    void ask(BackendConnection on, Runnable then) {
        connection = null;
        asked.add(on);
        int insert = inserts;
        boolean zeroIsTold = tellsZero;
        InternalQueryTracker.Question question = use.begin();
        InternalQueries.insertId(on, result -> {
            if (insert >= settled) {
                settle(insert, result, zeroIsTold);
            }
            if (result instanceof Refused) {
                on.leaves(Leftover.INSERT_ID);
            }
            if (!(result instanceof Lost)) {
                then.run();
            }
            question.end();
            answered(on);
        });
    }

    private void settle(int insert, QueryResult<Long> result, boolean zeroIsTold) {
        boolean latest = insert == inserts;
        if (result instanceof Answered(Long id)) {
            OptionalLong made = id == 0 && !zeroIsTold ? OptionalLong.empty() : OptionalLong.of(id);
            settled = made.isPresent() ? insert : settled;
            state.insertIdRead(made, latest);
        } else {
            settled = insert;
            state.insertIdLost(latest);
        }
    }

    private void answered(BackendConnection on) {
        asked.remove(on);
        if (isAsking()) {
            return;
        }
        Runnable next = afterAnswer;
        afterAnswer = null;
        if (next != null) {
            next.run();
        }
    }
}
