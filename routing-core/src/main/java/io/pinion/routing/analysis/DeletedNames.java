package io.pinion.routing.analysis;

import io.pinion.routing.text.Tokens;
import java.util.Set;

/** {@code DELETE FROM t, u USING t JOIN u …}: the other way to write {@code DELETE t, u FROM t JOIN u …}. */
public final class DeletedNames {
    private static final Set<String> MODIFIERS = Set.of("LOW_PRIORITY", "QUICK", "IGNORE");

    private DeletedNames() {}

    /** The place of FROM, behind which the names stand; -1 when the statement has another form. */
    static int from(Tokens tokens, int verb) {
        return using(tokens, verb) < 0 ? -1 : behindModifiers(tokens, verb);
    }

    /**
     * The place of USING, behind which the tables stand that are read; -1 when the statement has another form.
     *
     * @param verb the place of DELETE
     */
    public static int using(Tokens tokens, int verb) {
        int from = behindModifiers(tokens, verb);
        if (!tokens.isWord(verb, "DELETE") || !tokens.isWord(from, "FROM")) {
            return -1;
        }
        int token = from;
        do {
            token = behindName(tokens, token + 1);
        } while (tokens.isSymbol(token, ","));
        return tokens.isWord(token, "USING") ? token : -1;
    }

    private static int behindModifiers(Tokens tokens, int verb) {
        int token = verb + 1;
        while (tokens.isOneOf(token, MODIFIERS)) {
            token++;
        }
        return token;
    }

    /** The token behind {@code t}, {@code db.t} or {@code t.*}. */
    private static int behindName(Tokens tokens, int first) {
        int token = first + 1;
        while (tokens.isSymbol(token, ".")) {
            token += 2;
        }
        return token;
    }
}
