package io.pinion.routing.planner.dml;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.template.UnplannableException;
import io.pinion.routing.text.Tokens;

/**
 * Locks the rows that the subqueries of a step read. A server that changes rows by subqueries reads the current rows of
 * these and locks them. A locking SELECT doesn't lock in its subqueries, which would read the transaction's snapshot
 * (MySQL 9.7 manual, "Locking Reads").
 */
public final class NestedLocks {
    private NestedLocks() {}

    /**
     * @throws UnplannableException for branches of a UNION, each of which would need a locking clause; gathered rows
     *     are locked
     */
    public static void add(Tokens tokens, StatementFacts facts, Edits edits) {
        if (facts.blocks().stream().anyMatch(QueryBlock::united)) {
            throw unsupported("the branches of a UNION are locked one by one");
        }
        for (int token = 0; token < tokens.count(); token++) {
            boolean opens = tokens.isSymbol(token, "(") && tokens.isOneOf(token + 1, "SELECT", "WITH");
            int close = opens ? tokens.closing(token) : -1;
            if (close > 0 && !isLocked(tokens, close - 1)) {
                edits.insert(tokens.start(close), Fixed.of(" LOCK IN SHARE MODE"));
            }
        }
    }

    private static boolean isLocked(Tokens tokens, int last) {
        return (tokens.isWord(last, "MODE") && tokens.isWord(last - 1, "SHARE"))
                || (tokens.isWord(last - 1, "FOR") && tokens.isOneOf(last, "UPDATE", "SHARE"));
    }
}
