package io.pinion.routing.planner.gather;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The common table expressions that a query begins with, by its tokens.
 *
 * @param recursive it says RECURSIVE, so that each may name itself
 * @param main the first token behind the list
 */
record CommonTableList(Tokens tokens, boolean recursive, List<Item> items, int main) {
    /**
     * One common table expression.
     *
     * @param name its token
     * @param columns it names its columns
     * @param open the parenthesis before its query
     * @param close the parenthesis behind its query
     */
    record Item(int name, boolean columns, int open, int close) {}

    CommonTableList {
        items = List.copyOf(items);
    }

    /** Null when the query has none, or more of them further inside. */
    static @Nullable CommonTableList of(Tokens tokens) {
        if (!tokens.isWord(0, "WITH")) {
            return null;
        }
        boolean recursive = tokens.isWord(1, "RECURSIVE");
        List<Item> items = new ArrayList<>();
        int token = recursive ? 2 : 1;
        while (true) {
            Item item = item(tokens, token);
            if (item == null) {
                return null;
            }
            items.add(item);
            token = item.close + 1;
            if (!tokens.isSymbol(token, ",")) {
                CommonTableList list = new CommonTableList(tokens, recursive, items, token);
                return list.hasInner() ? null : list;
            }
            token++;
        }
    }

    private static @Nullable Item item(Tokens tokens, int name) {
        boolean columns = tokens.isSymbol(name + 1, "(");
        int as = columns ? tokens.closing(name + 1) + 1 : name + 1;
        int close = tokens.isSymbol(as + 1, "(") ? tokens.closing(as + 1) : -1;
        return tokens.isName(name) && tokens.isWord(as, "AS") && close > 0
                ? new Item(name, columns, as + 1, close)
                : null;
    }

    private boolean hasInner() {
        return tokens.has(
                1, tokens.count(), token -> tokens.isWord(token, "WITH") && !tokens.isWord(token + 1, "ROLLUP"));
    }

    /** The query of an item, without its parentheses. */
    Span query(Item item) {
        return new Span(tokens.end(item.open), tokens.start(item.close));
    }

    /** From its name up to its query. */
    Span head(Item item) {
        return new Span(tokens.start(item.name), tokens.end(item.open));
    }

    /** The list itself, WITH included. */
    Span whole() {
        return new Span(tokens.start(0), tokens.start(main));
    }

    Span name(Item item) {
        return new Span(tokens.start(item.name), tokens.end(item.name));
    }

    /** The number of the expression that {@code name} means; -1 when it means none, or more than one has it. */
    int named(Span name) {
        int found = -1;
        for (int i = 0; i < items.size(); i++) {
            if (tokens.name(items.get(i).name, "latin1").equals(tokens.name(tokens.at(name.from()), "latin1"))) {
                if (found >= 0) {
                    return -1;
                }
                found = i;
            }
        }
        return found;
    }

    /** The number of the expression whose query encloses a place; the number of items when none does. */
    int around(Span place) {
        for (int i = 0; i < items.size(); i++) {
            Span query = query(items.get(i));
            if (query.from() <= place.from() && place.to() <= query.to()) {
                return i;
            }
        }
        return items.size();
    }
}
