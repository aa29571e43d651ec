package io.pinion.routing.planner;

import io.pinion.routing.planner.rights.FunctionCalls;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A SELECT whose answer depends on the rows alone: whenever and wherever it is asked, the same rows give the same
 * answer. It takes no lock and leaves nothing in its session.
 *
 * @param ordered the statement has an ORDER BY; the order of equal rows is open even so
 * @param limited the statement has a LIMIT, so that which rows it returns may be as open as their order
 */
public record RepeatableRead(boolean ordered, boolean limited) {
    /** The others are about the text, or the same everywhere. */
    private static final Set<Mention> HARMLESS = EnumSet.of(
            Mention.DATABASE,
            Mention.VERSION,
            Mention.TEMPORARY,
            Mention.RETURNING,
            Mention.COMMON_TABLE_EXPRESSION,
            Mention.UNION,
            Mention.OPTIMIZER_HINT);

    private static final Set<Mention> OPEN = EnumSet.complementOf(EnumSet.copyOf(HARMLESS));

    static Optional<RepeatableRead> of(Statement statement) {
        boolean repeatable = statement.kind() == StatementKind.SELECT
                && statement.next() < 0
                && statement.problem().isEmpty()
                && statement.hint().isEmpty()
                && OPEN.stream().noneMatch(statement::mentions);
        if (!repeatable) {
            return Optional.empty();
        }
        Tokens tokens = Tokens.of(statement);
        // A stored function may write, wherever it is.
        if (FunctionCalls.any(tokens)) {
            return Optional.empty();
        }
        return Optional.of(new RepeatableRead(has(tokens, "ORDER"), has(tokens, "LIMIT") || has(tokens, "FETCH")));
    }

    private static boolean has(Tokens tokens, String word) {
        return tokens.outermost(0, word) >= 0;
    }
}
