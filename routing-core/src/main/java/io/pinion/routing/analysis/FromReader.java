package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.DerivedTable;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToIntFunction;
import net.sf.jsqlparser.expression.Alias;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import org.jspecify.annotations.Nullable;

/** Reads the tables and joins of one block. */
final class FromReader {
    /** Marks a name that is a table's and not a common table expression's. */
    static final int TABLE = -2;

    private final ParsedTree tree;
    private final String charset;
    private final ToIntFunction<TableUse> commonTables;
    private final List<TableUse> allTables;
    private final ConditionReader conditions;
    private final RoleFinder roles;
    private final int block;

    private final List<TableUse> tables = new ArrayList<>();
    private final List<DerivedTable> derived = new ArrayList<>();
    private boolean natural;

    /**
     * @param commonTables gives the block of the common table expression that a name means; {@link #TABLE} for a table
     * @param allTables gets every table read; its size is the next table's number
     */
    FromReader(
            ParsedTree tree,
            String charset,
            ToIntFunction<TableUse> commonTables,
            List<TableUse> allTables,
            ConditionReader conditions,
            RoleFinder roles,
            int block) {
        this.tree = tree;
        this.charset = charset;
        this.commonTables = commonTables;
        this.allTables = allTables;
        this.conditions = conditions;
        this.roles = roles;
        this.block = block;
    }

    List<TableUse> tables() {
        return tables;
    }

    List<DerivedTable> derived() {
        return derived;
    }

    boolean natural() {
        return natural;
    }

    /** The numbers of all tables read so far. */
    Set<Integer> numbers() {
        Set<Integer> numbers = new HashSet<>();
        tables.forEach(table -> numbers.add(table.number()));
        return numbers;
    }

    void read(@Nullable FromItem first, @Nullable List<Join> joins) {
        if (first != null) {
            group(first, joins, false);
        }
    }

    /** Reads one item and what is joined to it; returns the numbers of the tables inside. */
    private Set<Integer> group(FromItem first, @Nullable List<Join> joins, boolean nullable) {
        Set<Integer> inside = item(first, nullable);
        if (joins != null) {
            for (Join join : joins) {
                inside.addAll(join(join, inside, nullable));
            }
        }
        return inside;
    }

    private Set<Integer> item(FromItem item, boolean nullable) {
        switch (item) {
            case Table table -> {
                return table(table, nullable);
            }
            case ParenthesedFromItem group -> {
                return group(group.getFromItem(), group.getJoins(), nullable);
            }
            default -> {
                Alias alias = item.getAlias();
                derived.add(new DerivedTable(
                        alias == null ? "" : tree.text().name(alias.getName()),
                        alias == null || alias.getAliasColumns() != null
                                ? DerivedTable.UNKNOWN
                                : tree.blockOfQuery(item),
                        null));
                return new HashSet<>();
            }
        }
    }

    private Set<Integer> join(Join join, Set<Integer> left, boolean nullable) {
        boolean outer = join.isLeft() || join.isRight() || join.isFull();
        Set<Integer> right = item(join.getFromItem(), nullable || join.isLeft() || join.isFull());
        if (join.isRight() || join.isFull()) {
            left.forEach(this::mayBeFilledUp);
        }
        Collection<Expression> on = join.getOnExpressions();
        // A comma has one without a condition.
        if (on != null && !join.isFull() && on.stream().anyMatch(Objects::nonNull)) {
            Set<Integer> binds = new HashSet<>(!outer || join.isRight() ? left : Set.of());
            binds.addAll(!outer || join.isLeft() ? right : Set.of());
            on.forEach(expression -> conditions.restrict(block, expression, binds));
        }
        roles.readAll(on);
        if (join.isNatural()) {
            natural = true;
        }
        if (join.getUsingColumns() != null && !join.getUsingColumns().isEmpty()) {
            natural = true;
            for (Column column : join.getUsingColumns()) {
                roles.set(column, new Role.JoinedUsing());
            }
        }
        return right;
    }

    private void mayBeFilledUp(int number) {
        TableUse use = allTables.get(number);
        TableUse filled = new TableUse(
                use.number(),
                use.block(),
                use.schema(),
                use.schemaSpan(),
                use.name(),
                use.nameSpan(),
                use.alias(),
                true);
        allTables.set(number, filled);
        tables.set(tables.indexOf(use), filled);
    }

    private Set<Integer> table(Table table, boolean nullable) {
        TableUse use = use(table, nullable);
        Set<Integer> number = new HashSet<>();
        int common = use.schema() == null ? commonTables.applyAsInt(use) : TABLE;
        if (common != TABLE) {
            derived.add(new DerivedTable(use.label(), common, use));
        } else if (!use.name().equalsIgnoreCase("DUAL") || use.schema() != null) {
            tables.add(use);
            allTables.add(use);
            number.add(use.number());
        }
        return number;
    }

    /** A table's name as its tokens spell it. */
    TableUse use(Table table, boolean nullable) {
        Span span = tree.span(table);
        if (span == null) {
            throw new UnreadableException("the table " + table.getName());
        }
        Tokens tokens = tree.tokens();
        int first = tokens.at(span.from());
        boolean qualified = tokens.isSymbol(first + 1, ".") && tokens.isName(first + 2);
        int name = qualified ? first + 2 : first;
        Alias alias = table.getAlias();
        return new TableUse(
                allTables.size(),
                block,
                qualified ? tokens.name(first, charset) : null,
                qualified ? new Span(tokens.start(first), tokens.end(first)) : null,
                tokens.name(name, charset),
                new Span(tokens.start(name), tokens.end(name)),
                alias == null ? null : tree.text().name(alias.getName()),
                nullable);
    }
}
