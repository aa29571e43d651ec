package io.pinion.routing.analysis;

import io.pinion.routing.merge.AggregateFunction;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Words;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Functions that make one value of many rows. */
public final class Aggregates {
    /**
     * The others of the manual's "Aggregate Function Descriptions", MariaDB's among them: what they make of parts of the
     * rows gives nothing for all rows. One that {@link AggregateFunction} learns to merge leaves this list.
     */
    private static final Set<String> NEVER_MERGED = Words.setOf("""
            GROUP_CONCAT GROUPING JSON_ARRAYAGG JSON_OBJECTAGG ST_COLLECT STD STDDEV STDDEV_POP STDDEV_SAMP VAR_POP
            VAR_SAMP VARIANCE""");

    private static final Set<String> NAMES = Stream.concat(
                    NEVER_MERGED.stream(),
                    Arrays.stream(AggregateFunction.values()).map(AggregateFunction::name))
            .collect(Collectors.toUnmodifiableSet());

    private Aggregates() {}

    /** Whether the token is the name in a call of an aggregate function. */
    public static boolean isCall(Tokens tokens, int token) {
        return tokens.isName(token) && tokens.isSymbol(token + 1, "(") && NAMES.contains(tokens.upper(token));
    }
}
