package io.pinion.routing.analysis;

import io.pinion.routing.text.Tokens;
import java.util.Set;
import java.util.function.IntConsumer;

/** {@code GROUP BY n DESC}, which MySQL reads up to 5.7, and MariaDB does. */
public final class SortedGroups {
    private static final Set<String> BEHIND_GROUPS =
            Set.of("WITH", "HAVING", "WINDOW", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "FOR", "LOCK", "INTO");

    private SortedGroups() {}

    public static boolean areIn(Tokens tokens) {
        boolean[] found = new boolean[1];
        readDirections(tokens, token -> found[0] = true);
        return found[0];
    }

    /** Calls {@code direction} with each ASC and DESC of a GROUP BY. */
    static void readDirections(Tokens tokens, IntConsumer direction) {
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isWord(token, "GROUP") && tokens.isWord(token + 1, "BY")) {
                readElements(tokens, token + 2, direction);
            }
        }
    }

    private static void readElements(Tokens tokens, int elements, IntConsumer direction) {
        for (int token = elements; token < tokens.count() && !tokens.isSymbol(token, ")"); token = tokens.next(token)) {
            if (tokens.isOneOf(token, "ASC", "DESC")) {
                direction.accept(token);
            }
            if (tokens.isOneOf(token, BEHIND_GROUPS)) {
                return;
            }
        }
    }
}
