package io.pinion.integration.oracle;

import io.pinion.integration.oracle.Question.Certainty;
import io.pinion.integration.oracle.Selects.Item;
import io.pinion.integration.testing.Dice;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes SELECTs of several tables, and those of one table that need its rows together: windows, ROLLUP, derived tables. */
final class Joins {
    private final Dice dice;
    private final Selects selects;
    private final OracleConditions conditions;
    private final OracleTable things;
    private final OracleTable notes;
    private final OracleTable links;
    private final OracleTable kinds;
    private final OracleTable visits;
    private final OracleTable log;
    private final OracleTable meters;
    private final OracleTable readings;

    Joins(Dice dice, List<OracleTable> tables, Selects selects) {
        this.dice = dice;
        this.selects = selects;
        conditions = new OracleConditions(dice);
        things = tables.get(0);
        notes = tables.get(1);
        links = tables.get(2);
        kinds = tables.get(3);
        visits = tables.get(4);
        log = tables.get(5);
        meters = tables.get(6);
        readings = tables.get(7);
    }

    /** A table of a FROM clause, by its alias. */
    private record Use(OracleTable table, String alias) {}

    Question query() {
        return switch (dice.below(18)) {
            case 0 -> join("things t JOIN notes n ON n.thing_id = t.id", new Use(things, "t"), new Use(notes, "n"));
            case 1 ->
                join("things t LEFT JOIN notes n ON n.thing_id = t.id", new Use(things, "t"), new Use(notes, "n"));
            case 2 ->
                join("things t JOIN thing_has_notes h ON h.thing_id = t.id", new Use(things, "t"), new Use(links, "h"));
            case 3 ->
                join("thing_has_notes h JOIN notes n ON n.id = h.note_id", new Use(links, "h"), new Use(notes, "n"));
            case 4 -> join("notes n JOIN kinds k ON k.code = n.k", new Use(notes, "n"), new Use(kinds, "k"));
            case 5 ->
                join(
                        "visits v " + dice.oneOf("JOIN", "LEFT JOIN") + " visit_log w ON w.ip = v.ip",
                        new Use(visits, "v"),
                        new Use(log, "w"));
            case 6 -> join("things a JOIN things b ON a.n = b.small", new Use(things, "a"), new Use(things, "b"));
            case 7 -> exists();
            case 8 -> in();
            case 9 -> scalar();
            case 10 -> union();
            case 11 -> derived();
            case 12 -> window();
            case 13 -> lookup();
            case 14 -> page();
            case 15 ->
                join(
                        "meters v " + dice.oneOf("JOIN", "LEFT JOIN") + " readings w ON w.num "
                                + dice.oneOf("=", "=", "<=>") + " v.num",
                        new Use(meters, "v"),
                        new Use(readings, "w"));
            case 16 -> ofSeveralTypes();
            default -> rollup();
        };
    }

    private Question join(String from, Use first, Use second) {
        List<Use> uses = List.of(first, second);
        boolean grouped = dice.chance(30);
        List<Item> items = new ArrayList<>();
        if (grouped) {
            items.add(new Item(first.alias + "." + first.table.keys().getFirst(), Certainty.EXACT));
            items.add(selects.aggregate(second.table, second.alias + "."));
            items.add(new Item("COUNT(*)", Certainty.EXACT));
        } else {
            uses.forEach(use -> items.addAll(selects.items(use.table, use.alias + ".", dice.between(1, 2))));
        }
        Draft sql =
                Draft.of(Selects.select("SELECT ", items, from)).add(conditions.where(first.table, first.alias + "."));
        if (grouped) {
            sql.add(" GROUP BY " + items.getFirst().sql());
        }
        boolean ordered = dice.chance(80);
        if (ordered) {
            sql.add(" ORDER BY "
                    + (grouped
                            ? items.getFirst().sql()
                            : columnsAnd(first) + uses.stream().map(this::order).collect(Collectors.joining(", "))));
            sql.add(selects.limit());
        }
        return sql.question(first.table.keyspace(), ordered, Selects.certainties(items));
    }

    /** Columns of two types are compared as a server compares them, wherever rows are. */
    private Question ofSeveralTypes() {
        String equal = dice.oneOf("=", "<=>");
        return switch (dice.below(4)) {
            case 0 ->
                join("meters v JOIN visits w ON w.ip " + equal + " v.ip", new Use(meters, "v"), new Use(visits, "w"));
            case 1 ->
                join("meters v JOIN visit_log w ON w.n " + equal + " v.num", new Use(meters, "v"), new Use(log, "w"));
            case 2 ->
                join(
                        "meters v LEFT JOIN readings w ON w.num " + equal + " v.rate",
                        new Use(meters, "v"),
                        new Use(readings, "w"));
            default ->
                join(
                        "readings v JOIN visits w ON w.cost " + equal + " v.level",
                        new Use(readings, "v"),
                        new Use(visits, "w"));
        };
    }

    private String order(Use use) {
        return use.table.keys().stream()
                .map(key -> use.alias + "." + key + dice.oneOf("", " DESC"))
                .collect(Collectors.joining(", "));
    }

    /** Columns of any type to sort by, before the keys that leave no row in doubt. */
    private String columnsAnd(Use use) {
        return dice.some(dice.below(3), use.table.columns(OracleColumn::isComparable)).stream()
                .map(column -> use.alias + "." + column.name() + dice.oneOf("", " DESC") + ", ")
                .collect(Collectors.joining());
    }

    private Question exists() {
        Draft sql = Draft.of(
                        "SELECT t.id, t.n FROM things t WHERE " + dice.oneOf("", "NOT ") + "EXISTS (SELECT 1 FROM ")
                .add(dice.oneOf(
                        "thing_has_notes h WHERE h.thing_id = t.id AND ",
                        "thing_has_notes h WHERE h.sequence = t.n AND "))
                .add(conditions.condition(links, "h.", 1))
                .add(") ORDER BY t.id")
                .add(selects.limit());
        return sql.question(Schema.IDS, true, List.of());
    }

    private Question in() {
        String inner = dice.oneOf(
                "SELECT note_id FROM thing_has_notes WHERE ", "SELECT h.note_id FROM thing_has_notes h WHERE ");
        Draft sql = Draft.of("SELECT id, g, k FROM notes WHERE id " + dice.oneOf("IN (", "IN (", "NOT IN (") + inner)
                .add(conditions.condition(links, "", 1))
                .add(") ORDER BY id")
                .add(selects.limit());
        return sql.question(Schema.IDS, true, List.of());
    }

    /** Rows by ids that another query has found. */
    private Question lookup() {
        String page = " ORDER BY " + dice.oneOf("id", "n, id", "id DESC") + " LIMIT " + dice.between(1, 9) + ")";
        Draft sql =
                switch (dice.below(7)) {
                    case 0 ->
                        Draft.of("SELECT t.id, t.n, x.small FROM (SELECT id, small FROM things")
                                .add(conditions.where(things, ""))
                                .add(page + " x JOIN things t " + dice.oneOf("ON t.id = x.id", "USING (id)"));
                    case 1 ->
                        Draft.of("WITH x AS (SELECT note_id AS wanted FROM thing_has_notes")
                                .add(conditions.where(links, ""))
                                .add(") SELECT t.id, t.g, t.k FROM notes t WHERE t.id IN (SELECT wanted FROM x)");
                    case 2 ->
                        Draft.of("SELECT t.id, t.g, x.c FROM notes t JOIN (SELECT note_id, COUNT(*) AS c FROM"
                                        + " thing_has_notes")
                                .add(conditions.where(links, ""))
                                .add(" GROUP BY note_id) x ON x.note_id = t.id");
                    case 3 ->
                        Draft.of("SELECT t.id, t.g FROM notes t WHERE t.id = (SELECT " + dice.oneOf("MAX", "MIN")
                                        + "(note_id) FROM thing_has_notes")
                                .add(conditions.where(links, ""))
                                .add(")");
                    case 4 -> {
                        String id = conditions.literal(things.columns().getFirst());
                        yield Draft.of("SELECT t.id, t.n FROM things t WHERE "
                                + dice.oneOf("(t.id, t.n) >= (" + id + ", 1)", "(t.n, t.id) < (2, " + id + ")"));
                    }
                    case 5 ->
                        Draft.of("SELECT t.id, CASE t.id WHEN "
                                        + conditions.literal(things.columns().getFirst())
                                        + " THEN 1 ELSE 0 END AS x_is FROM things t")
                                .add(conditions.where(things, "t."));
                    default ->
                        Draft.of("SELECT t.id, b.n FROM things t JOIN things b USING (id)")
                                .add(conditions.where(things, "t."));
                };
        return sql.add(" ORDER BY t.id").question(Schema.IDS, true, List.of());
    }

    /** The article's: in the order of what is read first, with the one row at most that each of its rows points to. */
    private Question page() {
        return switch (dice.below(4)) {
            case 0 -> page("notes n", "things t ON t.id = n.thing_id", new Use(notes, "n"), new Use(things, "t"));
            case 1 -> page("things t", "things o ON o.id = t.id + 0", new Use(things, "t"), new Use(things, "o"));
            default ->
                page(
                        "thing_has_notes h",
                        "notes n ON n.id = h.note_id" + dice.oneOf("", " AND n.k > 1"),
                        new Use(links, "h"),
                        new Use(notes, "n"));
        };
    }

    private Question page(String from, String to, Use first, Use second) {
        List<Item> items = new ArrayList<>();
        first.table.keys().forEach(key -> items.add(new Item(first.alias + "." + key, Certainty.EXACT)));
        items.addAll(selects.items(first.table, first.alias + ".", 1));
        items.addAll(selects.items(second.table, second.alias + ".", 1));
        String there = second.table.columns(OracleColumn::isNumber).getFirst().name();
        Draft sql = Draft.of(Selects.select("SELECT ", items, from + dice.oneOf(" JOIN ", " LEFT JOIN ") + to))
                .add(
                        dice.chance(70)
                                ? conditions.where(first.table, first.alias + ".")
                                : Draft.of(" WHERE " + second.alias + "." + there + " IS NOT NULL"))
                .add(" ORDER BY " + columnsAnd(first) + order(first) + " LIMIT " + dice.oneOf("", "3, ")
                        + dice.between(1, 30));
        return sql.question(Schema.IDS, true, Selects.certainties(items));
    }

    private Question scalar() {
        String count = "(SELECT COUNT(*) FROM thing_has_notes h WHERE h.thing_id = t.id) AS c";
        String most = "(SELECT MAX(n) FROM things) AS m";
        Draft sql = Draft.of("SELECT t.id, " + dice.oneOf(count, most) + " FROM things t")
                .add(conditions.where(things, "t."))
                .add(" ORDER BY t.id")
                .add(selects.limit());
        return sql.question(Schema.IDS, true, List.of());
    }

    private Question union() {
        boolean all = dice.chance(50);
        Draft sql = Draft.of("SELECT id, n FROM things")
                .add(conditions.where(things, ""))
                .add(all ? " UNION ALL " : " UNION ")
                .add(dice.oneOf(
                        "SELECT id, k FROM notes",
                        "SELECT thing_id, sequence FROM thing_has_notes",
                        "SELECT id, tiny FROM things"));
        boolean ordered = dice.chance(60);
        if (ordered) {
            sql.add(" ORDER BY 1, 2").add(selects.limit());
        }
        return sql.question(Schema.IDS, ordered, List.of());
    }

    private Question derived() {
        Draft inner = Draft.of("SELECT id, n, price FROM things").add(conditions.where(things, ""));
        Draft sql = dice.chance(50)
                ? Draft.of("WITH d AS (").add(inner).add(") SELECT n, COUNT(*) AS c, SUM(price) AS p FROM d")
                : Draft.of("SELECT n, COUNT(*) AS c, SUM(price) AS p FROM (")
                        .add(inner)
                        .add(") d");
        sql.add(" GROUP BY n ORDER BY n").add(selects.limit());
        return sql.question(Schema.IDS, true, List.of());
    }

    private Question window() {
        String over = dice.oneOf("ORDER BY id", "PARTITION BY n ORDER BY id", "PARTITION BY id");
        Draft sql = Draft.of("SELECT id, " + dice.oneOf("ROW_NUMBER()", "RANK()", "SUM(tiny)", "MAX(small)") + " OVER ("
                        + over + ") AS w FROM things")
                .add(conditions.where(things, ""))
                .add(" ORDER BY id")
                .add(selects.limit());
        return sql.question(Schema.IDS, true, List.of());
    }

    private Question rollup() {
        Draft sql = Draft.of("SELECT n, tiny, COUNT(*) AS c, SUM(price) AS p FROM things")
                .add(conditions.where(things, ""))
                .add(" GROUP BY n, tiny WITH ROLLUP");
        return sql.question(Schema.IDS, false, List.of());
    }
}
