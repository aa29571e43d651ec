package io.pinion.server.execution.context;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.query.InsertIdQuery;
import io.pinion.server.execution.query.InternalQueryTracker;
import io.pinion.server.session.SessionState;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Where the session's {@code LAST_INSERT_ID()} is: known to the session itself, on the one connection that ran the last
 * insert, or on its way from there. Not thread-safe; lives on the session's event loop.
 */
public final class InsertIdPlace {
    private final SessionState state;
    private final InternalQueryTracker use;

    /** The connection that alone knows it. */
    private @Nullable BackendConnection connection;

    /** Counts what the session has learned: an answer to an older question is out of date. */
    private int learned;

    /** Counts inserts since: one that made no id leaves the id of the one before. */
    private int inserts;

    private boolean asking;

    /** Waits for the answer to the question under way. */
    private @Nullable Runnable afterAnswer;

    InsertIdPlace(SessionState state, InternalQueryTracker use) {
        this.state = state;
        this.use = use;
    }

    /** Only {@code inserted} knows it now. */
    public void isOn(BackendConnection inserted) {
        BackendConnection before = connection;
        inserts++;
        connection = inserted;
        if (before != null && before != inserted) {
            before.insertIdIsStale();
        }
    }

    /** The session knows it by itself. */
    void isKnown() {
        learned++;
        connection = null;
    }

    /** The id on {@code other} is the session's own. */
    public boolean is(@Nullable BackendConnection other) {
        return other != null && connection == other;
    }

    @Nullable
    BackendConnection connection() {
        return connection;
    }

    /** Whether the session has to ask a server before it can say what its insert id is. */
    public boolean isElsewhere() {
        return connection != null || asking;
    }

    /** The question is under way: until it is answered the connection can't be told apart from others. */
    public boolean isAsking() {
        return asking;
    }

    /** Calls {@code next} when the question under way, or the next one, is answered. */
    void afterAnswer(Runnable next) {
        afterAnswer = next;
    }

    /** @param then is called when {@code asked} has told its id, and isn't lost */
    void ask(BackendConnection asked, Runnable then) {
        connection = null;
        asking = true;
        int learnedBefore = learned;
        int insertsBefore = inserts;
        InternalQueryTracker.Question question = use.begin();
        new InsertIdQuery(asked, new InsertIdQuery.Asker() {
                    @Override
                    public void told(OptionalLong id) {
                        if (id.isPresent() && learnedBefore == learned) {
                            if (insertsBefore == inserts) {
                                state.serverSaidInsertId(id.getAsLong());
                            } else {
                                state.serverSaidEarlierInsertId(id.getAsLong());
                            }
                        }
                        then.run();
                        answered(question);
                    }

                    @Override
                    public void lostAsking(ServerError reason) {
                        answered(question);
                    }
                })
                .ask();
    }

    private void answered(InternalQueryTracker.Question question) {
        question.end();
        asking = false;
        Runnable next = afterAnswer;
        afterAnswer = null;
        if (next != null) {
            next.run();
        }
    }
}
