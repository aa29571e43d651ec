package io.pinion.integration.oracle;

import io.pinion.integration.oracle.OracleColumn.Kind;
import io.pinion.integration.testing.Dice;
import java.util.List;

/** Writes expressions over a table's columns that have one value for a row and fail for none. */
final class Expressions {
    private final Dice dice;
    private final OracleConditions conditions;

    Expressions(Dice dice) {
        this.dice = dice;
        conditions = new OracleConditions(dice);
    }

    /** A number, exact. */
    String number(OracleTable table, String prefix) {
        OracleColumn column = dice.oneOf(table.columns(Expressions::isSmall));
        String name = prefix + column.name();
        return switch (dice.below(10)) {
            case 0 -> "COALESCE(" + name + ", 0)";
            case 1 -> "CASE WHEN " + name + " > 1 THEN 1 WHEN " + name + " IS NULL THEN -1 ELSE 0 END";
            // Of as many decimals either way: MySQL shows 7 or 7.00 in a decimal's place as its plan goes.
            case 2 -> "IF(" + name + " > 0, " + name + ", " + name + " + 7)";
            case 3 -> "ABS(" + name + ") + 1";
            case 4 -> "IFNULL(" + name + ", 3) * 2";
            case 5 -> "GREATEST(" + name + ", 2)";
            default -> name;
        };
    }

    /** Text whose characters are certain. */
    String text(OracleTable table, String prefix) {
        List<OracleColumn> texts = table.columns(OracleColumn::isText);
        if (texts.isEmpty()) {
            return "CONCAT('n', " + number(table, prefix) + ")";
        }
        String name = prefix + dice.oneOf(texts).name();
        return switch (dice.below(9)) {
            case 0 -> "CONCAT(" + name + ", '/', " + number(table, prefix) + ")";
            case 1 -> "LEFT(" + name + ", 2)";
            case 2 -> "COALESCE(" + name + ", 'none')";
            case 3 -> "REPLACE(" + name + ", 'a', 'q')";
            case 4 -> "NULLIF(" + name + ", 'a')";
            case 5 -> "LOWER(" + name + ")";
            case 6 -> "CASE " + name + " WHEN 'a' THEN 'first' ELSE 'other' END";
            default -> name;
        };
    }

    /** Anything. */
    String any(OracleTable table, String prefix) {
        List<OracleColumn> times = table.columns(column -> column.kind() == Kind.TIME);
        return switch (dice.below(6)) {
            case 0, 1 -> number(table, prefix);
            case 2, 3 -> text(table, prefix);
            case 4 -> {
                if (times.isEmpty()) {
                    yield number(table, prefix);
                }
                String name = prefix + dice.oneOf(times).name();
                yield dice.oneOf(name, "COALESCE(" + name + ", NULL)", "HOUR(" + name + ")", name + " IS NULL");
            }
            default -> prefix + table.columns().getFirst().name();
        };
    }

    /** A condition in which no value is bound. */
    String test(OracleTable table, String prefix) {
        OracleColumn number = dice.oneOf(table.columns(Expressions::isSmall));
        return dice.oneOf(
                number(table, prefix) + " > 1",
                prefix + number.name() + " IS NOT NULL",
                prefix + number.name() + " IN (1, 2, 3, " + conditions.literal(number) + ")",
                text(table, prefix) + " LIKE '%a%'",
                text(table, prefix) + " <> 'b'");
    }

    /** Whether sums of products of it are far from every bound. */
    private static boolean isSmall(OracleColumn column) {
        return (column.kind() == Kind.WHOLE && !column.name().endsWith("big") && !column.isZerofilled())
                || (column.kind() == Kind.DECIMAL && !column.name().equals("wide"));
    }
}
