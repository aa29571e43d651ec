package io.pinion.operations.statement;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * What a statement says, by the names that its syntax line has for it.
 *
 * @param statement the whole statement
 * @param clauses the words that the statement has, each run of them with the values behind it
 */
public record StatementArguments(StatementTokens statement, List<ArgumentClause> clauses, StatementSpelling spelling) {
    public StatementArguments {
        clauses = List.copyOf(clauses);
    }

    /**
     * Words of the statement, and the values behind them.
     *
     * @param words in upper case, as the syntax line has them, with blanks between them
     */
    public record ArgumentClause(String words, List<ArgumentValue> values) {
        /** The first value that the syntax line calls so. */
        public Optional<String> text(String label) {
            return texts(label).stream().findFirst();
        }

        /** The values that the syntax line calls so. */
        public List<String> texts(String label) {
            return values.stream()
                    .filter(value -> value.label().equals(label))
                    .map(ArgumentValue::text)
                    .toList();
        }
    }

    /** @param text without its quotes */
    public record ArgumentValue(String label, String text) {}

    /** Whether the statement has these words, which stand together in its syntax line. */
    public boolean has(String words) {
        return clause(words).isPresent();
    }

    public Optional<ArgumentClause> clause(String words) {
        return clauses.stream().filter(clause -> clause.words().equals(words)).findFirst();
    }

    /** The first value that the syntax line calls so, which every statement has. */
    public String text(String label) {
        return optional(label).orElseThrow(() -> new IllegalStateException("the syntax has no " + label));
    }

    /** The first value that the syntax line calls so. */
    public Optional<String> optional(String label) {
        return clauses.stream().flatMap(clause -> clause.text(label).stream()).findFirst();
    }

    public List<String> texts(String label) {
        return clauses.stream().flatMap(clause -> clause.texts(label).stream()).toList();
    }

    /** The whole number behind the words. */
    public OptionalInt number(String words) {
        Optional<ArgumentClause> clause = clause(words);
        return clause.isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(
                        Integer.parseInt(clause.get().values().getFirst().text()));
    }

    public ShardNumbers shards() {
        return ShardNumbers.parse(text("first-last"));
    }

    /** The constant of an enum whose name the statement has, with blanks between its words. */
    public <E extends Enum<E>> Optional<E> choice(Class<E> of) {
        for (E constant : of.getEnumConstants()) {
            if (has(constant.name().replace('_', ' '))) {
                return Optional.of(constant);
            }
        }
        return Optional.empty();
    }

    /**
     * A value that has a form of its own.
     *
     * @throws SyntaxRefused with the message of the parser's IllegalArgumentException
     */
    public static <T> T parsed(Function<String, T> parser, String text) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new SyntaxRefused(String.valueOf(e.getMessage()));
        }
    }
}
