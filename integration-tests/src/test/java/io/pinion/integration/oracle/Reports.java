package io.pinion.integration.oracle;

import io.pinion.integration.testing.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes what reports ask: groups by expressions, aggregates of expressions and expressions of aggregates. */
final class Reports {
    private final Dice dice;
    private final OracleTable things;
    private final OracleTable links;
    private final OracleTable log;
    private final OracleConditions conditions;
    private final Selects selects;

    Reports(Dice dice, List<OracleTable> tables, Selects selects) {
        this.dice = dice;
        this.selects = selects;
        conditions = new OracleConditions(dice);
        things = tables.get(0);
        links = tables.get(2);
        log = tables.get(5);
    }

    /** What a report on a table is made of. */
    private record Words(OracleTable table, List<String> groups, List<String> numbers, String key) {}

    private Words words() {
        return dice.oneOf(List.of(
                new Words(
                        things,
                        List.of(
                                "YEAR(seen)",
                                "DATE_FORMAT(seen, '%Y-%m')",
                                "DATE(ts)",
                                "n DIV 3",
                                "tiny % 2",
                                "price > 1",
                                "COALESCE(n, -1)",
                                "CASE WHEN n > 1 THEN 'many' WHEN n IS NULL THEN 'none' ELSE 'few' END",
                                "born + INTERVAL 1 DAY",
                                "n IS NULL",
                                "CONCAT(n, '-', tiny)",
                                "HOUR(took)",
                                "ROUND(price)",
                                "made",
                                "id DIV 70368744177664",
                                "id % 5"),
                        List.of("n", "tiny", "price", "small", "n + tiny", "price * tiny", "medium", "fine"),
                        "id"),
                new Words(
                        links,
                        List.of("sequence", "sequence > 2", "thing_id", "note_id % 7", "thing_id + 1", "note_id"),
                        List.of("sequence", "sequence * 2", "note_id % 10", "-sequence"),
                        "note_id"),
                new Words(
                        log,
                        List.of(
                                "n",
                                "DATE(at)",
                                "SUBSTRING_INDEX(ip, '.', 3)",
                                "n + size",
                                "ip",
                                "LENGTH(ip)",
                                "ip > '10.0.3'"),
                        List.of("n", "size", "n * size", "size DIV 3"),
                        "n")));
    }

    Question query() {
        Words words = words();
        return switch (dice.below(8)) {
            case 0 -> total(words);
            case 1 -> distinct(words);
            case 2 -> ofGroups(words);
            case 3 -> ranked(words);
            case 4 -> best(words);
            case 5 -> ofQueryAround(words);
            default -> groups(words);
        };
    }

    private String aggregate(Words words) {
        String number = dice.oneOf(words.numbers());
        String other = dice.oneOf(words.numbers());
        String group = dice.oneOf(words.groups());
        return dice.oneOf(
                "COUNT(*) - COUNT(" + number + ")",
                "SUM(" + number + ") + SUM(" + other + ")",
                "SUM(" + number + " > 1)",
                "SUM(CASE WHEN " + number + " > 1 THEN " + other + " ELSE 0 END)",
                "COUNT(CASE WHEN " + number + " > 1 THEN 1 END)",
                "COUNT(DISTINCT " + number + ", " + other + ")",
                "COUNT(DISTINCT " + group + ")",
                "SUM(DISTINCT " + number + ") * 2",
                "SUM(" + number + ") / NULLIF(COUNT(" + other + "), 0)",
                "ROUND(AVG(" + number + "), 2)",
                // MariaDB shows one digit more or less of the difference, as its plan goes.
                "ROUND(AVG(" + number + ") - AVG(" + other + "), 2)",
                "100 * SUM(" + number + " IS NULL) / COUNT(*)",
                "MAX(" + number + ") - MIN(" + other + ")",
                "IF(COUNT(*) > 2, 'many', 'few')",
                "COALESCE(MAX(" + number + "), 0) + COUNT(*)",
                "GROUP_CONCAT(DISTINCT " + number + " ORDER BY " + number + " DESC SEPARATOR ';')",
                "JSON_LENGTH(JSON_ARRAYAGG(" + number + "))",
                "CONCAT(COUNT(*), ':', MIN(" + number + "))",
                "GREATEST(COUNT(*), COUNT(DISTINCT " + number + "))",
                "MIN(" + group + ") IS NULL",
                "COUNT(*) IN (1, 2, 3)",
                "NOT MAX(" + number + ") > 2");
    }

    private String condition(Words words) {
        String number = dice.oneOf(words.numbers());
        return dice.oneOf(
                "SUM(" + number + ") > 3",
                "AVG(" + number + ") IS NOT NULL",
                "COUNT(DISTINCT " + number + ") >= 2",
                "MAX(" + number + ") - MIN(" + number + ") > 1",
                "COUNT(*) > 1 AND MIN(" + number + ") < 3",
                "x_grp IS NOT NULL",
                "COUNT(*) BETWEEN 1 AND 5 OR MAX(" + number + ") IS NULL",
                "NOT COUNT(*) = 1");
    }

    private Question total(Words words) {
        Draft sql = Draft.of("SELECT " + aggregate(words) + " AS x_a, " + aggregate(words) + " AS x_b FROM "
                        + words.table().name())
                .add(conditions.where(words.table(), ""));
        return sql.question(words.table().keyspace(), true, List.of());
    }

    private Question groups(Words words) {
        List<String> by = dice.some(dice.between(1, 2), words.groups());
        List<String> items = new ArrayList<>();
        for (int i = 0; i < by.size(); i++) {
            items.add(by.get(i) + " AS x_grp" + (i == 0 ? "" : i));
        }
        for (int i = dice.between(1, 3); i > 0; i--) {
            items.add(aggregate(words) + " AS x_a" + i);
        }
        String names = by.size() == 1 ? "x_grp" : "x_grp, x_grp1";
        Draft sql = Draft.of("SELECT " + String.join(", ", items) + " FROM "
                        + words.table().name())
                .add(conditions.where(words.table(), ""))
                .add(" GROUP BY " + dice.oneOf(names, String.join(", ", by)));
        if (dice.chance(40)) {
            sql.add(" HAVING " + condition(words));
        }
        String first = dice.oneOf(
                "",
                "",
                "COUNT(*) DESC, ",
                "SUM(" + dice.oneOf(words.numbers()) + "), ",
                "-COUNT(*), ",
                "x_grp IS NULL, ");
        sql.add(" ORDER BY " + first + names).add(selects.limit());
        return sql.question(words.table().keyspace(), true, List.of());
    }

    private Question distinct(Words words) {
        List<String> items = dice.some(dice.between(1, 2), words.groups());
        String names = items.size() == 1 ? "x_1" : "x_1, x_2 DESC";
        Draft inner = Draft.of("SELECT DISTINCT " + items.getFirst() + " AS x_1"
                        + items.stream()
                                .skip(1)
                                .map(item -> ", " + item + " AS x_2")
                                .collect(Collectors.joining())
                        + " FROM " + words.table().name())
                .add(conditions.where(words.table(), ""));
        Draft sql = dice.chance(25)
                ? Draft.of("SELECT COUNT(*) AS x_c, COUNT(x_1) AS x_d FROM (")
                        .add(inner)
                        .add(") d")
                : inner.add(" ORDER BY " + names).add(selects.limit());
        return sql.question(words.table().keyspace(), true, List.of());
    }

    /** Aggregates of aggregates. */
    private Question ofGroups(Words words) {
        String number = dice.oneOf(words.numbers());
        Draft sql = Draft.of("SELECT COUNT(*) AS x_c, MAX(x_s) AS x_m, AVG(x_k) AS x_v FROM (SELECT "
                        + dice.oneOf(words.groups()) + " AS x_g, SUM(" + number + ") AS x_s, COUNT(*) AS x_k FROM "
                        + words.table().name())
                .add(conditions.where(words.table(), ""))
                .add(" GROUP BY x_g) d")
                .add(dice.oneOf("", " WHERE x_k > 1", " WHERE x_s IS NOT NULL"));
        return sql.question(words.table().keyspace(), true, List.of());
    }

    /** Windows over groups; in a query around them, since MariaDB 11.4 forgets the order where the key's index groups. */
    private Question ranked(Words words) {
        String by = dice.oneOf(words.groups());
        String window = dice.oneOf(
                "RANK() OVER (ORDER BY COUNT(*) DESC)",
                "SUM(COUNT(*)) OVER (ORDER BY " + by + ")",
                "ROW_NUMBER() OVER (ORDER BY COUNT(*), " + by + ")",
                "COUNT(*) * 100 / SUM(COUNT(*)) OVER ()",
                "LAG(COUNT(*)) OVER (ORDER BY " + by + ")");
        Draft sql = Draft.of("SELECT * FROM (SELECT " + by + " AS x_grp, COUNT(*) AS x_c, " + window + " AS x_w FROM "
                        + words.table().name())
                .add(conditions.where(words.table(), ""))
                .add(" GROUP BY " + by + ") d ORDER BY x_grp")
                .add(selects.limit());
        return sql.question(words.table().keyspace(), true, List.of());
    }

    /** Aggregates in subqueries that are those of the query around them. */
    private Question ofQueryAround(Words words) {
        String number = dice.oneOf(words.numbers());
        String call = dice.oneOf("SUM(", "COUNT(", "COUNT(DISTINCT ", "MIN(", "MAX(", "BIT_XOR(") + number + ")";
        String item = dice.oneOf(
                "(SELECT " + call + ")",
                "(SELECT (SELECT " + call + "))",
                "(SELECT " + call + " FROM (SELECT 1 AS x_one) o)",
                "COALESCE((SELECT " + call + "), 0) + 1",
                "IF((SELECT COUNT(" + number + ")) > 3, 'many', 'few')");
        boolean grouped = dice.chance(50);
        Draft sql = Draft.of("SELECT " + (grouped ? dice.oneOf(words.groups()) + " AS x_grp, " : "") + item
                        + " AS x_a FROM " + words.table().name())
                .add(conditions.where(words.table(), ""));
        if (grouped) {
            sql.add(" GROUP BY x_grp ORDER BY x_grp").add(selects.limit());
        }
        return sql.question(words.table().keyspace(), true, List.of());
    }

    /** The first rows of parts, put together. */
    private Question best(Words words) {
        OracleTable table = words.table();
        String keys = String.join(", ", table.keys());
        Draft sql = new Draft();
        for (int i = dice.between(2, 3); i > 0; i--) {
            sql.add("(SELECT " + keys + ", " + dice.oneOf(words.numbers()) + " AS x_v FROM " + table.name())
                    .add(conditions.where(table, ""))
                    .add(" ORDER BY " + dice.oneOf(words.numbers()) + dice.oneOf("", " DESC") + ", " + keys + " LIMIT "
                            + dice.between(1, 6) + ")" + (i > 1 ? dice.oneOf(" UNION ", " UNION ALL ") : ""));
        }
        sql.add(" ORDER BY " + dice.oneOf("x_v, ", "x_v DESC, ", "") + keys + ", x_v")
                .add(selects.limit());
        return sql.question(table.keyspace(), true, List.of());
    }
}
