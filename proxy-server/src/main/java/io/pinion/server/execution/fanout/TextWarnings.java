package io.pinion.server.execution.fanout;

import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.server.execution.answer.WarnedAnswer;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Recognizes warnings about a statement's text rather than its rows: deprecated syntax, a hint without effect, an
 * INSERT that leaves out a column without default. Every shard sends the same, and one server would send it once: to a
 * preparation, if it's about the syntax, and not to its executions.
 *
 * @param onMySql whether a NULL for a column is warned of once in an INSERT (MySQL 9.7), else for each row (MariaDB)
 * @param prepared whether the statement is an execution
 */
record TextWarnings(Merging merging, boolean onMySql, boolean prepared) {
    /**
     * The codes: of hints 1064 and 3126 to 3129, of names 1052, of columns left out 1364, of deprecated syntax the
     * others (MySQL 9.7 Error Message Reference, "Server Error Message Reference").
     */
    private static final Set<Integer> CODES =
            Set.of(1052, 1064, 1287, 1364, 1681, 3126, 3127, 3128, 3129, 3719, 3720, 3778);

    /** The only deprecated syntax after the rows of an INSERT, in the part that all shards' texts have in common. */
    private static final String BEHIND_ROWS = "'VALUES function'";

    /** Concerns all rows of an INSERT, and so those of each shard; a row with DEFAULT has a warning of its own. */
    private static final int NO_DEFAULT = 1364;

    /** Names its column. */
    private static final int NULL_FOR_COLUMN = 1048;

    /**
     * The warnings that count once.
     *
     * @param once how many the client gets
     * @param within how many of them an answer has
     * @param repeated how many more than {@code once} all answers have
     */
    record Counts(int once, ToIntFunction<WarnedAnswer> within, int repeated) {
        static final Counts NONE = new Counts(0, answer -> 0, 0);
    }

    /** @return the shard's warnings that are about the text */
    List<Condition> among(List<Condition> ofShard) {
        return ofShard.stream().filter(this::isOfText).toList();
    }

    private boolean isOfText(Condition condition) {
        boolean rowsDiffer = merging instanceof Merging.InsertedRows || merging instanceof Merging.Returned;
        if (rowsDiffer && condition.code() == NULL_FOR_COLUMN) {
            return onMySql;
        }
        return CODES.contains(condition.code())
                && (!rowsDiffer
                        || condition.code() == NO_DEFAULT
                        || condition.message().startsWith(BEHIND_ROWS));
    }

    /** Whether the client gets a warning about the text. */
    boolean isTold(Condition ofText) {
        return !prepared || ofText.code() == NO_DEFAULT || ofText.code() == NULL_FOR_COLUMN;
    }
}
