package io.pinion.server.execution.context;

import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.query.InternalQueries;
import io.pinion.server.execution.query.InternalQueryTracker;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.execution.query.QueryResult.Lost;
import io.pinion.server.execution.query.QueryResult.Refused;
import io.pinion.server.session.SessionState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connection that ran a session's last statement, in the pool or not. Only this connection has the statement's
 * diagnostics, and only until another session uses it: just before, Pinion reads them, because the session may still
 * ask. Lives on the session's event loop.
 */
public final class LastStatement {
    private final SessionState state;
    private final PinList pins;
    private final InternalQueryTracker use;

    /** Null before the session's first statement on a server. */
    private @Nullable BackendConnection connection;

    private long uses;

    /** The statement's diagnostics on the connection are lost. */
    private boolean gone;

    private boolean asking;

    /** Runs after the query under way. */
    private @Nullable Runnable afterAnswer;

    LastStatement(SessionState state, PinList pins, InternalQueryTracker use) {
        this.state = state;
        this.pins = pins;
        this.use = use;
    }

    /** A statement of the session has ended on the connection. */
    void ran(BackendConnection on) {
        connection = on;
        uses = on.uses();
        gone = false;
    }

    /** The next statement that the connection runs isn't the session's. */
    void gone() {
        gone = true;
    }

    void forget() {
        connection = null;
    }

    /** Whether no statement has run on a server yet, so that there are no diagnostics. */
    public boolean ranNothing() {
        return connection == null;
    }

    boolean ranOn(BackendConnection other) {
        return other == connection;
    }

    /** Whether {@code other} ran the session's last statement and still has its diagnostics. */
    public boolean isAtHandOn(BackendConnection other) {
        return other == connection && !gone;
    }

    /** Whether the pool has just lent the session its last connection again, unused in between. */
    public boolean isLentAgain(BackendConnection lent) {
        return lent == connection && lent.uses() == uses + 1;
    }

    /** Null when the diagnostics are lost. The connection may belong to another session by now. */
    @Nullable
    BackendConnection askable() {
        BackendConnection on = connection;
        return on == null || gone || !on.isReusable() ? null : on;
    }

    /** Whether {@link #claim} would succeed, and the connection can run a statement of the session as it is. */
    public boolean isAtHand() {
        BackendConnection on = askable();
        return on != null
                && isInSessionsDatabase(on)
                && (pins.on(on) != null || on.pool().isIdle(on, uses));
    }

    /** A SET runs in any database, and a USE before the next statement would destroy the diagnostics. */
    private boolean isInSessionsDatabase(BackendConnection on) {
        String current = on.currentDatabase();
        return current == null || state.database().map(current::equals).orElse(true);
    }

    /** The connection that ran the last statement, if no other session has used it since; else null. */
    public @Nullable BackendConnection claim() {
        BackendConnection on = askable();
        if (on == null) {
            return null;
        }
        PinnedConnection held = pins.on(on);
        if (held != null) {
            return held.use();
        }
        return on.pool().takeBack(on, uses) ? on : null;
    }

    /** Pinion runs a query of its own on the connection, or resets it. */
    public void spoilCounts(BackendConnection on) {
        if (on == connection) {
            state.diagnostics().spoilCounts();
        }
    }

    /** Whether the next statement may ask for what only the connection knows. */
    boolean isWanted() {
        return state.diagnostics().conditionsAreOnServer()
                || state.diagnostics().foundRowsAreOnServer();
    }

    /** Whether an error that Pinion itself answers is added to conditions that only the connection has. */
    boolean hasConditionsToAddTo() {
        return state.diagnostics().addsOwnErrors() && state.diagnostics().conditionsAreOnServer();
    }

    /** Whether the connection must stay for conditions that only it has. */
    boolean hasConditions() {
        return state.diagnostics().conditionsAreOnServer();
    }

    /** Whether a query is under way, until whose answer the diagnostics aren't known. */
    public boolean isAsked() {
        return asking;
    }

    /** Calls {@code next} after the query under way. */
    void afterAnswer(Runnable next) {
        afterAnswer = next;
    }

    /**
     * Waits for the query, if one is under way.
     *
     * @param then called afterwards, perhaps before this returns
     */
    public void whenKnown(Runnable then) {
        if (asking) {
            afterAnswer(then);
        } else {
            then.run();
        }
    }

    /** @param then called when {@code asked} has told everything, and isn't lost */
    void save(BackendConnection asked, Runnable then) {
        asking = true;
        InternalQueryTracker.Question question = use.begin();
        if (state.diagnostics().conditionsAreOnServer()) {
            // The conditions first: on MySQL the other query would empty the list.
            saveConditions(asked, then, question);
        } else {
            saveFoundRows(asked, then, question);
        }
    }

    private void saveConditions(BackendConnection asked, Runnable then, InternalQueryTracker.Question question) {
        InternalQueries.conditions(asked, state.javaCharset(), result -> {
            if (result instanceof Lost) {
                answered(question);
            } else {
                state.diagnostics()
                        .read(new Conditions(result instanceof Answered(var conditions) ? conditions : List.of()));
                saveFoundRows(asked, then, question);
            }
        });
    }

    private void saveFoundRows(BackendConnection asked, Runnable then, InternalQueryTracker.Question question) {
        if (!state.diagnostics().foundRowsAreOnServer()) {
            finish(then, question);
            return;
        }
        InternalQueries.foundRows(asked, result -> {
            switch (result) {
                case Answered(Long rows) -> {
                    state.diagnostics().readFoundRows(rows);
                    finish(then, question);
                }
                case Refused<Long> refused -> finish(then, question);
                case Lost<Long> lost -> answered(question);
            }
        });
    }

    private void finish(Runnable then, InternalQueryTracker.Question question) {
        then.run();
        answered(question);
    }

    private void answered(InternalQueryTracker.Question question) {
        asking = false;
        question.end();
        Runnable next = afterAnswer;
        afterAnswer = null;
        if (next != null) {
            next.run();
        }
    }
}
