package io.pinion.server.execution.context;

import io.pinion.routing.plan.PreviousDiagnostics.Conditions;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.query.InternalQueries;
import io.pinion.server.execution.query.InternalQueryTracker;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.execution.query.QueryResult.Lost;
import io.pinion.server.execution.query.QueryResult.Refused;
import io.pinion.server.session.DiagnosticsArea;
import java.nio.charset.Charset;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the diagnostics of a session's last statement from its connection, just before another session gets the
 * connection, because the session may still ask for them. Not thread-safe; lives on the session's event loop.
 */
final class DiagnosticsReader {
    private final DiagnosticsArea answer;
    private final Supplier<Charset> charset;
    private final InternalQueryTracker use;
    private boolean asking;

    /** Runs after the query under way. */
    private @Nullable Runnable afterAnswer;

    /** @param charset the character set of the session's texts */
    DiagnosticsReader(DiagnosticsArea answer, Supplier<Charset> charset, InternalQueryTracker use) {
        this.answer = answer;
        this.charset = charset;
        this.use = use;
    }

    DiagnosticsArea answer() {
        return answer;
    }

    /** Whether a query is under way, until whose answer the diagnostics aren't known. */
    boolean isAsking() {
        return asking;
    }

    /** Calls {@code next} after the query under way. */
    void afterAnswer(Runnable next) {
        afterAnswer = next;
    }

    /** @param then called when {@code asked} has told everything, and isn't lost */
    void save(BackendConnection asked, Runnable then) {
        asking = true;
        InternalQueryTracker.Question question = use.begin();
        if (answer.conditionsAreOnServer()) {
            // The conditions first: on MySQL the other query would empty the list.
            saveConditions(asked, then, question);
        } else {
            saveFoundRows(asked, then, question);
        }
    }

    private void saveConditions(BackendConnection asked, Runnable then, InternalQueryTracker.Question question) {
        InternalQueries.conditions(asked, charset.get(), result -> {
            if (result instanceof Lost) {
                answered(question);
            } else {
                answer.saved(new Conditions(result instanceof Answered(var conditions) ? conditions : List.of()));
                saveFoundRows(asked, then, question);
            }
        });
    }

    private void saveFoundRows(BackendConnection asked, Runnable then, InternalQueryTracker.Question question) {
        if (!answer.foundRowsAreOnServer()) {
            finish(then, question);
            return;
        }
        InternalQueries.foundRows(asked, result -> {
            switch (result) {
                case Answered(Long rows) -> {
                    answer.savedFoundRows(rows);
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
