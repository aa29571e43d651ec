package io.pinion.integration.oracle;

import io.pinion.integration.oracle.OracleColumn.Kind;
import io.pinion.integration.testing.Dice;

/** Writes conditions over a table's columns, most of them true for some rows. */
final class OracleConditions {
    private final Dice dice;

    OracleConditions(Dice dice) {
        this.dice = dice;
    }

    /** {@code WHERE …}, or nothing. */
    Draft where(OracleTable table, String prefix) {
        return dice.chance(35) ? new Draft() : Draft.of(" WHERE ").add(condition(table, prefix, 2));
    }

    /** @param prefix what stands before a column's name, such as {@code t.} or nothing */
    Draft condition(OracleTable table, String prefix, int depth) {
        int kind = dice.below(10);
        if (depth > 0 && kind < 3) {
            return Draft.of("(")
                    .add(condition(table, prefix, depth - 1))
                    .add(dice.oneOf(" AND ", " AND ", " OR "))
                    .add(condition(table, prefix, depth - 1))
                    .add(")");
        }
        if (depth > 0 && kind == 3) {
            return Draft.of("NOT (").add(condition(table, prefix, depth - 1)).add(")");
        }
        if (kind == 4 && dice.chance(30)) {
            return inRows(table.columns().getFirst(), dice.oneOf(table.columns(OracleColumn::isComparable)), prefix);
        }
        if (kind < 7) {
            return onKey(table.columns().getFirst(), prefix);
        }
        return onColumn(dice.oneOf(table.columns(OracleColumn::isComparable)), prefix);
    }

    /** On the column that decides the shard. */
    private Draft onKey(OracleColumn key, String prefix) {
        String name = prefix + key.name();
        return switch (dice.below(11)) {
            case 0, 1 -> Draft.of(name + " = ").value(keyLiteral(key));
            case 2 -> Draft.of("").value(keyLiteral(key)).add(" = " + name);
            case 3, 4 -> inKeys(name, key);
            case 5 ->
                Draft.of("(" + name + " = ")
                        .value(keyLiteral(key))
                        .add(" OR " + name + " = ")
                        .value(keyLiteral(key))
                        .add(")");
            case 6 ->
                dice.chance(40)
                        ? Draft.of(name + " <> ").value(otherKey(key))
                        : Draft.of(name + " " + dice.oneOf("<", ">", "<=", ">=") + " ")
                                .value(keyLiteral(key));
            case 7 ->
                Draft.of(name + " BETWEEN ").value(keyLiteral(key)).add(" AND ").value(keyLiteral(key));
            case 8 -> Draft.of(name + dice.oneOf(" IS NULL", " IS NOT NULL", " NOT IN (NULL)"));
            case 9 -> expression(name, key);
            default ->
                Draft.of(name + " NOT IN (")
                        .value(otherKey(key))
                        .add(", ")
                        .value(otherKey(key))
                        .add(")");
        };
    }

    /** Compared with what isn't a plain value, or as part of more. */
    private Draft expression(String name, OracleColumn key) {
        String value = keyLiteral(key);
        String number = key.kind() == Kind.ID ? value : "0";
        return Draft.of(
                switch (dice.below(9)) {
                    case 0 -> name + " <=> " + value;
                    case 1 -> "(" + name + ") = (" + value + ")";
                    case 2 -> name + " = IF(1, " + value + ", NULL)";
                    case 3 -> name + " = COALESCE(NULL, " + value + ")";
                    case 4 -> name + " IN (NULL, " + value + ")";
                    case 5 -> "NOT " + name + " = " + value;
                    case 6 -> "NOT (" + name + " <> " + value + ")";
                    case 7 ->
                        key.kind() == Kind.ID ? name + " = " + number + " + 0" : name + " = CONCAT(" + value + ", '')";
                    default -> key.kind() == Kind.ID ? name + " + 0 = " + number : "LOWER(" + name + ") = " + value;
                });
    }

    private Draft inKeys(String name, OracleColumn key) {
        Draft list = Draft.of(name + " IN (").value(keyLiteral(key));
        for (int i = dice.below(12); i > 0; i--) {
            list.add(", ").value(otherKey(key));
        }
        return list.add(")");
    }

    /** A key that the statement doesn't ask for alone, so that it may be an id that names nothing. */
    private String otherKey(OracleColumn key) {
        return key.kind() == Kind.ID && dice.chance(15) ? dice.oneOf(Schema.NAMELESS) : keyLiteral(key);
    }

    /** Integers may come as text, of which their digits are hashed. */
    private String keyLiteral(OracleColumn key) {
        return key.isNumber() && dice.chance(15) ? Rows.quoted(dice.oneOf(key.values())) : literal(key);
    }

    private Draft onColumn(OracleColumn column, String prefix) {
        String name = prefix + column.name();
        return switch (dice.below(8)) {
            case 0 -> Draft.of(name + dice.oneOf(" IS NULL", " IS NOT NULL"));
            case 1 -> in(name, column, dice.between(1, 4));
            case 2 ->
                Draft.of(name + " BETWEEN ").value(literal(column)).add(" AND ").value(literal(column));
            case 3 ->
                column.isText()
                        ? Draft.of(name + " LIKE ").value(dice.oneOf("'a%'", "'%s%'", "'_'", "'%'"))
                        : Draft.of(name + " <=> ").value(literal(column));
            case 4 ->
                // Not bound: MySQL gives a parameter here another type than a text of its own.
                Draft.of("COALESCE(" + name + ", " + literal(column) + ") = " + literal(column));
            default ->
                Draft.of(name + " " + dice.oneOf("=", "<", ">", "<=", ">=", "<>") + " ")
                        .value(literal(column));
        };
    }

    private Draft in(String name, OracleColumn column, int count) {
        Draft list = Draft.of(name + " IN (").value(literal(column));
        for (int i = 1; i < count; i++) {
            list.add(", ").value(literal(column));
        }
        return list.add(")");
    }

    private Draft inRows(OracleColumn key, OracleColumn other, String prefix) {
        boolean turned = dice.chance(30);
        OracleColumn first = turned ? other : key;
        OracleColumn second = turned ? key : other;
        boolean one = dice.chance(30);
        Draft rows = Draft.of("(" + prefix + first.name() + ", " + prefix + second.name() + ") ")
                .add(one ? "= (" : dice.oneOf("IN ((", "IN ((", "NOT IN (("));
        for (int i = one ? 1 : dice.between(1, 4); i > 0; i--) {
            // Not bound: MySQL 9.7 takes a parameter of DECIMAL in a row for another number than a BIGINT UNSIGNED.
            rows.add(literal(first) + ", " + literal(second)).add(i > 1 ? "), (" : one ? ")" : "))");
        }
        return rows;
    }

    /** One of the column's own values, numbers without quotes for the most part; of a BIT the number that its one byte is. */
    String literal(OracleColumn column) {
        String value = dice.oneOf(column.values());
        if (column.kind() == Kind.BITS) {
            // With a text it would be compared as numbers are (1292), for each row that a server happens to look at.
            return Integer.toString(value.charAt(0));
        }
        boolean number =
                column.isNumber() || column.kind() == Kind.FLOAT || (column.kind() == Kind.ID && dice.chance(85));
        return number ? value : Rows.quoted(value);
    }
}
