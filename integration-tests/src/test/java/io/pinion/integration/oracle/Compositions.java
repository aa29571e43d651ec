package io.pinion.integration.oracle;

import io.pinion.integration.testing.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes queries that are made of queries: common tables, derived ones, subqueries anywhere, windows, set operations. */
final class Compositions {
    private final Dice dice;
    private final List<OracleTable> tables;
    private final Selects selects;
    private final OracleConditions conditions;
    private final Expressions expressions;

    Compositions(Dice dice, List<OracleTable> tables, Selects selects) {
        this.dice = dice;
        this.tables = tables;
        this.selects = selects;
        conditions = new OracleConditions(dice);
        expressions = new Expressions(dice);
    }

    Question query() {
        OracleTable table = dice.oneOf(tables);
        return switch (dice.below(12)) {
            case 0 -> common(table);
            case 11 -> computedTwice(table);
            case 1 -> recursive(table);
            case 2 -> derivedJoin(table);
            case 3 -> selectedSubquery(table);
            case 4 -> comparedSubquery(table);
            case 5, 6 -> windows(table);
            case 7 -> setOperation(table);
            case 8 -> groups(table);
            case 9 -> threeTables();
            default -> looseJoin(table);
        };
    }

    private OracleTable neighbour(OracleTable table) {
        return dice.oneOf(tables.stream()
                .filter(other -> other.keyspace().equals(table.keyspace()))
                .toList());
    }

    private String keys(OracleTable table, String prefix) {
        return table.keys().stream()
                .map(key -> prefix + key + dice.oneOf("", " DESC"))
                .collect(Collectors.joining(", "));
    }

    private String plainKeys(OracleTable table, String prefix) {
        return table.keys().stream().map(key -> prefix + key).collect(Collectors.joining(", "));
    }

    private Question common(OracleTable table) {
        Draft sql = Draft.of("WITH c AS (SELECT " + plainKeys(table, "") + ", " + expressions.number(table, "")
                        + " AS x_v FROM " + table.name())
                .add(conditions.where(table, ""))
                .add("), s AS (SELECT x_v, COUNT(*) AS x_many FROM c GROUP BY x_v) ")
                .add(dice.oneOf(
                        "SELECT c.*, s.x_many FROM c JOIN s ON s.x_v <=> c.x_v",
                        "SELECT c.*, s.x_many FROM c LEFT JOIN s ON s.x_v = c.x_v",
                        "SELECT c.*, (SELECT MAX(x_many) FROM s WHERE s.x_v > c.x_v) AS x_m FROM c"))
                .add(" ORDER BY " + keys(table, "c."))
                .add(selects.limit());
        return sql.question(table.keyspace(), true, List.of());
    }

    /** Which rows it has is computed once, whatever is done with them. */
    private Question computedTwice(OracleTable table) {
        String number = expressions.number(table, "");
        Draft body = new Draft();
        switch (dice.below(5)) {
            case 0 ->
                body.add("SELECT DISTINCT " + number + " AS x_v, 1 AS x_c FROM " + table.name())
                        .add(conditions.where(table, ""));
            case 1 ->
                body.add("SELECT " + number + " AS x_v, COUNT(*) AS x_c FROM " + table.name())
                        .add(conditions.where(table, ""))
                        .add(" GROUP BY x_v");
            case 2 ->
                body.add("SELECT " + number + " AS x_v, ROW_NUMBER() OVER (ORDER BY " + plainKeys(table, "")
                                + ") AS x_c FROM " + table.name())
                        .add(conditions.where(table, ""));
            case 3 ->
                body.add("SELECT " + number + " AS x_v, " + expressions.number(table, "") + " / 3 AS x_c FROM "
                                + table.name())
                        .add(conditions.where(table, ""))
                        .add(" ORDER BY " + keys(table, "") + " LIMIT " + dice.between(1, 20));
            default ->
                body.add("SELECT " + number + " AS x_v, 1 AS x_c FROM " + table.name())
                        .add(conditions.where(table, ""))
                        .add(" UNION SELECT x_v + 1, x_c + 1 FROM c WHERE x_c < 3");
        }
        Draft sql = Draft.of("WITH RECURSIVE c (x_v, x_c) AS (")
                .add(body)
                .add(") ")
                .add(dice.oneOf(
                        "SELECT a.x_v, a.x_c, b.x_c AS x_d FROM c a JOIN c b ON b.x_v = a.x_v",
                        "SELECT c.x_v, c.x_c, (SELECT COUNT(*) FROM c d WHERE d.x_v > c.x_v) AS x_d FROM c",
                        "SELECT x_v, x_c, 'a' AS x_d FROM c UNION ALL SELECT x_v, x_c * 3, 'b' FROM c"))
                .add(" ORDER BY 1, 2, 3");
        return sql.question(table.keyspace(), true, List.of());
    }

    private Question recursive(OracleTable table) {
        Draft sql = Draft.of("WITH RECURSIVE up (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 4) SELECT "
                        + "up.n AS x_step, COUNT(x." + table.keys().getFirst() + ") AS x_c FROM up LEFT JOIN "
                        + table.name() + " x ON " + expressions.number(table, "x.") + " = up.n AND ")
                .add(conditions.condition(table, "x.", 1))
                .add(" GROUP BY up.n ORDER BY x_step");
        return sql.question(table.keyspace(), true, List.of());
    }

    private Question derivedJoin(OracleTable table) {
        OracleTable other = neighbour(table);
        Draft sql = Draft.of("SELECT " + plainKeys(table, "t.") + ", d.x_c, d.x_x FROM " + table.name() + " t "
                        + dice.oneOf("JOIN", "LEFT JOIN", "INNER JOIN") + " (SELECT "
                        + expressions.number(other, "") + " AS x_v, COUNT(*) AS x_c, MAX("
                        + expressions.number(other, "") + ") AS x_x FROM " + other.name())
                .add(conditions.where(other, ""))
                .add(" GROUP BY x_v) d ON d.x_v = " + expressions.number(table, "t."))
                .add(conditions.where(table, "t."))
                .add(" ORDER BY " + keys(table, "t."))
                .add(selects.limit());
        return sql.question(table.keyspace(), true, List.of());
    }

    private Question selectedSubquery(OracleTable table) {
        OracleTable other = neighbour(table);
        String correlated = expressions.number(other, "o.") + " = " + expressions.number(table, "t.");
        Draft sql = Draft.of("SELECT " + plainKeys(table, "t.") + ", (SELECT "
                        + dice.oneOf("COUNT(*)", "MAX(" + expressions.number(other, "o.") + ")", "SUM(1)") + " FROM "
                        + other.name() + " o WHERE " + (dice.chance(70) ? correlated + " AND " : ""))
                .add(conditions.condition(other, "o.", 1))
                .add(") AS x_s, " + expressions.any(table, "t.") + " AS x_e FROM " + table.name() + " t")
                .add(conditions.where(table, "t."))
                .add(" ORDER BY " + keys(table, "t."))
                .add(selects.limit());
        return sql.question(table.keyspace(), true, List.of());
    }

    private Question comparedSubquery(OracleTable table) {
        OracleTable other = neighbour(table);
        Draft inner = Draft.of("(SELECT " + expressions.number(other, "o.") + " FROM " + other.name() + " o WHERE ")
                .add(conditions.condition(other, "o.", 1))
                .add(")");
        Draft sql = Draft.of("SELECT " + plainKeys(table, "t.") + ", " + expressions.any(table, "t.") + " AS x_e FROM "
                        + table.name() + " t WHERE " + expressions.number(table, "t.")
                        + dice.oneOf(" IN ", " NOT IN ", " > ALL ", " = ANY ", " < SOME "))
                .add(inner);
        if (dice.chance(40)) {
            sql.add(dice.oneOf(" AND ", " OR ")).add(conditions.condition(table, "t.", 1));
        }
        sql.add(" ORDER BY " + keys(table, "t.")).add(selects.limit());
        return sql.question(table.keyspace(), true, List.of());
    }

    private Question windows(OracleTable table) {
        String number = expressions.number(table, "");
        String unique = plainKeys(table, "");
        String partition = dice.chance(50) ? "PARTITION BY " + expressions.number(table, "") + " " : "";
        List<String> items = new ArrayList<>();
        for (int i = dice.between(1, 3); i > 0; i--) {
            items.add(dice.oneOf(
                            "ROW_NUMBER() OVER (" + partition + "ORDER BY " + unique + ")",
                            "RANK() OVER (" + partition + "ORDER BY " + number + ")",
                            "DENSE_RANK() OVER (ORDER BY " + number + " DESC)",
                            "LAG(" + number + ") OVER (" + partition + "ORDER BY " + unique + ")",
                            "LEAD(" + number + ", 2) OVER (ORDER BY " + unique + ")",
                            "FIRST_VALUE(" + number + ") OVER (" + partition + "ORDER BY " + unique + ")",
                            "NTILE(4) OVER (ORDER BY " + unique + ")",
                            "SUM(" + number + ") OVER (" + partition + "ORDER BY " + unique
                                    + " ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)",
                            "COUNT(*) OVER (" + partition + ")",
                            "MAX(" + number + ") OVER (" + partition + "ORDER BY " + unique + ")")
                    + " AS x_w" + i);
        }
        Draft sql = Draft.of("SELECT " + unique + ", " + String.join(", ", items) + " FROM " + table.name())
                .add(conditions.where(table, ""))
                .add(" ORDER BY " + keys(table, ""))
                .add(selects.limit());
        return sql.question(table.keyspace(), true, List.of());
    }

    private Question setOperation(OracleTable table) {
        List<String> operators = new ArrayList<>();
        for (int i = dice.between(1, 2); i > 0; i--) {
            operators.add(dice.oneOf(" UNION ", " UNION ALL ", " UNION DISTINCT ", " EXCEPT ", " INTERSECT "));
        }
        // An INTERSECT behind another operator binds first, and MySQL 9.7 then takes its NULLs for 0 where the outer
        // column
        // is never NULL: (NULL, 2), (NULL, 0) EXCEPT (NULL, NULL) INTERSECT (NULL, NULL) loses the second row.
        boolean nested = operators.size() > 1
                && operators.get(1).equals(" INTERSECT ")
                && !operators.get(0).equals(" INTERSECT ");
        Draft sql = new Draft();
        for (int branch = 0; branch <= operators.size(); branch++) {
            sql.add(branch == 0 ? "" : operators.get(branch - 1)).add(setBranch(neighbour(table), nested));
        }
        boolean wrapped = dice.chance(30);
        if (wrapped) {
            Draft outer = Draft.of("SELECT COUNT(*) AS x_c, SUM(x_a) AS x_s, MIN(x_b) AS x_m FROM (")
                    .add(sql)
                    .add(") u");
            return outer.question(table.keyspace(), true, List.of());
        }
        boolean ordered = dice.chance(60);
        if (ordered) {
            sql.add(" ORDER BY x_a, x_b").add(selects.limit());
        }
        return sql.question(table.keyspace(), ordered, List.of());
    }

    private Draft setBranch(OracleTable table, boolean withoutNulls) {
        String first = expressions.number(table, "");
        String second = expressions.number(table, "");
        return Draft.of("SELECT " + (withoutNulls ? "COALESCE(" + first + ", 0)" : first) + " AS x_a, "
                        + (withoutNulls ? "COALESCE(" + second + ", 0)" : second) + " AS x_b FROM " + table.name())
                .add(conditions.where(table, ""));
    }

    private Question groups(OracleTable table) {
        String by = dice.chance(50) ? expressions.number(table, "") : expressions.test(table, "");
        String of = expressions.number(table, "");
        String text = expressions.text(table, "");
        boolean rollup = dice.chance(25);
        Draft sql = Draft.of("SELECT " + by + " AS x_grp, "
                        + dice.oneOf(
                                "GROUP_CONCAT(" + text + " ORDER BY " + plainKeys(table, "") + " SEPARATOR '|')",
                                "GROUP_CONCAT(DISTINCT HEX(" + text + ") ORDER BY 1)",
                                "COUNT(DISTINCT " + of + ", " + by + ")",
                                "SUM(" + of + ") / COUNT(*)",
                                "MAX(" + of + ") - MIN(" + of + ")",
                                "AVG(DISTINCT " + of + ")",
                                "SUM(IF(" + expressions.test(table, "") + ", 1, 0))",
                                "BIT_XOR(CRC32(" + text + "))")
                        + " AS x_a, COUNT(*) AS x_cnt FROM " + table.name())
                .add(conditions.where(table, ""))
                .add(" GROUP BY " + (rollup ? by + " WITH ROLLUP" : dice.oneOf("x_grp", by, "1")));
        String having = dice.oneOf("x_cnt > 1", "COUNT(*) > 2", "MAX(" + of + ") > 1", "x_grp IS NOT NULL");
        if (rollup) {
            // Of no rows at all, MySQL shows an expression as NULL or as its value of NULLs, as its plan goes.
            sql.add(" HAVING COUNT(*) > 0 AND " + dice.oneOf("x_cnt > 0", having));
        } else if (dice.chance(40)) {
            sql.add(" HAVING " + having);
        }
        if (!rollup) {
            sql.add(" ORDER BY " + dice.oneOf("x_grp", "x_cnt, x_grp", "x_cnt DESC, x_grp DESC"))
                    .add(selects.limit());
        }
        return sql.question(table.keyspace(), !rollup, List.of());
    }

    private Question threeTables() {
        String from = dice.oneOf(
                "things t JOIN thing_has_notes h ON h.thing_id = t.id JOIN notes n ON n.id = h.note_id",
                "things t LEFT JOIN thing_has_notes h ON h.thing_id = t.id LEFT JOIN notes n ON n.id = h.note_id",
                "thing_has_notes h JOIN notes n ON n.id = h.note_id JOIN things t ON t.id = n.thing_id",
                "notes n, thing_has_notes h, things t WHERE_ h.note_id = n.id AND t.id = h.thing_id",
                "things t JOIN notes n ON n.thing_id = t.id JOIN thing_has_notes h ON h.thing_id = t.id",
                "things t RIGHT JOIN thing_has_notes h ON h.thing_id = t.id LEFT JOIN notes n ON n.k = h.sequence");
        OracleTable things = tables.getFirst();
        boolean comma = from.contains("WHERE_");
        Draft sql = Draft.of("SELECT t.id, h.note_id, h.sequence, n.id AS note, " + expressions.any(things, "t.")
                        + " AS x_e FROM " + from.replace("WHERE_", "WHERE"))
                .add(comma ? " AND " : " WHERE ")
                .add(conditions.condition(things, "t.", 1))
                .add(" ORDER BY h.thing_id, h.note_id, t.id, n.id")
                .add(selects.limit());
        return sql.question(Schema.IDS, true, List.of());
    }

    /** By columns that place nothing. */
    private Question looseJoin(OracleTable table) {
        OracleTable other = neighbour(table);
        Draft sql = Draft.of("SELECT " + plainKeys(table, "t.") + ", "
                        + plainKeys(other, "o.").replace(",", " AS o1,")
                        + " AS o, " + expressions.any(other, "o.") + " AS x_e FROM " + table.name() + " t "
                        + dice.oneOf("JOIN ", "LEFT JOIN ", "CROSS JOIN ", "STRAIGHT_JOIN ") + other.name() + " o ON "
                        + expressions.number(table, "t.") + " = " + expressions.number(other, "o.") + " AND ")
                .add(conditions.condition(other, "o.", 1))
                .add(" WHERE ")
                .add(conditions.condition(table, "t.", 1))
                .add(" ORDER BY " + keys(table, "t.") + ", " + keys(other, "o."))
                .add(" LIMIT " + dice.between(1, 50));
        return sql.question(table.keyspace(), true, List.of());
    }
}
