package io.pinion.routing.text;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The beginnings of the admin statements, registered by the code that runs them: routing has no list of its own.
 * Immutable; shared by the planners of all event loops.
 */
public final class AdminOpenings {
    /** For planners whose sessions have no admin statements. */
    public static final AdminOpenings NONE = new AdminOpenings(List.of());

    /** A shorter word is never taken for a misspelling. */
    private static final int SHORTEST_GUESSED = 4;

    private final List<AdminOpening> openings;
    private final List<String> shown;

    public AdminOpenings(List<AdminOpening> openings) {
        this.openings = List.copyOf(openings);
        this.shown = openings.stream()
                .map(AdminOpening::words)
                .filter(words -> words.size() > 1 && words.getFirst().equals("SHOW"))
                .map(words -> words.get(1))
                .filter(word -> word.length() >= SHORTEST_GUESSED)
                .toList();
    }

    /** The admin statement that the tokens begin with; of several, the one with the most words. */
    public Optional<AdminOpening> find(Tokens tokens) {
        return openings.stream()
                .filter(opening -> opening.opens(tokens))
                .max(Comparator.comparingInt(opening -> opening.words().size()));
    }

    /**
     * Whether a SHOW that no server knows is most likely a misspelt admin statement: Pinion's error explains the
     * mistake, where a server would only report an unknown word.
     */
    public boolean isNearlyShown(Tokens tokens) {
        // SHOW SESSION VARIABLES is a server's, and SHOW SESSIONS Pinion's.
        if (tokens.count() < 2 || !tokens.isWord(0, "SHOW") || tokens.isWord(1, "SESSION")) {
            return false;
        }
        String word = tokens.text(1).toUpperCase(Locale.ROOT);
        return shown.stream().anyMatch(known -> differByOneLetter(known, word));
    }

    /** Whether the words differ by at most one letter that is wrong, missing or too much. */
    private static boolean differByOneLetter(String known, String word) {
        if (Math.abs(known.length() - word.length()) > 1) {
            return false;
        }
        int same = 0;
        while (same < Math.min(known.length(), word.length()) && known.charAt(same) == word.charAt(same)) {
            same++;
        }
        String restOfKnown = known.substring(same);
        String restOfWord = word.substring(same);
        return withoutFirst(restOfKnown).equals(withoutFirst(restOfWord))
                || withoutFirst(restOfKnown).equals(restOfWord)
                || withoutFirst(restOfWord).equals(restOfKnown);
    }

    private static String withoutFirst(String text) {
        return text.isEmpty() ? "" : text.substring(1);
    }
}
