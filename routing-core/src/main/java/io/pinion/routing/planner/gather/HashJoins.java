package io.pinion.routing.planner.gather;

import io.pinion.routing.analysis.facts.ColumnUse;
import io.pinion.routing.analysis.facts.Operand;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.Role;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.plan.GatheredColumn;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.text.Tokens;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether MariaDB can join the copies by hashes. It builds them of any equality, and where its sides have two types it
 * loses rows that are equal, or finds rows that aren't; of a compressed column it crashes (measured on 11.4).
 *
 * @param columns the copied ones, by the numbers of their tables
 */
record HashJoins(Tokens tokens, StatementFacts facts, Names names, Map<Integer, List<GatheredColumn>> columns) {

    /** Whether each equality compares with constants, or columns of one simple type. */
    boolean areRight() {
        Set<Span> comparisons = new HashSet<>();
        for (ColumnUse column : facts.columns()) {
            if (column.role() instanceof Role.Equated(Operand other, Span whole, boolean plain)) {
                if (!isRight(column, other)) {
                    return false;
                }
                comparisons.add(whole);
            } else if (column.role() instanceof Role.JoinedUsing && !joinsOneType(column)) {
                return false;
            }
        }
        // No column tells of an equality of expressions, of ANY or in HAVING.
        return countOf(this::isEquality) == comparisons.size() && countOf(this::isOfUnknownColumns) == 0;
    }

    private long countOf(IntPredicate wanted) {
        return IntStream.range(0, tokens.count()).filter(wanted).count();
    }

    /** An inequality is an equality behind NOT. */
    private boolean isEquality(int token) {
        return tokens.isSymbol(token, "=") || tokens.isSymbol(token, "<>") || tokens.isSymbol(token, "!=");
    }

    private boolean isOfUnknownColumns(int token) {
        return tokens.isSymbol(token, "<=>") || tokens.isWord(token, "NATURAL") || isInOfColumns(token);
    }

    /** IN of other things than a list of literals: it is an equality with each. */
    private boolean isInOfColumns(int token) {
        return tokens.isWord(token, "IN")
                && (!tokens.isSymbol(token + 1, "(")
                        || IntStream.range(token + 1, Math.max(token + 2, tokens.closing(token + 1)))
                                .anyMatch(tokens::isName));
    }

    /** Whether USING compares columns of one type, of tables only. */
    private boolean joinsOneType(ColumnUse column) {
        QueryBlock block = facts.blocks().get(column.block());
        Set<Optional<String>> types = block.tables().stream()
                .filter(use -> Names.hasColumn(names.table(use), column.name()))
                .map(use -> typeOf(use, column))
                .collect(Collectors.toSet());
        return block.derived().isEmpty()
                && types.size() == 1
                && types.iterator().next().isPresent();
    }

    private boolean isRight(ColumnUse column, Operand other) {
        return switch (other) {
            case Operand.OtherColumn(Span span) -> {
                Optional<String> type = typeOf(column);
                yield type.isPresent() && type.equals(typeOf(names.columnAt(span)));
            }
            // Servers build no hash of a constant.
            case Operand.Constant constant -> true;
            case Operand.ConstantList list -> true;
            case Operand.Parameter parameter -> true;
            case Operand.Null nothing -> true;
            case Operand unknown -> false;
        };
    }

    private Optional<String> typeOf(@Nullable ColumnUse column) {
        return column != null && names.owner(column) instanceof Names.Owner.Of(TableUse use, var table)
                ? typeOf(use, column)
                : Optional.empty();
    }

    private Optional<String> typeOf(TableUse use, ColumnUse column) {
        return columns.getOrDefault(use.number(), List.of()).stream()
                .filter(copied -> copied.name().equalsIgnoreCase(column.name()))
                .findFirst()
                .flatMap(GatheredColumn::hashedType);
    }
}
