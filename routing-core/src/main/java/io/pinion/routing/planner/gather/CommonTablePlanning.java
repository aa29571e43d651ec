package io.pinion.routing.planner.gather;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.DerivedTable;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.planner.gather.CommonTableList.Item;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.Mention;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Removes common table expressions from a gathered query. MySQL can open a temporary table only once in a statement
 * (error 1137), and opens those inside of a common table expression again for each use of its name, even when it
 * computes the rows once. So an expression is written in the place of each name, over a copy of the rows for each. Used
 * once.
 */
final class CommonTablePlanning {
    /** The limit on copies of all tables together; copies multiply where names are nested. */
    private static final int MOST_COPIES = 32;

    private final Tokens tokens;
    private final StatementFacts facts;
    private final Names names;
    private final Function<TableUse, String> nameOf;
    private final BiConsumer<Edits, List<ColumnUse>> dropSchemas;
    private final List<Reference> references = new ArrayList<>();
    private final Map<String, List<String>> copies = new HashMap<>();
    private int copied;

    /**
     * A use of a common table expression.
     *
     * @param in the number of the expression whose query it is in; the number of items outside of all
     */
    private record Reference(TableUse use, int item, int in) {}

    /**
     * The query in parts.
     *
     * @param main the edits that make the query itself
     * @param copies further temporary tables with the same rows, by the name of the first
     */
    record Parts(Edits main, Map<String, List<String>> copies) {}

    /**
     * @param nameOf the temporary table of a table's use
     * @param dropSchemas removes the databases from columns
     */
    CommonTablePlanning(
            PlanningContext context,
            Function<TableUse, String> nameOf,
            BiConsumer<Edits, List<ColumnUse>> dropSchemas) {
        this.tokens = context.tokens();
        this.facts = context.facts();
        this.names = context.names();
        this.nameOf = nameOf;
        this.dropSchemas = dropSchemas;
    }

    /**
     * Null when the query can stay unchanged, or can't be written otherwise; then the server's error names the table.
     */
    @Nullable
    Parts plan() {
        CommonTableList list =
                tokens.statement().rules().dialect() == SqlDialect.MYSQL ? CommonTableList.of(tokens) : null;
        if (list == null || !findReferences(list) || !mayBeRepeated(list)) {
            return null;
        }
        Edits main = new Edits(tokens.statement());
        main.replace(list.whole());
        apply(
                main,
                list,
                new Span(list.whole().to(), tokens.end(tokens.count() - 1)),
                list.items().size());
        return copied > 0 && copied <= MOST_COPIES ? new Parts(main, copies) : null;
    }

    /** Whether each name certainly means an expression of the list. */
    private boolean findReferences(CommonTableList list) {
        for (QueryBlock block : facts.blocks()) {
            for (DerivedTable derived : block.derived()) {
                TableUse use = derived.common();
                if (use == null) {
                    continue;
                }
                int item = list.named(use.nameSpan());
                int in = list.around(use.nameSpan());
                boolean known = item >= 0 && (item < in || (item == in && list.recursive()));
                // In a subquery, a column that isn't found inside the expression could be found around it.
                boolean enclosed = block.parent() >= 0
                        && item >= 0
                        && !isSelfContained(list.query(list.items().get(item)));
                if (!known || enclosed) {
                    return false;
                }
                references.add(new Reference(use, item, in));
            }
        }
        return true;
    }

    private boolean isSelfContained(Span query) {
        return facts.columns().stream()
                .filter(column -> contains(query, column.span()))
                .noneMatch(column -> names.owner(column) instanceof Names.Owner.Elsewhere);
    }

    private boolean namesItself(int item) {
        return references.stream().anyMatch(reference -> reference.item == item && reference.in == item);
    }

    /** Whether no expression is written too often, and none twice whose two results would differ. */
    private boolean mayBeRepeated(CommonTableList list) {
        Statement statement = tokens.statement();
        boolean differs = statement.mentions(Mention.RANDOM)
                || statement.mentions(Mention.WAITS)
                || statement.mentions(Mention.OPTIMIZER_HINT);
        int most = differs ? 1 : MOST_COPIES;
        int[] times = new int[list.items().size() + 1];
        times[list.items().size()] = 1;
        for (int item = list.items().size() - 1; item >= 0; item--) {
            for (Reference reference : references) {
                times[item] += reference.item == item && reference.in != item ? times[reference.in] : 0;
            }
            if (times[item] > most) {
                return false;
            }
        }
        return true;
    }

    /** Puts copies in the place of the names inside of a span. */
    private void apply(Edits edits, CommonTableList list, Span span, int in) {
        for (QueryBlock block : facts.blocks()) {
            for (TableUse use : block.tables()) {
                if (contains(span, use.span())) {
                    named(edits, use, List.of(new Piece.ShardDatabase(), Fixed.of("." + copy(nameOf.apply(use)))));
                }
            }
        }
        for (Reference reference : references) {
            if (contains(span, reference.use.span()) && reference.item != in) {
                named(edits, reference.use, inPlace(list, reference.item));
            }
        }
        dropSchemas.accept(
                edits,
                facts.columns().stream()
                        .filter(column -> contains(span, column.span()))
                        .toList());
    }

    private static boolean contains(Span outer, Span inner) {
        return outer.from() <= inner.from() && inner.to() <= outer.to();
    }

    /** Puts pieces in the place of a table, under the name that the statement has for it. */
    static void named(Edits edits, TableUse use, List<Piece> pieces) {
        List<Piece> all = new ArrayList<>(pieces);
        if (use.alias() == null) {
            all.add(Fixed.of(" AS "));
            all.add(edits.fixed(use.nameSpan()));
        }
        edits.replace(use.span(), all.toArray(new Piece[0]));
    }

    private List<Piece> inPlace(CommonTableList list, int number) {
        Item item = list.items().get(number);
        List<Piece> pieces = new ArrayList<>();
        pieces.add(Fixed.of("("));
        pieces.addAll(item.columns() || namesItself(number) ? standingAlone(list, number) : query(list, number));
        pieces.add(Fixed.of(")"));
        return pieces;
    }

    /** The rows of one expression as a query of its own. */
    private List<Piece> standingAlone(CommonTableList list, int number) {
        Item item = list.items().get(number);
        Edits none = new Edits(tokens.statement());
        List<Piece> pieces = new ArrayList<>();
        pieces.add(Fixed.of(namesItself(number) ? "WITH RECURSIVE " : "WITH "));
        pieces.add(none.fixed(list.head(item)));
        pieces.addAll(query(list, number));
        pieces.add(Fixed.of(") SELECT * FROM "));
        pieces.add(none.fixed(list.name(item)));
        return pieces;
    }

    private List<Piece> query(CommonTableList list, int number) {
        Span query = list.query(list.items().get(number));
        Edits edits = new Edits(tokens.statement());
        apply(edits, list, query, number);
        return edits.piecesOf(query);
    }

    /** The temporary table itself at the first use, then further ones with the same rows. */
    private String copy(String table) {
        List<String> others = copies.get(table);
        if (others == null) {
            copies.put(table, new ArrayList<>());
            return table;
        }
        copied++;
        String other = table + "_" + (others.size() + 2);
        others.add(other);
        return other;
    }
}
