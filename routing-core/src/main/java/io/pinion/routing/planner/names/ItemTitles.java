package io.pinion.routing.planner.names;

import io.pinion.routing.analysis.facts.SelectedItem;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.text.Tokens;
import java.util.function.IntPredicate;

/**
 * Keeps the names of select items without alias. Servers name them by their text, in which Pinion changes databases and
 * tables, and writes values in place of parameters.
 */
public final class ItemTitles {
    private final Tokens tokens;
    private final StatementFacts facts;
    private final Edits edits;

    private ItemTitles(Tokens tokens, StatementFacts facts, Edits edits) {
        this.tokens = tokens;
        this.facts = facts;
        this.edits = edits;
    }

    /** Gives such items their old texts as aliases. */
    public static void keep(Tokens tokens, StatementFacts facts, Edits edits) {
        ItemTitles titles = new ItemTitles(tokens, facts, edits);
        facts.items().stream().filter(titles::mayChange).forEach(item -> edits.keepName(item.span()));
    }

    /** The same for a text in which values stand in place of parameters. */
    public static void keepOfValues(Tokens tokens, StatementFacts facts, Edits edits) {
        ItemTitles titles = new ItemTitles(tokens, facts, edits);
        facts.items().stream()
                .filter(item -> item.alias() == null
                        && titles.has(item.span(), token -> tokens.text(token).equals("?")))
                .forEach(item -> edits.keepName(item.span()));
    }

    private boolean mayChange(SelectedItem item) {
        return item.alias() == null
                && (has(item.span(), token -> tokens.isWord(token, "SELECT")) || namesSchema(item.span()));
    }

    private boolean has(Span span, IntPredicate wanted) {
        for (int token = tokens.at(span.from()); token < tokens.count() && tokens.end(token) <= span.to(); token++) {
            if (wanted.test(token)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a title has a database's name; a column alone is titled by its own name. */
    private boolean namesSchema(Span span) {
        return facts.columnsIn(span).stream()
                .anyMatch(column -> column.schemaSpan() != null && !edits.isParenthesized(span, column.span()));
    }
}
