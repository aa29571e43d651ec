package io.pinion.routing.planner.shard;

import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import java.util.Set;

/** Words of a statement that changes rows. */
public final class ChangeWords {
    private static final Set<String> MODIFIERS = Set.of("LOW_PRIORITY", "HIGH_PRIORITY", "DELAYED", "QUICK", "IGNORE");

    private ChangeWords() {}

    /** Whether IGNORE stands behind the verb; behind a table it belongs to an index hint. */
    public static boolean ignores(Tokens tokens) {
        for (int token = 1; tokens.isOneOf(token, MODIFIERS); token++) {
            if (tokens.isWord(token, "IGNORE")) {
                return true;
            }
        }
        return false;
    }

    /** The token that ON DUPLICATE KEY UPDATE begins with, or less than 0. */
    public static int update(Tokens tokens) {
        return tokens.outermost(token -> tokens.isWord(token, "ON") && tokens.isWord(token + 1, "DUPLICATE"));
    }

    /** Whether a change returns rows; JSON_VALUE has a RETURNING, too, within its parentheses. */
    public static boolean returnsRows(Tokens tokens) {
        return tokens.statement().mentions(Mention.RETURNING) && tokens.outermost(0, "RETURNING") >= 0;
    }
}
