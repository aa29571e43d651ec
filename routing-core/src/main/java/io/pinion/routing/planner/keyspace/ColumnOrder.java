package io.pinion.routing.planner.keyspace;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.merge.Collations;
import io.pinion.routing.merge.Comparison;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.Optional;

/**
 * MySQL's order of a column's values, and the select items that a shard needs so that they can be compared elsewhere.
 *
 * @param comparison for {@link #PADDED}, the column of the space comes with it
 * @param before the text before the column's name in a hidden select item; with {@code after} empty as well, the
 *     column's own text decides
 * @param space a further hidden select item, or empty
 */
record ColumnOrder(Comparison comparison, String before, String after, String space) {
    /** Stands for {@link Comparison.Padded} until the column with the space is known. */
    static final Comparison PADDED = new Comparison.Padded(0);

    /** Empty when the column's values can't be compared outside of a server, or their type is unknown. */
    static Optional<ColumnOrder> of(Column column) {
        return switch (column.typeWord()) {
            case "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "decimal", "numeric", "year" ->
                itself(Comparison.NUMERIC);
            case "date", "datetime", "binary", "varbinary", "tinyblob", "blob", "mediumblob", "longblob" ->
                itself(Comparison.BYTES);
            case "time" -> itself(Comparison.TIME);
            // The hour at the end of summer time comes twice, with the same text.
            case "timestamp" -> Optional.of(new ColumnOrder(Comparison.NUMERIC, "UNIX_TIMESTAMP(", ")", ""));
            case "double", "real" -> column.type().contains("(") ? floating() : itself(Comparison.FLOATING);
            case "float" -> floating();
            case "bit", "enum", "set" -> Optional.of(new ColumnOrder(Comparison.NUMERIC, "", " + 0", ""));
            case "char" ->
                column.collation()
                        .filter(collation -> !Collations.sortsSpacesOfChar(collation))
                        .flatMap(ColumnOrder::ofText);
            case "varchar", "tinytext", "text", "mediumtext", "longtext" ->
                column.collation().flatMap(ColumnOrder::ofText);
            default -> Optional.empty();
        };
    }

    private static Optional<ColumnOrder> itself(Comparison comparison) {
        return Optional.of(new ColumnOrder(comparison, "", "", ""));
    }

    /** The text of a FLOAT has only six digits. A product keeps the sign of a zero, which a sum would lose. */
    private static Optional<ColumnOrder> floating() {
        return Optional.of(new ColumnOrder(Comparison.FLOATING, "", " * 1e0", ""));
    }

    /**
     * The comparison by which a server tells groups and repetitions. MariaDB uses an index where the column has one, in
     * which zeros of both signs are equal, else a temporary table, in which they differ; measured on MariaDB 11.4.
     */
    ColumnOrder ofEquality(Column column, SqlDialect dialect) {
        boolean byBits = comparison == Comparison.FLOATING
                && dialect == SqlDialect.MARIADB
                && column.key().isEmpty();
        return byBits ? new ColumnOrder(Comparison.FLOATING_BITS, before, after, space) : this;
    }

    private static Optional<ColumnOrder> ofText(String collation) {
        if (!Collations.canBeMerged(collation)) {
            return Optional.empty();
        }
        if (!Collations.padsSpace(collation)) {
            return Optional.of(new ColumnOrder(Comparison.BYTES, "WEIGHT_STRING(", ")", ""));
        }
        return Optional.of(new ColumnOrder(
                PADDED,
                "WEIGHT_STRING(",
                ")",
                "WEIGHT_STRING(CONVERT(' ' USING " + Collations.characterSet(collation) + ") COLLATE " + collation
                        + ")"));
    }

    /** Whether a value's text, as in every answer, is enough. */
    boolean isByText() {
        return before.isEmpty() && after.isEmpty();
    }
}
