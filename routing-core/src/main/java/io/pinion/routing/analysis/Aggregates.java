package io.pinion.routing.analysis;

import io.pinion.routing.text.Tokens;
import java.util.Locale;
import java.util.Set;

/** Functions that make one value of many rows. */
public final class Aggregates {
    /** The manual's "Aggregate Function Descriptions", MariaDB's among them. */
    private static final Set<String> NAMES = Set.of(
            "AVG",
            "BIT_AND",
            "BIT_OR",
            "BIT_XOR",
            "COUNT",
            "GROUP_CONCAT",
            "GROUPING",
            "JSON_ARRAYAGG",
            "JSON_OBJECTAGG",
            "MAX",
            "MIN",
            "ST_COLLECT",
            "STD",
            "STDDEV",
            "STDDEV_POP",
            "STDDEV_SAMP",
            "SUM",
            "VAR_POP",
            "VAR_SAMP",
            "VARIANCE");

    private Aggregates() {}

    /** Whether the token is the name in a call of an aggregate function. */
    public static boolean isCall(Tokens tokens, int token) {
        return tokens.isName(token)
                && tokens.isSymbol(token + 1, "(")
                && NAMES.contains(tokens.text(token).toUpperCase(Locale.ROOT));
    }
}
