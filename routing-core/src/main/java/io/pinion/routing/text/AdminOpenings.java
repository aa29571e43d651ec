package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Lexer;
import io.pinion.routing.text.lexer.TokenType;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
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

    /** By the first word that a text may have. */
    private final Map<String, List<AdminOpening>> openings;

    public AdminOpenings(List<AdminOpening> openings) {
        Map<String, List<AdminOpening>> byWord = new HashMap<>();
        for (AdminOpening opening : openings) {
            for (String word : opening.firstWords()) {
                byWord.merge(word, List.of(opening), AdminOpenings::joined);
            }
        }
        this.openings = Map.copyOf(byWord);
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
        String first = tokens.type(0) == TokenType.WORD ? tokens.upper(0) : "";
        return openings.getOrDefault(first, List.of()).stream()
                .filter(opening -> opening.opens(tokens))
                .max(Comparator.comparingInt(opening -> opening.words().size()));
    }

    /** In upper case; empty when the statement begins otherwise. */
    private static String firstWord(Statement statement) {
        Lexer lexer = new Lexer();
        lexer.begin(statement.sql(), statement.start(), statement.end(), statement.rules());
        return lexer.nextWord();
    }

    /**
     * Whether a statement that no server knows is most likely a misspelt admin statement: Pinion's error explains the
     * mistake, where a server would only report an unknown word.
     */
    public boolean isNearly(Statement statement) {
        return MisspeltOpening.is(openings, statement);
    }
}
