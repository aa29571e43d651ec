package io.pinion.routing.planner.names;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.SelectedItem;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.text.Tokens;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The names of a statement with a known meaning: columns, aliases and tables. */
public final class KnownNames {
    private final Tokens tokens;
    private final Set<Span> names = new HashSet<>();

    /** Ends of columns by their beginnings, {@code p.id} as one; none is within another. */
    private final TreeMap<Integer, Integer> columns = new TreeMap<>();

    private final Set<Integer> aliasEnds = new HashSet<>();
    private boolean idIsAlias;

    public KnownNames(Tokens tokens, StatementFacts facts) {
        this.tokens = tokens;
        for (ColumnUse column : facts.columns()) {
            names.add(column.nameSpan());
            columns.merge(column.span().from(), column.span().to(), Math::max);
        }
        for (SelectedItem item : facts.items()) {
            if (item.alias() != null) {
                aliasEnds.add(item.span().to());
            }
        }
        for (QueryBlock block : facts.blocks()) {
            for (TableUse table : block.tables()) {
                names.add(table.nameSpan());
                idIsAlias |= Table.ObjectTable.ID.equalsIgnoreCase(table.alias());
            }
        }
    }

    public boolean contains(int token) {
        Span span = new Span(tokens.start(token), tokens.end(token));
        Map.Entry<Integer, Integer> column = columns.floorEntry(span.from());
        return idIsAlias
                || names.contains(span)
                || aliasEnds.contains(span.to())
                || tokens.isWord(token - 1, "AS")
                || (column != null && span.to() <= column.getValue());
    }
}
