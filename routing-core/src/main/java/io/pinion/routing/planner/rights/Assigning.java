package io.pinion.routing.planner.rights;

import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.TokenType;
import java.util.Locale;
import java.util.Set;

/** Tells the {@code SET}s of a body that assign variables from those of an UPDATE or an INSERT. */
final class Assigning {
    /** Words of a body right behind which a statement begins. */
    private static final Set<String> BEGINNING =
            Set.of("ROW", "BEGIN", "ATOMIC", "THEN", "ELSE", "DO", "LOOP", "REPEAT");

    private static final Set<String> CHANGING_ROWS = Set.of("UPDATE", "INSERT", "REPLACE");

    private Assigning() {}

    static boolean isOfVariables(Tokens tokens, int set) {
        for (int before = set - 1; before >= 0 && !isWordOf(tokens, before, BEGINNING); before--) {
            if (tokens.isSymbol(before, ";")) {
                return true;
            }
            // Behind a dot it is a routine's name; MODIFIES SQL DATA loads no rows.
            boolean changes = isWordOf(tokens, before, CHANGING_ROWS) && !tokens.isSymbol(before - 1, ".");
            if (changes || (tokens.isWord(before, "DATA") && tokens.isWord(before - 1, "LOAD"))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWordOf(Tokens tokens, int token, Set<String> words) {
        return tokens.type(token) == TokenType.WORD
                && words.contains(tokens.text(token).toUpperCase(Locale.ROOT));
    }
}
