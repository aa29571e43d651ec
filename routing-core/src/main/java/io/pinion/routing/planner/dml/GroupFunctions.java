package io.pinion.routing.planner.dml;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.Aggregates;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.template.UnplannableException;
import io.pinion.routing.text.Tokens;

/**
 * Aggregates and window functions of an UPDATE or a DELETE, outside of its subqueries. Servers refuse them before they
 * read a row; the query that finds the rows of a change would compute them.
 */
final class GroupFunctions {
    private GroupFunctions() {}

    static void refuse(Tokens tokens) {
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isSymbol(token, "(") && tokens.isOneOf(token + 1, "SELECT", "WITH")) {
                token = Math.max(token, tokens.closing(token));
            } else if (tokens.isWord(token, "OVER") && tokens.isSymbol(token - 1, ")")) {
                throw unsupported("a change has no window functions, as on one server: compute them in a subquery");
            } else if (Aggregates.isCall(tokens, token) && !tokens.isWord(tokens.closing(token + 1) + 1, "OVER")) {
                throw new UnplannableException(Refusals.groupFunction());
            }
        }
    }
}
