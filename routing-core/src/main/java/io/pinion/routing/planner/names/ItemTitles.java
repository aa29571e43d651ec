package io.pinion.routing.planner.names;

import io.pinion.routing.analysis.facts.SelectedItem;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.text.Tokens;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Keeps the names of select items without alias. Servers name them by their text, in which Pinion changes databases and
 * tables, and writes values in place of parameters.
 */
public final class ItemTitles {
    private ItemTitles() {}

    /** Gives such items their old texts as aliases. */
    public static void keep(Tokens tokens, StatementFacts facts, Edits edits) {
        keepWhere(
                facts,
                edits,
                item -> has(tokens, item, token -> tokens.isWord(token, "SELECT"))
                        || namesSchema(facts, edits, item.span()));
    }

    /** The same for a text in which values stand in place of parameters. */
    public static void keepOfValues(Tokens tokens, StatementFacts facts, Edits edits) {
        keepWhere(
                facts,
                edits,
                item -> has(tokens, item, token -> tokens.text(token).equals("?")));
    }

    private static void keepWhere(StatementFacts facts, Edits edits, Predicate<SelectedItem> changes) {
        facts.items().stream()
                .filter(item -> item.alias() == null && changes.test(item))
                .forEach(item -> edits.keepName(item.span()));
    }

    private static boolean has(Tokens tokens, SelectedItem item, IntPredicate wanted) {
        return tokens.has(tokens.at(item.span().from()), tokens.at(item.span().to()), wanted);
    }

    /** Whether a title has a database's name; a column alone is titled by its own name. */
    private static boolean namesSchema(StatementFacts facts, Edits edits, Span span) {
        return facts.columnsIn(span).stream()
                .anyMatch(column -> column.schemaSpan() != null && !edits.isParenthesized(span, column.span()));
    }
}
