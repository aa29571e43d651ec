package io.pinion.routing.analysis;

import io.pinion.routing.text.Tokens;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The substitutes for parts of one statement, by their first tokens. */
final class Substitutes {
    private final Tokens tokens;
    private final Map<Integer, Part> parts = new HashMap<>();

    /**
     * @param instead the substitute; null when the parser gets nothing
     * @param last the part's last token
     */
    record Part(@Nullable String instead, int last) {}

    Substitutes(Tokens tokens) {
        this.tokens = tokens;
    }

    /** Null where the parser gets the token itself. */
    @Nullable
    Part at(int token) {
        return parts.get(token);
    }

    void replace(int token, String instead) {
        replace(token, token, instead);
    }

    void replace(int first, int last, String instead) {
        parts.put(first, new Part(instead, last));
    }

    void leaveOut(int first, int last) {
        if (last >= first && last < tokens.count()) {
            parts.put(first, new Part(null, last));
        }
    }

    /** Leaves out the words if they follow each other from {@code first} on. */
    void leaveOut(int first, String... words) {
        for (int word = 0; word < words.length; word++) {
            if (!tokens.isWord(first + word, words[word])) {
                return;
            }
        }
        leaveOut(first, first + words.length - 1);
    }

    /** The parenthesis that closes the one at {@code open}; -1 without one. */
    int closing(int open) {
        return tokens.isSymbol(open, "(") ? tokens.closing(open) : -1;
    }

    /**
     * The first token that is one of the words or symbols directly in the parentheses, neither first nor last in them; -1
     * without.
     */
    int inside(int open, String... wanted) {
        int close = closing(open);
        for (int token = tokens.next(open + 1); token < close - 1; token = tokens.next(token)) {
            for (String one : wanted) {
                if (tokens.isSymbol(token, one) || tokens.isWord(token, one)) {
                    return token;
                }
            }
        }
        return -1;
    }
}
