package io.pinion.routing.plan;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.merge.Collations;
import io.pinion.routing.text.LiteralValue;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What MySQL makes of a constant beside the column that places rows by a hash: where it would convert one of them, equal keys
 * would hash apart.
 */
record KeyColumn(Kind kind, KeyRoom room) {
    /** Bytes, or a column of which nothing is known. */
    static final KeyColumn OTHER = new KeyColumn(Kind.OTHER, new KeyRoom.Unknown());

    private static final Pattern CANONICAL = Pattern.compile("0|-?[1-9][0-9]*");

    enum Kind {
        INTEGER,
        /** Text whose collation takes no trailing spaces for meaningless. */
        TEXT,
        /** Text that equals itself with spaces behind. */
        PADDED_TEXT,
        OTHER
    }

    static KeyColumn of(Table table, String name) {
        Column column = table.column(name);
        return column == null ? OTHER : new KeyColumn(kindOf(column), KeyRoom.of(column));
    }

    private static Kind kindOf(Column column) {
        return switch (column.typeWord()) {
            case "tinyint", "smallint", "mediumint", "int", "integer", "bigint" -> Kind.INTEGER;
            // CHAR loses the spaces behind when it is read.
            case "char" -> Kind.PADDED_TEXT;
            case "varchar", "tinytext", "text", "mediumtext", "longtext" ->
                column.collation().filter(Collations::padsSpace).isPresent() ? Kind.PADDED_TEXT : Kind.TEXT;
            default -> Kind.OTHER;
        };
    }

    /**
     * Why a constant can't place a row.
     *
     * @param stored it is the key of a new row, which gets the column's type; else it is compared with those that are there
     */
    Optional<String> problem(LiteralValue constant, boolean negative, boolean stored) {
        Optional<String> tooLarge = stored ? room.problem(constant, negative) : Optional.empty();
        if (tooLarge.isPresent()) {
            return tooLarge;
        }
        return switch (kind) {
            case INTEGER -> ofInteger(constant);
            case TEXT -> ofText(constant, stored);
            case PADDED_TEXT -> ofText(constant, stored).or(() -> ofSpaces(constant));
            case OTHER -> Optional.empty();
        };
    }

    private static Optional<String> ofInteger(LiteralValue constant) {
        boolean number =
                switch (constant) {
                    case LiteralValue.Int integer -> true;
                    case LiteralValue.BigInt integer -> true;
                    case LiteralValue.Text text ->
                        text.string().filter(CANONICAL.asMatchPredicate()).isPresent();
                    case LiteralValue.Binary bytes -> false;
                    // What is no key at all is told elsewhere.
                    case LiteralValue.Decimal decimal -> true;
                    case LiteralValue.Floating floating -> true;
                };
        return number
                ? Optional.empty()
                : Optional.of("is an integer, and the hash is of its digits: write the number");
    }

    private static Optional<String> ofText(LiteralValue constant, boolean stored) {
        boolean number = constant instanceof LiteralValue.Int || constant instanceof LiteralValue.BigInt;
        return number && !stored
                ? Optional.of(
                        "is text, which MySQL compares with a number as numbers, so that rows of any shard could match:"
                                + " write the key in quotes")
                : Optional.empty();
    }

    private static Optional<String> ofSpaces(LiteralValue constant) {
        boolean spaces = constant instanceof LiteralValue.Text text
                && text.string().filter(value -> value.endsWith(" ")).isPresent();
        return spaces
                ? Optional.of(
                        "has a collation that ignores spaces at the end, and the hash doesn't: write the key without"
                                + " them")
                : Optional.empty();
    }
}
