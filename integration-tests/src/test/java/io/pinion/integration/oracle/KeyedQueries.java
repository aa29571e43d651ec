package io.pinion.integration.oracle;

import io.pinion.integration.oracle.OracleColumn.Kind;
import io.pinion.integration.testing.Dice;
import java.util.List;
import java.util.stream.Collectors;

/** Writes statements in which keys of hashed tables, of one type or of two, meet each other. */
final class KeyedQueries {
    private final Dice dice;
    private final List<OracleTable> tables;
    private final OracleConditions conditions;
    private final Selects selects;

    KeyedQueries(Dice dice, List<OracleTable> tables, Selects selects) {
        this.dice = dice;
        this.tables = tables.stream()
                .filter(table -> table.kind() == OracleTable.Kind.HASHED
                        && !numbers(table).isEmpty())
                .toList();
        this.selects = selects;
        conditions = new OracleConditions(dice);
    }

    private static OracleColumn key(OracleTable table) {
        return table.columns().getFirst();
    }

    private static List<OracleColumn> numbers(OracleTable table) {
        return table.columns(
                column -> column.kind() == Kind.WHOLE && !table.keys().contains(column.name()));
    }

    private static String number(OracleTable table) {
        return numbers(table).getFirst().name();
    }

    /**
     * A table beside another: beside an integer its texts that are numbers or none, since MariaDB takes '10.0.0.1' for 10 as it
     * compares and for nothing as it looks into an index.
     */
    private static String source(OracleTable table, OracleTable other) {
        boolean mixed = key(other).kind() == Kind.WHOLE && key(table).kind() != Kind.WHOLE;
        return mixed
                ? "(SELECT * FROM " + table.name() + " WHERE " + key(table).name()
                        + " IN ('7', '07', '10', '-4', '0', 'a'))"
                : table.name();
    }

    Question query() {
        OracleTable table = dice.oneOf(tables);
        OracleTable other = dice.oneOf(tables);
        return switch (dice.below(8)) {
            case 0, 1, 2 -> joined(table, other);
            case 3 -> counted(table, other);
            case 4 -> among(table, other);
            case 5 -> existing(table, other);
            case 6 -> united(table, other);
            default -> selected(table, other);
        };
    }

    private String equal(OracleTable table, OracleTable other) {
        return "x." + key(table).name() + dice.oneOf(" = ", " = ", " <=> ") + "y."
                + key(other).name();
    }

    private static String keys(OracleTable table, String alias) {
        return table.keys().stream().map(key -> alias + key).collect(Collectors.joining(", "));
    }

    private Question joined(OracleTable table, OracleTable other) {
        Draft sql = Draft.of(
                        "SELECT x." + key(table).name() + ", y." + key(other).name() + ", y."
                                + dice.oneOf(other.columns()).name() + " FROM " + source(table, other) + " x "
                                + dice.oneOf("JOIN ", "LEFT JOIN ", "STRAIGHT_JOIN ") + source(other, table) + " y ON "
                                + equal(table, other))
                .add(conditions.where(table, "x."))
                .add(" ORDER BY " + keys(table, "x.") + ", " + keys(other, "y."))
                .add(selects.limit());
        return sql.question(table.keyspace(), true, List.of());
    }

    private Question counted(OracleTable table, OracleTable other) {
        String key = "x." + key(table).name();
        Draft sql = Draft.of("SELECT " + key + ", COUNT(*) AS c, SUM(y." + number(other) + ") AS s FROM "
                        + source(table, other) + " x JOIN " + source(other, table) + " y ON " + equal(table, other))
                .add(conditions.where(other, "y."))
                .add(" GROUP BY " + dice.oneOf(key, "1") + dice.oneOf("", " HAVING COUNT(*) > 1") + " ORDER BY " + key);
        return sql.question(table.keyspace(), true, List.of());
    }

    private Question among(OracleTable table, OracleTable other) {
        Draft sql = Draft.of("SELECT " + keys(table, "x.") + ", x." + number(table) + " FROM " + source(table, other)
                        + " x WHERE x."
                        + key(table).name() + dice.oneOf(" IN (SELECT ", " IN (SELECT ", " NOT IN (SELECT ")
                        + "y." + key(other).name() + " FROM " + source(other, table) + " y")
                .add(conditions.where(other, "y."))
                .add(") ORDER BY " + keys(table, "x."))
                .add(selects.limit());
        return sql.question(table.keyspace(), true, List.of());
    }

    private Question existing(OracleTable table, OracleTable other) {
        Draft sql = Draft.of("SELECT " + keys(table, "x.") + ", x." + number(table) + " FROM " + source(table, other)
                        + " x WHERE "
                        + dice.oneOf("", "NOT ") + "EXISTS (SELECT 1 FROM " + source(other, table) + " y WHERE "
                        + equal(table, other) + " AND ")
                .add(conditions.condition(other, "y.", 1))
                .add(") AND ")
                .add(conditions.condition(table, "x.", 1))
                .add(" ORDER BY " + keys(table, "x."))
                .add(selects.limit());
        return sql.question(table.keyspace(), true, List.of());
    }

    /** Counted, since of texts that are equal in the collation of the whole any may be shown. */
    private Question united(OracleTable table, OracleTable other) {
        Draft sql = Draft.of("SELECT COUNT(*) AS c FROM (SELECT " + key(table).name() + " AS x_k FROM " + table.name())
                .add(conditions.where(table, ""))
                .add(dice.oneOf(" UNION ", " UNION ALL ") + "SELECT "
                        + key(other).name() + " FROM " + other.name())
                .add(conditions.where(other, ""))
                .add(") d");
        return sql.question(table.keyspace(), true, List.of());
    }

    private Question selected(OracleTable table, OracleTable other) {
        Draft sql = Draft.of("SELECT " + keys(table, "x.") + ", (SELECT "
                        + dice.oneOf("MAX(y." + number(other) + ")", "COUNT(*)")
                        + " FROM " + source(other, table) + " y WHERE " + equal(table, other) + ") AS x_s FROM "
                        + source(table, other)
                        + " x")
                .add(conditions.where(table, "x."))
                .add(" ORDER BY " + keys(table, "x."))
                .add(selects.limit());
        return sql.question(table.keyspace(), true, List.of());
    }

    /**
     * By keys of one type: beside text, strict servers take a comparison with a number for an error, row by row. By those of
     * another table: MySQL refuses the same one (1093), which Pinion answers.
     */
    Changes.Change change() {
        OracleTable table = dice.oneOf(tables);
        List<OracleTable> others =
                tables.stream().filter(one -> isAlike(one, table)).toList();
        return others.isEmpty() ? change() : change(table, dice.oneOf(others));
    }

    private Changes.Change change(OracleTable table, OracleTable other) {
        Draft sql =
                switch (dice.below(3)) {
                    case 0 ->
                        Draft.of("UPDATE " + table.name() + " x JOIN " + other.name() + " y ON " + equal(table, other)
                                        + " SET x." + number(table) + " = ")
                                .value(Integer.toString(dice.between(1, 99)))
                                .add(" WHERE ")
                                .add(conditions.condition(other, "y.", 1));
                    case 1 ->
                        Draft.of("DELETE FROM " + table.name() + " WHERE "
                                        + key(table).name() + " IN (SELECT y."
                                        + key(other).name() + " FROM " + other.name() + " y WHERE ")
                                .add(conditions.condition(other, "y.", 0))
                                .add(") ORDER BY " + keys(table, "") + " LIMIT " + dice.between(1, 4));
                    default ->
                        Draft.of("UPDATE " + table.name() + " SET " + number(table) + " = (SELECT MAX(y."
                                        + number(other) + ") FROM " + other.name()
                                        + " y WHERE y." + key(other).name() + " = " + table.name() + "."
                                        + key(table).name() + ") WHERE ")
                                .add(conditions.condition(table, "", 1));
                };
        return new Changes.Change(sql.question(table.keyspace(), true, List.of()), table);
    }

    private static boolean isAlike(OracleTable one, OracleTable other) {
        return key(one).kind() == key(other).kind() && !one.name().equals(other.name());
    }
}
