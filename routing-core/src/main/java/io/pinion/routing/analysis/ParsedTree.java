package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.DerivedTable;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.PlanningThread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.conditional.XorExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsBooleanExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.MemberOfExpression;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.Node;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.StringProvider;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.jspecify.annotations.Nullable;

/**
 * The parser's result: its objects, and the nodes of its tree, which give the place of each object in the text and the
 * SELECT around it. The tree holds every column, even those that are hard to reach from the objects.
 */
final class ParsedTree {
    private final Tokens tokens;
    private final PrintedText text;
    private final Statement statement;
    private final IdentityHashMap<Object, Node> nodes = new IdentityHashMap<>();
    private final IdentityHashMap<Object, Integer> blockOf = new IdentityHashMap<>();
    private final List<PlainSelect> selects = new ArrayList<>();
    private final List<Integer> parents = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();

    /** Columns by where they begin; made at the first call of {@link #columnsIn}. */
    private @Nullable NavigableMap<Integer, List<Column>> byPlace;

    /** Blocks by where they begin; made at the first call of {@link #blockAt}. */
    private @Nullable NavigableMap<Integer, Block> blocksByPlace;

    private final int firstBlock;

    private record Block(int number, Span span, @Nullable Block around) {}

    private ParsedTree(Tokens tokens, PrintedText text, Statement statement, Node root, int firstBlock) {
        this.tokens = tokens;
        this.text = text;
        this.statement = statement;
        this.firstBlock = firstBlock;
        visit(root, firstBlock - 1);
    }

    /**
     * @param text the tokens as the parser gets them
     * @param firstBlock the number of the first SELECT's block: 1 when block 0 is an INSERT, UPDATE or DELETE
     * @throws ParseException when the parser doesn't know the grammar
     * @throws TokenMgrException when the parser doesn't know the tokens
     */
    static ParsedTree of(Tokens tokens, PrintedText text, int firstBlock) throws ParseException {
        CCJSqlParser parser = new CCJSqlParser(new CheckedText(text.text())).withBackslashEscapeCharacter(true);
        Statement statement = parser.Statement();
        return new ParsedTree(tokens, text, statement, parser.getASTRoot(), firstBlock);
    }

    /** The parser reads it piece by piece as it goes on. */
    private static final class CheckedText extends StringProvider {
        CheckedText(String text) {
            super(text);
        }

        @Override
        public int read(char[] buffer, int offset, int length) throws IOException {
            PlanningThread.check();
            return super.read(buffer, offset, length);
        }
    }

    private void visit(Node node, int enclosing) {
        Object value = node.jjtGetValue();
        int block = enclosing;
        if (value != null) {
            boolean first = nodes.putIfAbsent(value, node) == null;
            // The node PlainSelect has a parent with the same value, so the first one met is the outer.
            if (value instanceof PlainSelect select) {
                if (first) {
                    selects.add(select);
                    parents.add(enclosing);
                    blockOf.put(select, firstBlock + selects.size() - 1);
                }
                block = blockOf.getOrDefault(value, enclosing);
            } else {
                blockOf.putIfAbsent(value, enclosing);
                if (first && value instanceof Column column) {
                    columns.add(column);
                }
            }
        }
        for (int child = 0; child < node.jjtGetNumChildren(); child++) {
            visit(node.jjtGetChild(child), block);
        }
    }

    Statement statement() {
        return statement;
    }

    Tokens tokens() {
        return tokens;
    }

    PrintedText text() {
        return text;
    }

    List<PlainSelect> selects() {
        return selects;
    }

    /** The number of the block around the select with this index. */
    int parentOf(int select) {
        return parents.get(select);
    }

    int firstBlock() {
        return firstBlock;
    }

    /** Every column of the statement, in the order of the tree. */
    List<Column> columns() {
        return columns;
    }

    /**
     * The columns within a part of the text, wherever the tree has them; a column without a known place is left out.
     */
    List<Column> columnsIn(Span part) {
        NavigableMap<Integer, List<Column>> places = byPlace;
        if (places == null) {
            places = new TreeMap<>();
            for (Column column : columns) {
                Span place = span(column);
                if (place != null) {
                    places.computeIfAbsent(place.from(), none -> new ArrayList<>(1))
                            .add(column);
                }
            }
            byPlace = places;
        }
        List<Column> within = new ArrayList<>();
        for (List<Column> begun :
                places.subMap(part.from(), true, part.to(), true).values()) {
            for (Column column : begun) {
                Span place = span(column);
                if (place != null && place.to() <= part.to()) {
                    within.add(column);
                }
            }
        }
        return within;
    }

    int blockOf(Object parsed) {
        return blockOf.getOrDefault(parsed, 0);
    }

    /** The innermost block around a place of the text, 0 for the statement's own. */
    int blockAt(int place) {
        NavigableMap<Integer, Block> blocks = blocksByPlace;
        if (blocks == null) {
            blocks = blocksByPlace();
            blocksByPlace = blocks;
        }
        Map.Entry<Integer, Block> last = blocks.floorEntry(place);
        Block block = last == null ? null : around(last.getValue(), place);
        return block == null ? 0 : block.number();
    }

    private NavigableMap<Integer, Block> blocksByPlace() {
        List<Block> inOrder = new ArrayList<>();
        for (int i = 0; i < selects.size(); i++) {
            Span span = span(selects.get(i));
            if (span != null) {
                inOrder.add(new Block(firstBlock + i, span, null));
            }
        }
        inOrder.sort(Comparator.<Block>comparingInt(block -> block.span().from())
                .thenComparingInt(block -> -block.span().to()));
        NavigableMap<Integer, Block> blocks = new TreeMap<>();
        Block last = null;
        for (Block block : inOrder) {
            last = new Block(
                    block.number(), block.span(), around(last, block.span().from()));
            blocks.put(block.span().from(), last);
        }
        return blocks;
    }

    private static @Nullable Block around(@Nullable Block last, int place) {
        Block block = last;
        while (block != null && block.span().to() <= place) {
            block = block.around();
        }
        return block;
    }

    /** The number of the one block that a query in parentheses is, or {@link DerivedTable#UNKNOWN}. */
    int blockOfQuery(Object query) {
        Object inner = query;
        while (inner instanceof ParenthesedSelect nested) {
            inner = nested.getSelect();
        }
        return inner instanceof PlainSelect select ? blockOf(select) : DerivedTable.UNKNOWN;
    }

    /** The query of a block; none for a statement that changes rows. */
    PlainSelect select(int block) {
        return selects.get(block - firstBlock);
    }

    /** The place of an object, or null when the tree doesn't know it. */
    @Nullable
    Span span(Object parsed) {
        Node node = nodes.get(parsed);
        Span own = node == null
                ? null
                : text.span(node.jjtGetFirstToken().absoluteBegin - 1, node.jjtGetLastToken().absoluteEnd - 1);
        Expression left = leftOf(parsed);
        if (left == null) {
            return own;
        }
        // The node of a + 1 = b begins at =, and a + 1 has a node of its own only in parentheses.
        Span first = span(left);
        Span last = own == null && parsed instanceof BinaryExpression binary ? span(binary.getRightExpression()) : own;
        return first == null || last == null
                ? null
                : new Span(Math.min(first.from(), last.from()), Math.max(first.to(), last.to()));
    }

    private @Nullable Expression leftOf(Object parsed) {
        return switch (parsed) {
            case BinaryExpression binary -> isWhole(binary) ? null : binary.getLeftExpression();
            case InExpression in -> in.getLeftExpression();
            case Between between -> between.getLeftExpression();
            case IsNullExpression test -> test.getLeftExpression();
            case IsBooleanExpression test -> test.getLeftExpression();
            case MemberOfExpression member -> member.getLeftExpression();
            default -> null;
        };
    }

    /** Whether the node of an operator, if it has one, begins at the left operand. */
    private boolean isWhole(BinaryExpression binary) {
        boolean logical =
                binary instanceof AndExpression || binary instanceof OrExpression || binary instanceof XorExpression;
        return logical && nodes.containsKey(binary);
    }
}
