package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Lexer;
import io.pinion.routing.text.lexer.TokenType;
import io.pinion.routing.text.lexer.Words;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The beginnings of the admin statements, registered by the code that runs them: routing has no list of its own, and
 * asks for texts of every {@link StatementKind}. The exceptions are where a server has the same statement: SHOW and
 * HELP by the user's rights, KILL and {@code XA RECOVER} always in Pinion's way. Immutable; shared by the planners of
 * all event loops.
 */
public final class AdminOpenings {
    /** For planners whose sessions have no admin statements. */
    public static final AdminOpenings NONE = new AdminOpenings(List.of());

    /** A shorter word is never taken for a misspelling. */
    private static final int SHORTEST_GUESSED = 4;

    private static final int MOST_MISTAKES = 1;

    /** By the first word that a text may have. */
    private final Map<String, List<AdminOpening>> openings;

    private final List<String> shown;

    public AdminOpenings(List<AdminOpening> openings) {
        Map<String, List<AdminOpening>> byWord = new HashMap<>();
        for (AdminOpening opening : openings) {
            for (String word : opening.firstWords()) {
                byWord.merge(word, List.of(opening), AdminOpenings::joined);
            }
        }
        this.openings = Map.copyOf(byWord);
        this.shown = openings.stream()
                .map(AdminOpening::words)
                .filter(words -> words.size() > 1 && words.getFirst().equals("SHOW"))
                .map(words -> words.get(1))
                .filter(word -> word.length() >= SHORTEST_GUESSED)
                .toList();
    }

    private static List<AdminOpening> joined(List<AdminOpening> some, List<AdminOpening> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /**
     * The admin statement that the text is; of several, the one with the most words. Cheap for the others: when no
     * opening has the first word, no further one is read.
     */
    public Optional<AdminOpening> find(Statement statement) {
        return openings.containsKey(firstWord(statement)) ? find(Tokens.of(statement)) : Optional.empty();
    }

    /** The same for a statement whose tokens are there. */
    public Optional<AdminOpening> find(Tokens tokens) {
        String first = tokens.type(0) == TokenType.WORD ? tokens.text(0).toUpperCase(Locale.ROOT) : "";
        return openings.getOrDefault(first, List.of()).stream()
                .filter(opening -> opening.opens(tokens))
                .max(Comparator.comparingInt(opening -> opening.words().size()));
    }

    /** In upper case; empty when the statement begins otherwise. */
    private static String firstWord(Statement statement) {
        Lexer lexer = new Lexer();
        lexer.begin(statement.sql(), statement.start(), statement.end(), statement.rules());
        while (true) {
            switch (lexer.next()) {
                case COMMENT, OPTIMIZER_HINT, VERSION_COMMENT_BEGIN, VERSION_COMMENT_END -> {}
                case WORD -> {
                    return Words.upper(statement.sql(), lexer.start(), lexer.end());
                }
                default -> {
                    return "";
                }
            }
        }
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
        return shown.stream().anyMatch(known -> isNear(known, word));
    }

    /** Of lengths that can't be so near, the distance isn't computed: it takes time by the product of both. */
    private static boolean isNear(String known, String word) {
        return Math.abs(known.length() - word.length()) <= MOST_MISTAKES
                && EditDistance.of(known, word) <= MOST_MISTAKES;
    }
}
