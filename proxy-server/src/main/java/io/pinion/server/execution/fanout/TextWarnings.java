package io.pinion.server.execution.fanout;

import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan.Merging;
import java.util.List;
import java.util.Set;

/**
 * Recognizes warnings about a statement's text rather than its rows: deprecated syntax, a hint without effect, an
 * INSERT that leaves out a column without default. Every shard sends the same, and one server would send it once.
 */
final class TextWarnings {
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

    private TextWarnings() {}

    /** @return the shard's warnings that all shards of such a statement have in common */
    static List<Condition> among(List<Condition> ofShard, Merging merging) {
        boolean rowsDiffer = merging instanceof Merging.InsertedRows || merging instanceof Merging.Returned;
        return ofShard.stream()
                .filter(condition -> CODES.contains(condition.code()))
                .filter(condition -> !rowsDiffer
                        || condition.code() == NO_DEFAULT
                        || condition.message().startsWith(BEHIND_ROWS))
                .toList();
    }
}
