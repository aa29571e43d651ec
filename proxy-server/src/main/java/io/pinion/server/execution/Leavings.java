package io.pinion.server.execution;

import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.PreviousAnswer.Condition;
import io.pinion.routing.plan.PreviousAnswer.Conditions;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.session.LastAnswer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the connection of a session's last statement what that has left, just before another session gets the connection:
 * the session may still want to know. Not thread-safe; lives on the session's event loop.
 */
final class Leavings {
    /** As many as servers list unless told otherwise ({@code max_error_count}). */
    private static final String CONDITIONS = "SHOW WARNINGS LIMIT 64";

    private static final String FOUND_ROWS = "SELECT FOUND_ROWS()";

    private final LastAnswer answer;
    private final Supplier<Charset> charset;
    private boolean asking;

    /** Waits for the answer to the question under way. */
    private @Nullable Runnable afterAnswer;

    /** @param charset how the session's texts are written */
    Leavings(LastAnswer answer, Supplier<Charset> charset) {
        this.answer = answer;
        this.charset = charset;
    }

    LastAnswer answer() {
        return answer;
    }

    /** A question is under way: until it is answered, nobody knows what the last statement has left. */
    boolean isAsking() {
        return asking;
    }

    /** Calls {@code next} when the question under way is answered. */
    void afterAnswer(Runnable next) {
        afterAnswer = next;
    }

    /** @param then is called when {@code asked} has told all, and isn't lost */
    void save(BackendConnection asked, Runnable then) {
        asking = true;
        if (answer.conditionsAreOnServer()) {
            // In this order: on MySQL the other question would empty the list.
            saveConditions(asked, then);
        } else {
            saveFoundRows(asked, then);
        }
    }

    private void saveConditions(BackendConnection asked, Runnable then) {
        new Question(asked) {
            @Override
            void told(List<OneRow> rows) {
                answer.saved(new Conditions(rows.stream().map(this::condition).toList()));
                saveFoundRows(asked, then);
            }

            private Condition condition(OneRow row) {
                String level = cell(row, 0, charset.get());
                int code = Integer.parseInt(cell(row, 1, StandardCharsets.US_ASCII));
                // The list doesn't say it; most have one of these.
                String sqlState = level.equals(Condition.ERROR) ? "HY000" : "01000";
                return new Condition(level, code, sqlState, cell(row, 2, charset.get()));
            }
        }.ask(CONDITIONS);
    }

    private void saveFoundRows(BackendConnection asked, Runnable then) {
        if (!answer.foundRowsAreOnServer()) {
            finish(then);
            return;
        }
        new Question(asked) {
            @Override
            void told(List<OneRow> rows) {
                if (!rows.isEmpty()) {
                    answer.savedFoundRows(Long.parseLong(cell(rows.getFirst(), 0, StandardCharsets.US_ASCII)));
                }
                finish(then);
            }
        }.ask(FOUND_ROWS);
    }

    private void finish(Runnable then) {
        then.run();
        answered();
    }

    private void answered() {
        asking = false;
        Runnable next = afterAnswer;
        afterAnswer = null;
        if (next != null) {
            next.run();
        }
    }

    private abstract class Question extends RowsQuestion {
        Question(BackendConnection connection) {
            super(connection);
        }

        @Override
        void lostAsking(ServerError reason) {
            answered();
        }

        static String cell(OneRow row, int column, Charset charset) {
            byte[] cell = row.cells().get(column);
            return cell == null ? "" : new String(cell, charset);
        }
    }
}
