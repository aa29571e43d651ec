package io.pinion.routing.planner.schema;

import io.pinion.routing.definition.TableBody;
import io.pinion.routing.text.Tokens;

/**
 * Whether an ALTER TABLE leaves as many columns as before in another order. The shards change one after the other: rows
 * without a list of columns would be placed by the key of one order, and stored by another. With more columns than
 * before, or fewer, servers refuse such rows.
 */
record ReorderedColumns(Tokens tokens) {
    boolean changes() {
        boolean several = tokens.outermost(token -> tokens.isSymbol(token, ",")) >= 0;
        return tokens.has(this::moves)
                || (several && ((tokens.has(this::drops) && tokens.has(this::adds)) || tokens.has(this::showsOrHides)));
    }

    /** {@code MODIFY a INT FIRST}, {@code CHANGE a b INT AFTER c}. */
    private boolean moves(int token) {
        boolean change = tokens.isWord(token, "CHANGE");
        return (change || tokens.isWord(token, "MODIFY"))
                && hasBehind(name(tokens, token + 1) + (change ? 2 : 1), "FIRST", "AFTER");
    }

    /** Rows without a list of columns have no values for invisible ones. */
    private boolean showsOrHides(int token) {
        return token > 0
                && tokens.isOneOf(token, "ADD", "MODIFY", "CHANGE", "ALTER")
                && TableBody.beginsColumn(tokens, token + 1)
                && hasBehind(name(tokens, token + 1) + 1, "VISIBLE", "INVISIBLE");
    }

    private boolean hasBehind(int from, String... words) {
        for (int token = from; token < tokens.count() && !tokens.isSymbol(token, ","); token = tokens.next(token)) {
            if (tokens.isOneOf(token, words)) {
                return true;
            }
        }
        return false;
    }

    private boolean drops(int token) {
        return tokens.isWord(token, "DROP") && TableBody.beginsColumn(tokens, token + 1);
    }

    private boolean adds(int token) {
        return tokens.isWord(token, "ADD") && TableBody.beginsColumn(tokens, token + 1);
    }

    /** The token of a column's name, which may stand behind {@code COLUMN} and {@code IF EXISTS}. */
    static int name(Tokens tokens, int from) {
        int at = tokens.isWord(from, "COLUMN") ? from + 1 : from;
        return tokens.isWord(at, "IF") && tokens.isWord(at + 1, "EXISTS") ? at + 2 : at;
    }
}
