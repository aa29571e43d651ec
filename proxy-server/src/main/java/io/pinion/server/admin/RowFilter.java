package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementArguments.ArgumentClause;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.plan.LocalAnswer.Column;
import io.pinion.routing.text.LikePattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code LIKE 'pattern'} on the first column, as in MySQL's SHOW statements, or {@code WHERE} with comparisons joined
 * by AND. Any other condition is refused.
 */
final class RowFilter {
    private static final String SYNTAX = " [LIKE 'pattern' | WHERE condition]";

    private static final String COMPARISON = "column {= value | LIKE 'pattern'}";

    /** A pattern's time is the product of its length and the cell's, on the event loop. */
    private static final int MOST_OF_PATTERNS = 256;

    private record Condition(int column, LikePattern pattern) {
        boolean matches(List<@Nullable String> row) {
            String cell = row.get(column);
            return cell != null && pattern.matches(cell);
        }
    }

    /** Every row. */
    static final RowFilter ALL = new RowFilter(List.of());

    private final List<Condition> conditions;

    private RowFilter(List<Condition> conditions) {
        this.conditions = List.copyOf(conditions);
    }

    /** The syntax of a statement whose rows can be filtered. */
    static SyntaxLine line(String statement) {
        return SyntaxLine.of(statement + SYNTAX, Map.of("condition", COMPARISON + " [AND " + COMPARISON + " …]"));
    }

    /** The filter that a statement has, if any. */
    static RowFilter of(StatementArguments arguments, List<Column> columns) {
        List<Condition> conditions = new ArrayList<>();
        Optional<Integer> compared = Optional.empty();
        int patterns = 0;
        for (ArgumentClause clause : arguments.clauses()) {
            if (clause.words().equals("WHERE") || clause.words().equals("AND")) {
                compared = clause.text("column").map(name -> column(name, columns));
                for (String value : clause.texts("value")) {
                    conditions.add(new Condition(compared.orElseThrow(), LikePattern.exactly(value)));
                }
            } else if (clause.words().equals("LIKE")) {
                String pattern = clause.values().getFirst().text();
                patterns += pattern.length();
                conditions.add(new Condition(compared.orElse(0), LikePattern.of(pattern)));
            }
        }
        if (patterns > MOST_OF_PATTERNS) {
            throw new SyntaxRefused("the patterns of LIKE have " + MOST_OF_PATTERNS + " characters at most in all");
        }
        return new RowFilter(conditions);
    }

    private static int column(String name, List<Column> columns) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        throw new SyntaxRefused("no column '" + name + "' here; there are "
                + columns.stream().map(Column::name).collect(Collectors.joining(", ")));
    }

    boolean keeps(List<@Nullable String> row) {
        return conditions.stream().allMatch(condition -> condition.matches(row));
    }
}
