package io.pinion.routing.planner.gather;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.text.Tokens;

/**
 * {@code USE INDEX (…)} and the like (MySQL's manual, "Index Hints"): they name indexes that copies of a table don't have,
 * and change no result.
 */
final class IndexHints {
    private IndexHints() {}

    static boolean in(Tokens tokens) {
        return tokens.has(token -> beginsAt(token, tokens));
    }

    static void drop(Tokens tokens, Edits edits) {
        for (int token = 0; token < tokens.count(); token++) {
            if (beginsAt(token, tokens)) {
                int open = token + 2;
                while (open < tokens.count() && !tokens.isSymbol(open, "(")) {
                    open++;
                }
                int last = open < tokens.count() ? tokens.closing(open) : -1;
                if (last > 0) {
                    edits.replace(new Span(tokens.start(token), tokens.end(last)));
                }
            }
        }
    }

    private static boolean beginsAt(int token, Tokens tokens) {
        boolean verb = tokens.isOneOf(token, "USE", "FORCE", "IGNORE");
        return verb && tokens.isOneOf(token + 1, "INDEX", "KEY");
    }
}
