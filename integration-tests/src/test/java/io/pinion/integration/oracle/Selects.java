package io.pinion.integration.oracle;

import io.pinion.integration.oracle.OracleColumn.Kind;
import io.pinion.integration.oracle.Question.Certainty;
import io.pinion.integration.testing.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes SELECTs of one table. */
final class Selects {
    private final Dice dice;
    private final List<OracleTable> tables;
    private final OracleConditions conditions;

    Selects(Dice dice, List<OracleTable> tables) {
        this.dice = dice;
        this.tables = tables;
        conditions = new OracleConditions(dice);
    }

    /** Something of a select list, with what is certain of it. */
    record Item(String sql, Certainty certainty) {}

    Question query() {
        OracleTable table = dice.oneOf(tables);
        return switch (dice.below(12)) {
            case 0, 1, 2 -> rows(table);
            case 10 -> renamed(table);
            case 11 -> constants(table);
            case 3 -> distinct(table);
            case 4, 5 -> aggregate(table);
            default -> groups(table);
        };
    }

    private Question rows(OracleTable table) {
        List<Item> items = items(table, "", dice.between(1, 4));
        Draft sql = Draft.of(select("SELECT ", items, table.name())).add(conditions.where(table, ""));
        boolean ordered = dice.chance(75);
        if (ordered) {
            List<String> by = new ArrayList<>();
            for (OracleColumn column : dice.some(dice.below(3), table.columns(OracleColumn::isComparable))) {
                by.add(orderExpression(column, "") + dice.oneOf("", " ASC", " DESC"));
            }
            for (String key : table.keys()) {
                by.add(key + dice.oneOf("", " DESC"));
            }
            sql.add(" ORDER BY " + String.join(", ", by)).add(limit());
        }
        return sql.question(table.keyspace(), ordered, certainties(items));
    }

    /** Columns under the names of others, sorted by those: ORDER BY knows the select list before the table. */
    private Question renamed(OracleTable table) {
        List<OracleColumn> columns =
                table.columns(column -> column.isComparable() && !table.keys().contains(column.name()));
        OracleColumn shown = dice.oneOf(columns);
        OracleColumn other = dice.oneOf(columns);
        String name = dice.oneOf(
                other.name(),
                "`" + other.name() + "`",
                "x",
                "`order`",
                other.name().toUpperCase(Locale.ROOT));
        List<Item> items = new ArrayList<>();
        items.add(new Item(qualified(table, shown) + dice.oneOf(" AS ", " ") + name, Certainty.EXACT));
        if (dice.chance(40)) {
            items.add(new Item(
                    dice.oneOf("1", "'x'", "NULL", table.name() + "." + other.name()) + " AS y", Certainty.EXACT));
        }
        Draft sql = Draft.of(Selects.select("SELECT ", items, table.name())).add(conditions.where(table, ""));
        String keys = table.keys().stream().map(key -> table.name() + "." + key).collect(Collectors.joining(", "));
        sql.add(" ORDER BY " + dice.oneOf(name, name + " DESC", "1", table.name() + "." + other.name()) + ", " + keys)
                .add(limit());
        return sql.question(table.keyspace(), true, certainties(items));
    }

    private String qualified(OracleTable table, OracleColumn column) {
        return dice.oneOf("", table.name() + ".", "`" + table.name() + "`.") + column.name();
    }

    /** What every server refuses, with the same code. */
    Question mistake() {
        OracleTable table = dice.oneOf(tables);
        String number = table.columns(OracleColumn::isNumber).getFirst().name();
        // Rows decide over it, so that it isn't for a LIMIT to say which.
        String ofRows = "SELECT EXP(1000 + " + number + " * 0) FROM " + table.name();
        String sql = dice.oneOf(
                "SELECT nosuch FROM " + table.name(),
                "SELECT " + number + " FROM " + table.name() + " ORDER BY nosuch",
                "SELECT COUNT(*) FROM " + table.name() + " GROUP BY 7",
                "SELECT SUM(nosuch) FROM " + table.name(),
                "SELECT nosuch(" + number + ") FROM " + table.name(),
                "SELECT " + number + " FROM " + table.name() + " ORDER BY 9",
                ofRows,
                "SELECT " + number + " FROM " + table.name() + " x JOIN " + table.name() + " y");
        String limit = sql.equals(ofRows) || dice.chance(50) ? "" : " LIMIT 3";
        return Draft.of(sql + limit).question(table.keyspace(), false, List.of());
    }

    /** Nothing of a column, or the same for all rows. */
    private Question constants(OracleTable table) {
        Draft sql = Draft.of(dice.oneOf(
                        "SELECT 1",
                        "SELECT DISTINCT 'x' AS c",
                        "SELECT COUNT(*), 'x'",
                        "SELECT MIN(1)",
                        "SELECT NULL, COUNT(*)",
                        "SELECT SUM(1)"))
                .add(" FROM " + table.name())
                .add(conditions.where(table, ""));
        return sql.question(table.keyspace(), false, List.of());
    }

    /** BIT aside, which MariaDB shows as a BIGINT when the rows have gone through a temporary table. */
    private Question distinct(OracleTable table) {
        List<OracleColumn> columns = dice.some(
                dice.between(1, 2),
                table.columns(column -> column.isComparable() && column.kind() != OracleColumn.Kind.BITS));
        List<Item> items = columns.stream().map(Selects::groupItem).toList();
        Draft sql = Draft.of(select("SELECT DISTINCT ", items, table.name())).add(conditions.where(table, ""));
        boolean ordered = dice.chance(60);
        if (ordered) {
            sql.add(" ORDER BY "
                    + columns.stream()
                            .map(column -> column.name() + dice.oneOf("", " DESC"))
                            .collect(Collectors.joining(", ")));
            sql.add(limit());
        }
        return sql.question(table.keyspace(), ordered, certainties(items));
    }

    private Question aggregate(OracleTable table) {
        List<Item> items = new ArrayList<>();
        for (int i = dice.between(1, 3); i > 0; i--) {
            items.add(dice.chance(15) ? ofQuotients(table) : aggregate(table, ""));
        }
        Draft sql = Draft.of(select("SELECT ", items, table.name())).add(conditions.where(table, ""));
        return sql.question(table.keyspace(), true, certainties(items));
    }

    private Question groups(OracleTable table) {
        List<OracleColumn> keys = dice.some(dice.between(1, 2), table.columns(OracleColumn::isComparable));
        List<Item> items = new ArrayList<>(keys.stream().map(Selects::groupItem).toList());
        int first = items.size();
        for (int i = dice.between(1, 3); i > 0; i--) {
            Item item = aggregate(table, "");
            items.add(new Item(item.sql() + " AS a" + items.size(), item.certainty()));
        }
        boolean ordinals = dice.chance(15);
        String by = IntStream.range(0, keys.size())
                .mapToObj(i -> ordinals ? Integer.toString(i + 1) : keys.get(i).name())
                .collect(Collectors.joining(", "));
        Draft sql = Draft.of(select("SELECT ", items, table.name()))
                .add(conditions.where(table, ""))
                .add(" GROUP BY " + by);
        if (dice.chance(25)) {
            // MariaDB 11.4 has no group for VARIANCE(c) AS a … HAVING a IS NOT NULL, whatever a is, on a table with an
            // index.
            sql.add(" HAVING "
                    + dice.oneOf("COUNT(*) > 1", "COUNT(*) BETWEEN 2 AND 9", "NOT (a" + first + " <=> NULL)"));
        }
        boolean ordered = dice.chance(65);
        if (ordered) {
            String before = items.get(first).certainty() instanceof Certainty.Exact && dice.chance(40)
                    ? dice.oneOf("a" + first, Integer.toString(first + 1), "COUNT(*)") + dice.oneOf("", " DESC") + ", "
                    : "";
            sql.add(" ORDER BY " + before
                    + keys.stream()
                            .map(key -> key.name() + dice.oneOf("", " DESC"))
                            .collect(Collectors.joining(", ")));
            sql.add(limit());
        }
        return sql.question(table.keyspace(), ordered, certainties(items));
    }

    static String select(String beginning, List<Item> items, String from) {
        return items.stream().map(Item::sql).collect(Collectors.joining(", ", beginning, " FROM " + from));
    }

    static List<Certainty> certainties(List<Item> items) {
        return items.stream().map(Item::certainty).toList();
    }

    private static Item groupItem(OracleColumn column) {
        return new Item(column.name(), certaintyOfAny(column));
    }

    private static Certainty certaintyOfAny(OracleColumn column) {
        return column.kind() == Kind.LOOSE_TEXT ? new Certainty.AnyEqual(column) : Certainty.EXACT;
    }

    /** Columns and expressions over them. */
    List<Item> items(OracleTable table, String prefix, int count) {
        List<Item> items = new ArrayList<>();
        if (count > 0 && prefix.isEmpty() && dice.chance(8)) {
            return List.of(new Item("*", Certainty.EXACT));
        }
        for (int i = 0; i < count; i++) {
            items.add(new Item(expression(dice.oneOf(table.columns()), prefix), Certainty.EXACT));
        }
        return items;
    }

    private String expression(OracleColumn column, String prefix) {
        String name = prefix + column.name();
        if (dice.chance(70)) {
            return name;
        }
        String value = conditions.literal(column);
        return switch (column.kind()) {
            case WHOLE ->
                column.name().endsWith("big")
                        ? name + " DIV 3"
                        : dice.oneOf(
                                name + " + 1",
                                "-" + name,
                                name + " * 2.5",
                                name + " / 3",
                                "COALESCE(" + name + ", 0)",
                                name + " % 3 AS x_r");
            case DECIMAL -> dice.oneOf(name + " * 2", "ROUND(" + name + ", 1)", name + " / 7", "ABS(" + name + ")");
            case DOUBLE, FLOAT -> dice.oneOf(name + " * 2", "ROUND(" + name + ", 2)", "CAST(" + name + " AS CHAR)");
            case TIME -> dice.oneOf("YEAR(" + name + ")", "DATE(" + name + ") AS d", "CAST(" + name + " AS CHAR)");
            case EXACT_TEXT, LOOSE_TEXT ->
                dice.oneOf(
                        "CONCAT(" + name + ", '!')",
                        "UPPER(" + name + ")",
                        "LENGTH(" + name + ") AS l",
                        "HEX(" + name + ")");
            case BINARY, BITS -> dice.oneOf("HEX(" + name + ")", "LENGTH(" + name + ")");
            case TOKEN -> dice.oneOf("CAST(" + name + " AS CHAR)", name + " = " + value);
            case CHOICE -> dice.oneOf(name + " + 0", "CONCAT(" + name + ", '')");
            case JSON -> "JSON_TYPE(" + name + ")";
            case ID -> dice.oneOf(name + " + 0", name + " DIV 2", name + " = " + value);
        };
    }

    String orderExpression(OracleColumn column, String prefix) {
        String name = prefix + column.name();
        if (dice.chance(80)) {
            return name;
        }
        return switch (column.kind()) {
            case WHOLE, DECIMAL -> dice.oneOf(name + " IS NULL", "COALESCE(" + name + ", 0)", name + " % 2");
            case EXACT_TEXT, LOOSE_TEXT -> dice.oneOf("LENGTH(" + name + ")", "LOWER(" + name + ")", name + " = 'a'");
            case TIME -> "YEAR(" + name + ")";
            case DOUBLE, FLOAT, BINARY, BITS, CHOICE, TOKEN, JSON, ID -> name;
        };
    }

    /** With the name of a column that fits. */
    Item aggregate(OracleTable table, String prefix) {
        // MariaDB shows MIN and MAX of a BIT as digits when the rows have gone through a temporary table.
        OracleColumn column =
                dice.oneOf(table.columns(any -> any.isComparable() && any.kind() != Kind.BITS && !any.isZerofilled()));
        OracleColumn number = dice.oneOf(table.columns(any -> any.isNumber() && !any.isZerofilled()));
        String name = prefix + column.name();
        String of = prefix + number.name();
        boolean inexact = number.kind() == Kind.DOUBLE || number.kind() == Kind.FLOAT;
        Certainty sum = inexact ? Certainty.ROUNDED : Certainty.EXACT;
        return switch (dice.below(22)) {
            case 0, 1, 2 -> new Item("COUNT(*)", Certainty.EXACT);
            case 3 -> new Item("COUNT(" + name + ")", Certainty.EXACT);
            case 4 -> new Item("COUNT(DISTINCT " + name + ")", Certainty.EXACT);
            case 5, 6, 7 -> new Item("SUM(" + of + ")", sum);
            case 8, 9, 10 -> new Item("AVG(" + of + ")", sum);
            case 11, 12 -> new Item("MIN(" + name + ")", certaintyOfAny(column));
            case 13, 14 -> new Item("MAX(" + name + ")", certaintyOfAny(column));
            case 15 ->
                number.kind() == Kind.WHOLE
                        ? new Item(dice.oneOf("BIT_AND(", "BIT_OR(", "BIT_XOR(") + of + ")", Certainty.EXACT)
                        : new Item("COUNT(" + of + ")", Certainty.EXACT);
            case 16 ->
                number.kind() == Kind.WHOLE
                        ? new Item(
                                "GROUP_CONCAT(" + dice.oneOf("", "DISTINCT ") + of + " ORDER BY " + of + ")",
                                Certainty.EXACT)
                        : new Item("COUNT(*)", Certainty.EXACT);
            case 17 ->
                new Item(
                        dice.oneOf("STDDEV(", "VAR_SAMP(", "STDDEV_SAMP(", "VARIANCE(")
                                + (number.name().endsWith("big") ? "1" : of) + ")",
                        Certainty.ROUNDED);
            case 18 -> new Item("MAX(" + of + ") IS NULL", Certainty.EXACT);
            case 19 -> new Item("COUNT(*) * 2 + COUNT(" + name + ")", Certainty.EXACT);
            case 20 -> new Item("COALESCE(SUM(" + of + "), 0)", sum);
            default -> new Item("SUM(DISTINCT " + of + ")", sum);
        };
    }

    /** Not of groups: there MariaDB rounds each quotient or not, as it groups in a temporary table or by an index. */
    private Item ofQuotients(OracleTable table) {
        OracleColumn number = dice.oneOf(table.columns(OracleColumn::isNumber));
        String aggregate = dice.oneOf("SUM", "AVG") + "(" + quotient(number.name(), number) + ")";
        return new Item(aggregate, number.kind() == Kind.DOUBLE ? Certainty.ROUNDED : Certainty.EXACT);
    }

    /** Servers compute with more digits within than they show. */
    private String quotient(String of, OracleColumn number) {
        boolean large = number.name().endsWith("big") || number.name().equals("wide");
        return large
                ? "1 / 3"
                : dice.oneOf(
                        of + " / 7",
                        of + " / 3 + 1",
                        "COALESCE(" + of + " / 9, 0.1)",
                        of + " * 1.5",
                        of + " * 0.333",
                        "-" + of + " / 7",
                        "ROUND(" + of + " / 7, 3)");
    }

    String limit() {
        return switch (dice.below(6)) {
            case 0, 1 -> " LIMIT " + dice.between(1, 20);
            case 2 -> " LIMIT " + dice.between(1, 10) + " OFFSET " + dice.between(0, 40);
            case 3 -> " LIMIT " + dice.between(0, 5) + ", " + dice.between(0, 5);
            default -> "";
        };
    }
}
