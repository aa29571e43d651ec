package io.pinion.server.execution.context;

import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Leftover;
import io.pinion.server.execution.query.InternalQueries;
import io.pinion.server.execution.query.InternalQueryTracker;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.execution.query.QueryResult.Lost;
import io.pinion.server.session.SessionState;
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

    /** Counts the ids that the session has learned: the answer to an older query is out of date. */
    private int learned;

    /** Counts inserts: an insert that generated no id leaves the id of the one before. */
    private int inserts;

    /** The number of queries under way. */
    private int asking;

    /** Runs after the last query under way. */
    private @Nullable Runnable afterAnswer;

    InsertIdPlace(SessionState state, InternalQueryTracker use) {
        this.state = state;
        this.use = use;
    }

    /** From now on only {@code inserted} knows the id. */
    public void placedOn(BackendConnection inserted) {
        BackendConnection before = connection;
        inserts++;
        connection = inserted;
        if (before != null && before != inserted) {
            before.leaves(Leftover.INSERT_ID);
        }
    }

    /** The session itself knows the id. */
    void becameKnown() {
        learned++;
        connection = null;
    }

    /** Whether only {@code other} knows the session's id. */
    public boolean is(@Nullable BackendConnection other) {
        return other != null && connection == other;
    }

    @Nullable
    BackendConnection connection() {
        return connection;
    }

    /** Whether the session must read its insert id from a server. */
    public boolean isElsewhere() {
        return connection != null || isAsking();
    }

    /** Whether a query is under way. Until its answer the connection's id isn't usable. */
    public boolean isAsking() {
        return asking > 0;
    }

    /** Calls {@code next} after all queries under way, or the next one. */
    void afterAnswer(Runnable next) {
        afterAnswer = next;
    }

    /** @param then called when {@code asked} has told its id, and isn't lost */
    void ask(BackendConnection asked, Runnable then) {
        connection = null;
        asking++;
        int learnedBefore = learned;
        int insertsBefore = inserts;
        InternalQueryTracker.Question question = use.begin();
        InternalQueries.insertId(asked, result -> {
            if (result instanceof Answered(Long id) && learnedBefore == learned) {
                state.events().insertIdRead(id, insertsBefore == inserts);
            }
            if (!(result instanceof Lost)) {
                then.run();
            }
            answered(question);
        });
    }

    private void answered(InternalQueryTracker.Question question) {
        question.end();
        asking--;
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
