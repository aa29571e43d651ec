package io.pinion.routing.planner.insert;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.planner.shard.ChangeWords;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The places of the parts of an INSERT … SELECT.
 *
 * @param before up to the query
 * @param locking the edits that make the query lock its rows, as INSERT … SELECT does: a transaction's old snapshot
 *     must not be copied
 * @param update ON DUPLICATE KEY UPDATE; null without one
 */
public record InsertParts(
        Span before,
        Span query,
        List<Piece> locking,
        @Nullable Span update) {
    /** The refusal of ROWNUM() among new rows. */
    public static final String NUMBERED =
            "ROWNUM() would count the new rows of each shard by themselves: write the numbers";

    public static final String QUERY_IS_GONE =
            "ON DUPLICATE KEY UPDATE names columns of the query, which are gone when its rows are"
                    + " inserted: write VALUES(column)";

    public InsertParts {
        locking = List.copyOf(locking);
    }

    /** Null when the query's beginning isn't clear. */
    public static @Nullable InsertParts of(Tokens tokens) {
        int query = tokens.outermost(
                token -> beginsQuery(tokens, token) || (tokens.isSymbol(token, "(") && beginsQuery(tokens, token + 1)));
        if (query <= 0) {
            return null;
        }
        int update = ChangeWords.update(tokens);
        int end = tokens.end(tokens.count() - 1);
        boolean locks = tokens.statement().mentions(Mention.FOR_UPDATE)
                || tokens.statement().mentions(Mention.FOR_SHARE)
                || tokens.isSymbol(query, "(");
        return new InsertParts(
                new Span(tokens.start(0), tokens.end(query - 1)),
                new Span(tokens.start(query), update < 0 ? end : tokens.end(update - 1)),
                locks ? List.of() : List.of(Fixed.of(" LOCK IN SHARE MODE")),
                update < 0 ? null : new Span(tokens.start(update), end));
    }

    private static boolean beginsQuery(Tokens tokens, int token) {
        return tokens.isOneOf(token, "SELECT", "WITH");
    }
}
