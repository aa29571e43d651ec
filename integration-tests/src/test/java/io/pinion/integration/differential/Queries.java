package io.pinion.integration.differential;

import io.pinion.integration.differential.ScriptSchema.Column;
import io.pinion.integration.differential.ScriptSchema.Table;
import io.pinion.integration.testing.Dice;
import java.util.List;

/** Draws SELECTs whose rows have one order only. */
final class Queries {
    private static final List<String> CONSTANTS = List.of(
            "SELECT 1",
            "SELECT NULL, TRUE, 'a', x'00ff', b'101', 1.50, 1e3, -7, 18446744073709551615",
            "SELECT 1 + '12x', 1 / 0, CAST('abc' AS SIGNED), CONCAT('ä', 1), UPPER('größe')",
            "SELECT DATABASE(), SCHEMA()",
            "SELECT NOW(), CURDATE(), UNIX_TIMESTAMP(), NOW(6), UTC_TIMESTAMP(), FROM_UNIXTIME(0)",
            "SELECT DATE_ADD('2024-01-31', INTERVAL 1 MONTH), TIMEDIFF('10:00:00', '12:30:00'), DAYNAME('2024-02-29')",
            "SELECT RAND(3), MD5('a'), SHA2('a', 256), HEX('ä'), UNHEX('C3A4'), CRC32('x')",
            "SELECT JSON_EXTRACT('{\"a\": [1, 2]}', '$.a[1]'), JSON_OBJECT('k', 1), JSON_VALID('{')",
            "SELECT IF(1, 'a', 'b'), CASE 2 WHEN 1 THEN 'x' ELSE 'y' END, COALESCE(NULL, 3), NULLIF(1, 1)",
            "SELECT 'a' LIKE 'A', 'a' = 'A ', 'ß' = 'ss', _utf8mb4'é' COLLATE utf8mb4_bin = 'e', 'x' REGEXP '^[a-z]$'",
            "SELECT @@autocommit, @@sql_mode, @@time_zone, @@character_set_client, @@collation_connection",
            "SELECT @@session.sql_select_limit, @@div_precision_increment, @@group_concat_max_len, @@foreign_key_checks",
            "SELECT @@character_set_results, @@character_set_connection, @@character_set_database, @@collation_database",
            "SELECT VERSION(), @@version, @@version_comment, @@max_allowed_packet, @@lower_case_table_names",
            "SELECT 'text' AS `a column`, 2 AS 'b', 3 c, (SELECT 4), \"double\"",
            "SELECT twice(4), ABS(-3), ROUND(2.5), ROUND(-2.5), FORMAT(12345.678, 2), GREATEST(1, 2.5, '3')",
            "SELECT REPEAT('x', 300), REPEAT('ä', 70000)",
            "VALUES ROW(1, 'a'), ROW(2, 'b')",
            "TABLE parents ORDER BY id",
            "DO 1 + 1",
            "SELECT * FROM (SELECT 1 a UNION ALL SELECT 2 UNION SELECT 1) u ORDER BY a",
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20) SELECT i, i * i FROM n ORDER BY i",
            "SELECT 1 FROM DUAL WHERE 0",
            "SELECT ''",
            "SELECT LAST_INSERT_ID(), CONNECTION_ID() > 0");

    private final Dice dice;
    private final ScriptValues values;

    Queries(Dice dice, ScriptValues values) {
        this.dice = dice;
        this.values = values;
    }

    ScriptDraft query() {
        return dice.<ScriptDraft>from(
                () -> ScriptDraft.of(dice.oneOf(CONSTANTS)),
                this::rows,
                this::rows,
                this::rows,
                this::byId,
                this::byId,
                this::expression,
                this::join,
                this::groups,
                this::window,
                this::union,
                this::subquery,
                this::foundRows,
                this::locking);
    }

    private ScriptDraft rows() {
        Table table = dice.oneOf(ScriptSchema.TABLES);
        ScriptDraft draft = ScriptDraft.of("SELECT " + dice.oneOf("*", "id", columns(table), "t.*, id + 1 AS more")
                + " FROM " + table.name() + " t");
        if (dice.chance(70)) {
            draft.add(" WHERE ").add(condition(table));
        }
        draft.add(" ORDER BY " + dice.oneOf("id", "id DESC", "1, id", columns(table) + ", id"));
        return limit(draft);
    }

    private ScriptDraft byId() {
        Table table = dice.oneOf(ScriptSchema.TABLES);
        return ScriptDraft.of("SELECT * FROM " + table.name() + " WHERE id = ").add(values.smallWhole());
    }

    private ScriptDraft expression() {
        Table table = dice.oneOf(ScriptSchema.TABLES);
        String column = dice.oneOf(table.columns()).name();
        return ScriptDraft.of("SELECT id, " + column + ", " + column + dice.oneOf(" + ", " = ", " <=> ", " / ", " < "))
                .add(values.of(dice.oneOf(table.columns()).kind()))
                .add(dice.oneOf(
                        ", LENGTH(" + column + "), ",
                        ", HEX(" + column + ") AS h, ",
                        ", CAST(" + column + " AS CHAR), "))
                .add(values.word())
                .add(" FROM " + table.name() + " ORDER BY id");
    }

    private ScriptDraft join() {
        return limit(ScriptDraft.of("SELECT p.id, p.name, c.note, c.id AS child FROM parents p "
                        + dice.oneOf("JOIN", "LEFT JOIN", "RIGHT JOIN")
                        + " children c ON c.parent = p.id WHERE p.id < ")
                .add(values.smallWhole())
                .add(" OR c.note = ")
                .add(values.word())
                .add(" ORDER BY p.id, c.id"));
    }

    private ScriptDraft groups() {
        Table table = dice.oneOf(ScriptSchema.TABLES);
        String column = dice.oneOf(table.columns()).name();
        // Of whole numbers alone: the last digit of a STDDEV depends on the order in which a server reads the rows.
        return ScriptDraft.of("SELECT COUNT(*), COUNT(DISTINCT " + column + "), MIN(" + column
                        + "), MAX(id), SUM(id), AVG(id)"
                        + dice.oneOf("", ", GROUP_CONCAT(id ORDER BY id)", ", BIT_OR(id)") + " FROM "
                        + table.name() + " WHERE id > ")
                .add(values.smallWhole())
                .add(dice.oneOf(
                        "",
                        " GROUP BY id % 3 ORDER BY id % 3",
                        " GROUP BY id % 2 WITH ROLLUP",
                        " GROUP BY id HAVING COUNT(*) > 0 ORDER BY id",
                        " GROUP BY " + column + " ORDER BY MAX(id)"));
    }

    private ScriptDraft window() {
        return ScriptDraft.of(
                        "SELECT id, ROW_NUMBER() OVER (ORDER BY id), SUM(id) OVER (PARTITION BY id % 2 ORDER BY id), LAG(n) OVER w, ")
                .add(values.word())
                .add(" FROM auto WINDOW w AS (ORDER BY id DESC) ORDER BY id");
    }

    private ScriptDraft union() {
        return limit(ScriptDraft.of("SELECT id, n FROM auto WHERE id < ")
                .add(values.smallWhole())
                .add(dice.oneOf(" UNION ", " UNION ALL ", " EXCEPT ", " INTERSECT ")
                        + "SELECT id, name FROM parents WHERE name <> ")
                .add(values.word())
                .add(" ORDER BY 1, 2"));
    }

    private ScriptDraft subquery() {
        return ScriptDraft.of("SELECT id, (SELECT COUNT(*) FROM children c WHERE c.parent = p.id AND c.id <> ")
                .add(values.smallWhole())
                .add(") FROM parents p WHERE " + dice.oneOf("EXISTS", "NOT EXISTS")
                        + " (SELECT 1 FROM auto a WHERE a.u = p.id)" + " OR p.id IN (SELECT u FROM auto WHERE n = ")
                .add(values.word())
                .add(") ORDER BY id");
    }

    private ScriptDraft foundRows() {
        return ScriptDraft.of("SELECT SQL_CALC_FOUND_ROWS id FROM auto WHERE id > ")
                .add(values.smallWhole())
                .add(" ORDER BY id LIMIT 2");
    }

    private ScriptDraft locking() {
        return ScriptDraft.of("SELECT id, u FROM auto WHERE id = ")
                .add(values.smallWhole())
                .add(dice.oneOf(" FOR UPDATE", " LOCK IN SHARE MODE", " FOR UPDATE NOWAIT"));
    }

    /** Compares one or two columns with values of their kind, mostly. */
    ScriptDraft condition(Table table) {
        Column column = dice.oneOf(table.columns());
        ScriptDraft first =
                switch (dice.below(7)) {
                    case 0 -> ScriptDraft.of(column.name() + " IS " + dice.oneOf("NULL", "NOT NULL"));
                    case 1 ->
                        ScriptDraft.of("id IN (")
                                .add(values.smallWhole())
                                .add(", ")
                                .add(values.smallWhole())
                                .add(", ")
                                .add(values.of(column.kind()))
                                .add(")");
                    case 2 ->
                        ScriptDraft.of("id BETWEEN ")
                                .add(values.smallWhole())
                                .add(" AND ")
                                .add(values.smallWhole());
                    case 3 ->
                        ScriptDraft.of(column.name() + " LIKE ")
                                .add(Value.text(dice.oneOf("%", "o%", "%e", "_", "Gr%")));
                    default ->
                        ScriptDraft.of(column.name() + dice.oneOf(" = ", " < ", " >= ", " <> ", " <=> "))
                                .add(values.of(column.kind()));
                };
        return dice.chance(25) ? first.add(dice.oneOf(" AND ", " OR ")).add(condition(table)) : first;
    }

    private ScriptDraft limit(ScriptDraft draft) {
        return switch (dice.below(5)) {
            case 0 -> draft.add(" LIMIT " + dice.below(4));
            case 1 -> draft.add(" LIMIT 2 OFFSET 1");
            case 2 -> draft.add(" LIMIT ").add(Value.integer((long) dice.between(0, 5)));
            default -> draft;
        };
    }

    private String columns(Table table) {
        return dice.oneOf(table.columns()).name() + ", "
                + dice.oneOf(table.columns()).name();
    }
}
