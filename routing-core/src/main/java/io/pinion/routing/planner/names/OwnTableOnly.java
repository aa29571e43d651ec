package io.pinion.routing.planner.names;

import io.pinion.routing.analysis.facts.Conjunct;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.text.Tokens;
import org.jspecify.annotations.Nullable;

/**
 * Functions of a query that need the table itself: copies of its rows, or one shard's part, would give another result.
 */
public final class OwnTableOnly {
    private OwnTableOnly() {}

    /** The reason why copies are wrong, a clause that begins in lower case; null when they are right. */
    public static @Nullable String reason(Tokens tokens) {
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isWord(token, "MATCH")) {
                return "MATCH … AGAINST needs the full-text index of the table itself";
            }
            if (tokens.isWord(token, "DEFAULT") && tokens.isSymbol(token + 1, "(")) {
                return "DEFAULT(column) asks the table itself";
            }
        }
        return null;
    }

    /**
     * Whether a relevance has another use than to find rows: it depends on all the rows of its table (MySQL's manual,
     * "Natural Language Full-Text Searches"), of which each shard has a part. A test against 0 doesn't.
     */
    public static boolean usesRelevance(Tokens tokens, StatementFacts facts) {
        return tokens.has(token -> tokens.isWord(token, "MATCH") && !isCondition(token, tokens, facts));
    }

    private static boolean isCondition(int match, Tokens tokens, StatementFacts facts) {
        int against = match;
        while (against < tokens.count() && !tokens.isWord(against, "AGAINST")) {
            against++;
        }
        int end = against + 1 < tokens.count() ? tokens.closing(against + 1) : -1;
        return facts.conjuncts().stream().map(Conjunct::span).anyMatch(span -> isWhole(span, match, end, tokens));
    }

    private static boolean isWhole(Span span, int first, int last, Tokens tokens) {
        return last > 0 && span.from() == tokens.start(first) && span.to() == tokens.end(last);
    }
}
