package io.pinion.routing.planner.rights;

import io.pinion.routing.text.Tokens;
import java.util.Set;

/**
 * Tells the {@code SET}s of a body that assign variables from those of an UPDATE or an INSERT. It is given the tokens of
 * the body one by one.
 */
final class Assigning {
    /** Words of a body right behind which a statement begins. */
    private static final Set<String> BEGINNING =
            Set.of("ROW", "BEGIN", "ATOMIC", "THEN", "ELSE", "DO", "LOOP", "REPEAT");

    private static final Set<String> CHANGING_ROWS = Set.of("UPDATE", "INSERT", "REPLACE");

    private final Tokens tokens;

    /** Whether the statement that the last token belongs to changes rows. */
    private boolean changesRows;

    Assigning(Tokens tokens) {
        this.tokens = tokens;
    }

    /** Whether the token is a SET of variables; every token is asked for, in their order. */
    boolean begins(int token) {
        if (tokens.isSymbol(token, ";") || tokens.isOneOf(token, BEGINNING)) {
            changesRows = false;
        } else if (tokens.isOneOf(token, CHANGING_ROWS)) {
            // Behind a dot it is a routine's name.
            changesRows |= !tokens.isSymbol(token - 1, ".");
        } else if (tokens.isWord(token, "DATA")) {
            // MODIFIES SQL DATA loads no rows.
            changesRows |= tokens.isWord(token - 1, "LOAD");
        }
        return !changesRows && tokens.isWord(token, "SET");
    }
}
