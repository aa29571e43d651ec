package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.Span;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.update.UpdateSet;
import org.jspecify.annotations.Nullable;

/** Reads the assignments of SET and of ON DUPLICATE KEY UPDATE. */
final class AssignmentReader {
    private final ParsedTree tree;
    private final QueryReader queries;

    AssignmentReader(ParsedTree tree, QueryReader queries) {
        this.tree = tree;
        this.queries = queries;
    }

    void read(@Nullable List<UpdateSet> sets, boolean onDuplicateKey) {
        if (sets != null) {
            for (UpdateSet set : sets) {
                Operand value = readValue(set);
                queries.roles().set(column(set), new Role.Assigned(value, onDuplicateKey));
            }
        }
    }

    Column column(UpdateSet set) {
        if (set.getColumns().size() != 1 || set.getValues().size() != 1) {
            throw new UnreadableException("an assignment of several columns");
        }
        return set.getColumn(0);
    }

    /** The value that the column of {@link #column} gets. */
    Operand readValue(UpdateSet set) {
        Column column = column(set);
        Expression value = set.getValue(0);
        Operand operand = queries.operands().read(value);
        queries.roles().read(value);
        return operand == null ? unknown(column) : operand;
    }

    private Operand unknown(Column column) {
        Span span = tree.span(column);
        return new Operand.Computed(span == null ? new Span(0, 0) : span, false);
    }
}
