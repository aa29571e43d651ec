package io.pinion.server.oracle;

import io.pinion.server.oracle.Column.Kind;
import io.pinion.server.oracle.Question.Certainty;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes SELECTs of one table. */
final class Selects {
    private final Dice dice;
    private final List<Table> tables;
    private final Conditions conditions;

    Selects(Dice dice, List<Table> tables) {
        this.dice = dice;
        this.tables = tables;
        conditions = new Conditions(dice);
    }

    /** Something of a select list, with what is certain of it. */
    record Item(String sql, Certainty certainty) {}

    Question query() {
        Table table = dice.oneOf(tables);
        return switch (dice.below(10)) {
            case 0, 1, 2 -> rows(table);
            case 3 -> distinct(table);
            case 4, 5 -> aggregate(table);
            default -> groups(table);
        };
    }

    private Question rows(Table table) {
        List<Item> items = items(table, "", dice.between(1, 4));
        Draft sql = Draft.of(select("SELECT ", items, table.name())).add(conditions.where(table, ""));
        boolean ordered = dice.chance(75);
        if (ordered) {
            List<String> by = new ArrayList<>();
            for (Column column : dice.some(dice.below(3), table.columns(Column::isComparable))) {
                by.add(orderExpression(column, "") + dice.oneOf("", " ASC", " DESC"));
            }
            for (String key : table.keys()) {
                by.add(key + dice.oneOf("", " DESC"));
            }
            sql.add(" ORDER BY " + String.join(", ", by)).add(limit());
        }
        return sql.question(table.keyspace(), ordered, certainties(items));
    }

    private Question distinct(Table table) {
        List<Column> columns = dice.some(dice.between(1, 2), table.columns(Column::isComparable));
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

    private Question aggregate(Table table) {
        List<Item> items = new ArrayList<>();
        for (int i = dice.between(1, 3); i > 0; i--) {
            items.add(aggregate(table, ""));
        }
        Draft sql = Draft.of(select("SELECT ", items, table.name())).add(conditions.where(table, ""));
        return sql.question(table.keyspace(), true, certainties(items));
    }

    private Question groups(Table table) {
        List<Column> keys = dice.some(dice.between(1, 2), table.columns(Column::isComparable));
        List<Item> items = new ArrayList<>(keys.stream().map(Selects::groupItem).toList());
        int first = items.size();
        for (int i = dice.between(1, 3); i > 0; i--) {
            Item item = aggregate(table, "");
            items.add(new Item(item.sql() + " AS a" + items.size(), item.certainty()));
        }
        String by = keys.stream().map(Column::name).collect(Collectors.joining(", "));
        Draft sql = Draft.of(select("SELECT ", items, table.name()))
                .add(conditions.where(table, ""))
                .add(" GROUP BY " + by);
        if (dice.chance(25)) {
            sql.add(" HAVING " + dice.oneOf("COUNT(*) > 1", "COUNT(*) BETWEEN 2 AND 9", "a" + first + " IS NOT NULL"));
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

    private static Item groupItem(Column column) {
        return new Item(column.name(), certaintyOfAny(column));
    }

    private static Certainty certaintyOfAny(Column column) {
        return column.kind() == Kind.LOOSE_TEXT ? new Certainty.AnyEqual(column) : Certainty.EXACT;
    }

    /** Columns and expressions over them. */
    List<Item> items(Table table, String prefix, int count) {
        List<Item> items = new ArrayList<>();
        if (count > 0 && prefix.isEmpty() && dice.chance(8)) {
            return List.of(new Item("*", Certainty.EXACT));
        }
        for (int i = 0; i < count; i++) {
            items.add(new Item(expression(dice.oneOf(table.columns()), prefix), Certainty.EXACT));
        }
        return items;
    }

    private String expression(Column column, String prefix) {
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
                                name + " % 3 AS r");
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
            case CHOICE -> dice.oneOf(name + " + 0", "CONCAT(" + name + ", '')");
            case JSON -> "JSON_TYPE(" + name + ")";
            case ID -> dice.oneOf(name + " + 0", name + " DIV 2", name + " = " + value);
        };
    }

    String orderExpression(Column column, String prefix) {
        String name = prefix + column.name();
        if (dice.chance(80)) {
            return name;
        }
        return switch (column.kind()) {
            case WHOLE, DECIMAL -> dice.oneOf(name + " IS NULL", "COALESCE(" + name + ", 0)", name + " % 2");
            case EXACT_TEXT, LOOSE_TEXT -> dice.oneOf("LENGTH(" + name + ")", "LOWER(" + name + ")", name + " = 'a'");
            case TIME -> "YEAR(" + name + ")";
            case DOUBLE, FLOAT, BINARY, BITS, CHOICE, JSON, ID -> name;
        };
    }

    /** With the name of a column that fits. */
    Item aggregate(Table table, String prefix) {
        Column column = dice.oneOf(table.columns(Column::isComparable));
        Column number = dice.oneOf(table.columns(Column::isNumber));
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

    String limit() {
        return switch (dice.below(6)) {
            case 0, 1 -> " LIMIT " + dice.between(1, 20);
            case 2 -> " LIMIT " + dice.between(1, 10) + " OFFSET " + dice.between(0, 40);
            case 3 -> " LIMIT " + dice.between(0, 5) + ", " + dice.between(0, 5);
            default -> "";
        };
    }
}
