package io.pinion.operations.rekey;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.ProxyStopping;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.UserStatements;
import io.pinion.operations.engine.UserStatements.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The statements of one operation, each in a session of its own with known settings. Blocks; thread-safe.
 *
 * @param user of Pinion, who has asked for the operation
 */
record RekeySession(UserStatements statements, RunningOperation operation, String user) {
    private static final Duration LONGEST_STATEMENT = Duration.ofMinutes(1);

    /** For a server that is being replaced by its standby. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Duration PAUSE = Duration.ofMillis(500);

    /** The rows of a query without warnings: of what a server only warns here, a change would be refused for. */
    List<List<@Nullable String>> rows(String query) throws OperationRefused {
        return switch (answer(List.of(query))) {
            case Answer.Rows(var rows, int warnings) when warnings == 0 -> rows;
            case Answer.Rows(var rows, int warnings) ->
                throw new OperationRefused(
                        "servers warn of the new keys or the condition, as of a text that is no number:"
                                + " SHOW WARNINGS behind the same SELECT tells of what");
            case Answer other -> throw refused(other);
        };
    }

    /** Runs changes of no row, which mustn't be refused. */
    void require(List<String> changes) throws OperationRefused {
        Answer answer = answer(changes);
        if (!(answer instanceof Answer.Changed)) {
            throw refused(answer);
        }
    }

    /** @return rows that were changed, or the reason why the statement itself can't be done */
    Answer change(String change) throws OperationRefused {
        Answer answer = answer(List.of(change));
        if (answer instanceof Answer.Changed || answer instanceof Answer.Refused) {
            return answer;
        }
        throw refused(answer);
    }

    private static OperationRefused refused(Answer answer) {
        return new OperationRefused(
                switch (answer) {
                    case Answer.Rows rows -> "a change has answered with rows";
                    case Answer.Changed changed -> "a query has answered without rows";
                    case Answer.Refused(int code, String message) -> message + " (" + code + ")";
                    case Answer.Away(String why) -> why;
                    case Answer.Unknown(String why) -> why;
                });
    }

    private Answer answer(List<String> wanted) throws OperationRefused {
        List<String> all = new ArrayList<>(RekeyTexts.SETTINGS);
        all.addAll(wanted);
        long until = System.nanoTime() + PATIENCE.toNanos();
        try {
            Answer answer = statements.run(user, all, LONGEST_STATEMENT);
            while (answer instanceof Answer.Away(String why) && System.nanoTime() - until < 0) {
                operation.tellIfMine("waiting for a server: " + why);
                operation.pause(PAUSE);
                answer = statements.run(user, all, LONGEST_STATEMENT);
            }
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProxyStopping();
        }
    }
}
