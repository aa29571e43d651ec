package io.pinion.routing.plan;

import io.pinion.routing.text.Dialect;
import io.pinion.routing.text.Tokens;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;

/**
 * Numbers that are more than their text: an average of DECIMAL has more digits than servers show, and on MariaDB so has a
 * quotient. One server stores them (0.142857142 of 1/7 in a DOUBLE), and a text that was carried gives what it shows (0.1429);
 * measured on MySQL 9.7 and MariaDB 11.4. What is rounded has no more than it shows.
 */
final class UnshownDigits {
    private static final Set<String> ROUNDING =
            Set.of("CAST", "CONVERT", "ROUND", "TRUNCATE", "FLOOR", "CEIL", "CEILING", "FORMAT");

    private UnshownDigits() {}

    /** Whether a DECIMAL that the query computes may have some. */
    static boolean mayBeIn(Tokens tokens, Dialect dialect) {
        Deque<Boolean> rounded = new ArrayDeque<>();
        rounded.push(false);
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isSymbol(token, "(")) {
                rounded.push(rounded.element() || (token > 0 && rounds(tokens.text(token - 1))));
            } else if (tokens.isSymbol(token, ")") && rounded.size() > 1) {
                rounded.pop();
            } else if (!rounded.element() && isUnrounded(tokens, token, dialect)) {
                return true;
            }
        }
        return false;
    }

    private static boolean rounds(String word) {
        return ROUNDING.contains(word.toUpperCase(Locale.ROOT));
    }

    private static boolean isUnrounded(Tokens tokens, int token, Dialect dialect) {
        boolean average = tokens.isWord(token, "AVG") && tokens.isSymbol(token + 1, "(");
        return average || (dialect == Dialect.MARIADB && tokens.isSymbol(token, "/"));
    }
}
