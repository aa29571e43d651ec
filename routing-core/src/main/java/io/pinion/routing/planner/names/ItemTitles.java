package io.pinion.routing.planner.names;

import io.pinion.routing.analysis.facts.SelectedItem;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.text.Tokens;

/**
 * Keeps the names of select items without alias. Servers name them by their text, in which Pinion changes databases and
 * tables.
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

    private boolean mayChange(SelectedItem item) {
        return item.alias() == null && (hasQuery(item.span()) || namesSchema(item.span()));
    }

    private boolean hasQuery(Span span) {
        for (int token = tokens.at(span.from()); token < tokens.count() && tokens.end(token) <= span.to(); token++) {
            if (tokens.isWord(token, "SELECT")) {
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
