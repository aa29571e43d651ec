package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.NestedAggregate;
import io.pinion.routing.analysis.facts.ResultFacts;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.insert.Insert;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.update.Update;
import net.sf.jsqlparser.statement.upsert.Upsert;

/** Turns one parsed statement into facts. Used once. */
final class FactsReader {
    private final ParsedTree tree;
    private final String charset;
    private final QueryReader queries;
    private final ChangeReader changes;
    private final InsertReader inserts;

    FactsReader(ParsedTree tree, String charset) {
        this.tree = tree;
        this.charset = charset;
        this.queries = new QueryReader(tree, charset);
        AssignmentReader assignments = new AssignmentReader(tree, queries);
        this.changes = new ChangeReader(queries, assignments);
        this.inserts = new InsertReader(tree.text(), queries, assignments);
    }

    StatementFacts read() {
        readStatement(tree.statement());
        for (int i = 0; i < tree.selects().size(); i++) {
            queries.readBlock(tree.selects().get(i), tree.firstBlock() + i, tree.parentOf(i));
        }
        List<ColumnUse> columns = new ArrayList<>();
        IdentityHashMap<Column, ColumnUse> uses = new IdentityHashMap<>();
        for (Column column : tree.columns()) {
            ColumnUse use = use(column);
            columns.add(use);
            uses.put(column, use);
        }
        columns.sort(Comparator.comparingInt(use -> use.span().from()));
        return new StatementFacts(
                queries.blocks(),
                columns,
                queries.items(),
                queries.stars(),
                queries.conditions().restrictions(),
                queries.conditions().conjuncts(),
                changes.targets(),
                inserts.facts(uses),
                nestedAggregates(),
                result());
    }

    /** Found by the tokens, since the parser has several trees for one meaning. */
    private List<NestedAggregate> nestedAggregates() {
        Tokens tokens = tree.tokens();
        List<NestedAggregate> found = new ArrayList<>();
        for (int token = 0; token < tokens.count(); token++) {
            int block = Aggregates.isCall(tokens, token) ? tree.blockAt(tokens.start(token)) : 0;
            int close = block > 0 ? tokens.closing(token + 1) : -1;
            if (close > 0) {
                found.add(new NestedAggregate(block, new Span(tokens.start(token + 2), tokens.start(close))));
            }
        }
        return found;
    }

    private Optional<ResultFacts> result() {
        return tree.statement() instanceof PlainSelect select && tree.blockOf(select) == 0
                ? new ResultReader(tree, queries.operands(), queries.items(), queries.stars()).read(select)
                : Optional.empty();
    }

    private void readStatement(Statement statement) {
        switch (statement) {
            case Select select -> queries.readSelect(select);
            case Update update -> changes.readUpdate(update);
            case Delete delete -> changes.readDelete(delete);
            case Insert inserting -> inserts.readInsert(inserting);
            case Upsert upsert -> inserts.readUpsert(upsert);
            default -> throw new UnreadableException("a " + statement.getClass().getSimpleName());
        }
    }

    private ColumnUse use(Column column) {
        Span span = tree.span(column);
        if (span == null) {
            throw new UnreadableException("the column " + column.getColumnName());
        }
        Tokens tokens = tree.tokens();
        int first = tokens.at(span.from());
        int last = tokens.at(span.to()) - 1;
        int parts = (last - first) / 2 + 1;
        return new ColumnUse(
                tree.blockOf(column),
                parts > 2 ? tokens.name(last - 4, charset) : null,
                parts > 2 ? new Span(tokens.start(last - 4), tokens.end(last - 4)) : null,
                parts > 1 ? tokens.name(last - 2, charset) : null,
                tokens.name(last, charset),
                span,
                new Span(tokens.start(last), tokens.end(last)),
                queries.roles().roleOf(column),
                queries.itemOf(column));
    }
}
