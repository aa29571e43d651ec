package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.NestedAggregate;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.text.Tokens;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** Finds the aggregate functions in subqueries by the tokens, since the parser has several trees for one meaning. */
final class NestedAggregates {
    private final Tokens tokens;
    /** The SELECTs that begin behind the token that was looked at last, in the order of the text. */
    private final Deque<Block> later = new ArrayDeque<>();

    /** The SELECTs around that token, the innermost first. */
    private final Deque<Block> around = new ArrayDeque<>();

    private record Block(int number, Span span) {}

    private NestedAggregates(ParsedTree tree) {
        this.tokens = tree.tokens();
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < tree.selects().size(); i++) {
            Span span = tree.span(tree.selects().get(i));
            if (span != null) {
                blocks.add(new Block(tree.firstBlock() + i, span));
            }
        }
        blocks.stream()
                .sorted(Comparator.<Block>comparingInt(block -> block.span().from())
                        .thenComparingInt(block -> -block.span().to()))
                .forEach(later::add);
    }

    static List<NestedAggregate> of(ParsedTree tree) {
        NestedAggregates finder = new NestedAggregates(tree);
        List<NestedAggregate> found = new ArrayList<>();
        for (int token = 0; token < tree.tokens().count(); token++) {
            int block = Aggregates.isCall(tree.tokens(), token) ? finder.blockAt(token) : 0;
            int close = block > 0 ? tree.tokens().closing(token + 1) : -1;
            if (close > 0) {
                found.add(new NestedAggregate(
                        block,
                        new Span(tree.tokens().start(token + 2), tree.tokens().start(close))));
            }
        }
        return found;
    }

    /** The innermost block around a token, 0 for the statement's own; called from the first token to the last. */
    private int blockAt(int token) {
        int place = tokens.start(token);
        for (Block next = later.peek(); next != null && next.span().from() <= place; next = later.peek()) {
            leave(next.span().from());
            around.push(later.remove());
        }
        leave(place);
        Block innermost = around.peek();
        return innermost == null ? 0 : innermost.number();
    }

    private void leave(int place) {
        for (Block last = around.peek(); last != null && last.span().to() <= place; last = around.peek()) {
            around.pop();
        }
    }
}
