package io.pinion.routing.analysis;

import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.Node;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.jspecify.annotations.Nullable;

/**
 * The parser's answer: its objects, and the nodes of its tree, which say where each object stands in the text and which
 * SELECT encloses it. The tree holds every column, also where the objects are hard to reach.
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
    private final int firstBlock;

    private ParsedTree(Tokens tokens, PrintedText text, Statement statement, Node root, int firstBlock) {
        this.tokens = tokens;
        this.text = text;
        this.statement = statement;
        this.firstBlock = firstBlock;
        visit(root, firstBlock - 1);
    }

    /**
     * @param from the first token that the parser gets
     * @param firstBlock the number of the first SELECT's block: 1 when block 0 is an INSERT, UPDATE or DELETE
     * @throws ParseException when the parser doesn't know the grammar
     * @throws TokenMgrException when it doesn't even know the tokens
     */
    static ParsedTree of(Tokens tokens, String charset, int from, int firstBlock) throws ParseException {
        PrintedText text = ParserText.of(tokens, charset, from);
        CCJSqlParser parser = new CCJSqlParser(text.text()).withBackslashEscapeCharacter(true);
        Statement statement = parser.Statement();
        return new ParsedTree(tokens, text, statement, parser.getASTRoot(), firstBlock);
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

    /** Block number of the block around the select with this index. */
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

    int blockOf(Object parsed) {
        return blockOf.getOrDefault(parsed, 0);
    }

    /** Where an object stands, or null when the tree has no node for it. */
    @Nullable
    Span span(Object parsed) {
        Node node = nodes.get(parsed);
        if (node == null) {
            return null;
        }
        return text.span(node.jjtGetFirstToken().absoluteBegin - 1, node.jjtGetLastToken().absoluteEnd - 1);
    }
}
