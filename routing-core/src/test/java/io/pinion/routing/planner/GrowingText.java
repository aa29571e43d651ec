package io.pinion.routing.planner;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * A kind of statement that a client can make as long as it likes.
 *
 * @param unit what is repeated; {@code #} stands for its number
 * @param tail what stands behind the units
 * @param close repeated behind the tail, once for each unit
 */
record GrowingText(String name, String head, String unit, String separator, String tail, String close) {
    private static final String ID = "241294492511762325";

    private static final List<String> EXPLAINED = List.of("select list", "ORs", "joins", "CTEs", "INSERT rows");

    /** At least this many bytes of it. */
    byte[] of(int bytes) {
        StringBuilder text = new StringBuilder(head);
        int number = 0;
        while (text.length() + tail.length() + number * close.length() < bytes) {
            text.append(number == 0 ? "" : separator).append(unit.replace("#", Integer.toString(number)));
            number++;
        }
        return text.append(tail).append(close.repeat(number)).toString().getBytes(StandardCharsets.UTF_8);
    }

    private GrowingText behind(String title, String words) {
        return new GrowingText(title + name, words + head, unit, separator, tail, close);
    }

    private static GrowingText kind(String name, String head, String unit, String separator, String tail) {
        return new GrowingText(name, head, unit, separator, tail, "");
    }

    private static GrowingText nested(String name, String head, String open, String inside, String close) {
        return new GrowingText(name, head, open, "", inside, close);
    }

    /** A SELECT of one shard with this behind its WHERE. */
    private static GrowingText where(String name, String head, String unit, String separator, String tail) {
        return kind(name, "SELECT data FROM pins WHERE id = " + ID + head, unit, separator, tail);
    }

    static List<GrowingText> all() {
        Stream<GrowingText> explained = plain().filter(text -> EXPLAINED.contains(text.name))
                .flatMap(text -> Stream.of(
                        text.behind("EXPLAIN of ", "EXPLAIN "),
                        text.behind("EXPLAIN ROUTE of ", "EXPLAIN ROUTE "),
                        text.behind("view of ", "CREATE VIEW legacy.v AS ")));
        return Stream.concat(plain(), explained).toList();
    }

    private static Stream<GrowingText> plain() {
        return Stream.of(
                        queries(),
                        conditions(),
                        nestings(),
                        tables(),
                        changes(),
                        writtenForms(),
                        sessions(),
                        definitions())
                .flatMap(kinds -> kinds);
    }

    private static final String DECLARED = "CREATE TABLE zz (a INT PRIMARY KEY) COMMENT 'pinion: hashed key=a ";

    private static Stream<GrowingText> queries() {
        String behind = " FROM pins WHERE id = " + ID;
        return Stream.of(
                kind("select list", "SELECT ", "ts+#", ",", behind),
                kind("select list of several shards", "SELECT ", "ts+#", ",", " FROM pins"),
                kind("select list with names", "SELECT ", "ts AS c#", ",", " FROM pins ORDER BY c1, c2"),
                kind(
                        "select list of a join",
                        "SELECT ",
                        "p.ts+b.ts",
                        ",",
                        " FROM pins p JOIN boards b ON b.id = p.board_id"),
                kind("select list of columns", "SELECT ", "id", ",", behind),
                kind("stars", "SELECT ", "p.*", ",", " FROM pins p"),
                kind("aggregates", "SELECT ", "SUM(ts+#)", ",", " FROM pins"),
                kind("AVGs by group", "SELECT ts, ", "AVG(ts+#)", ",", " FROM pins GROUP BY ts"),
                kind("AVGs of other columns", "SELECT ts, ", "AVG(x#)", ",", " FROM pins GROUP BY ts"),
                kind("MAXs by group", "SELECT ts, ", "MAX(ts)", ",", " FROM pins GROUP BY ts"),
                kind("keys of columns", "SELECT ts, ", "id AS c#", ",", " FROM pins ORDER BY ts, board_id, ts, id"),
                kind("columns of a derived table", "SELECT ", "c1", ",", " FROM (SELECT ts AS c1 FROM pins) d"),
                kind("select list of a derived table", "SELECT c1, c2 FROM (SELECT ", "ts AS c#", ",", " FROM pins) d"),
                kind("session functions", "SELECT ", "LAST_INSERT_ID()", ",", behind),
                kind("ROW_COUNTs", "SELECT ", "ROW_COUNT()", ",", ""),
                kind("databases", "SELECT ", "DATABASE()", ",", " FROM legacy.t"),
                kind("functions", "SELECT ", "CONCAT(data, 'x#')", ",", behind),
                kind("CASE arms", "SELECT CASE ts ", "WHEN # THEN #", " ", " END FROM pins"),
                kind("windows", "SELECT ", "ROW_NUMBER() OVER (PARTITION BY ts ORDER BY id)", ",", behind),
                kind("named windows", "SELECT ts" + behind + " WINDOW ", "w# AS (ORDER BY ts)", ", ", ""),
                kind("GROUP BY", "SELECT COUNT(*) FROM pins GROUP BY ", "ts+#", ",", ""),
                kind("ORDER BY", "SELECT id FROM pins ORDER BY ", "ts+#", ",", " LIMIT 3"),
                kind("ORDER BY columns", "SELECT id, ts FROM pins ORDER BY ", "ts", ",", ""),
                kind("HAVING", "SELECT ts, COUNT(*) FROM pins GROUP BY ts HAVING ", "COUNT(*) > #", " AND ", ""),
                kind("user variables", "SELECT ", "@v#", ",", ""),
                kind("assigned variables", "SELECT ", "@v# := #", ",", ""),
                kind("system variables", "SELECT ", "@@sql_mode", ",", ""),
                kind("JSON paths", "SELECT ", "data->>'$.a.b#'", ",", behind),
                kind("JSON_VALUEs", "SELECT ", "JSON_VALUE(data, '$.a' RETURNING SIGNED)", ",", behind),
                kind("CASTs", "SELECT ", "CAST(data AS CHAR(2) CHARSET utf8mb4)", ",", behind),
                kind("CONVERTs", "SELECT ", "CONVERT(ts, DECIMAL(5,1))", ",", behind),
                kind("INTERVALs", "SELECT ", "NOW() + INTERVAL # DAY", ",", behind),
                kind("dotted names", "SELECT ", "pinterest.pins.ts", ",", behind),
                kind("INTO variables", "SELECT 1 INTO ", "@v#", ",", ""),
                kind("SELECT modifiers", "SELECT ", "SQL_NO_CACHE", " ", " ts" + behind),
                kind("locks", "SELECT ts" + behind, " FOR UPDATE OF pins", "", ""),
                kind("beginnings of hints in a string", "SELECT /*+ x */ '", "/*+", "", "', 1"),
                kind("hints in a hint", "SELECT /*+ ", "/*+", "", " \u00fc */ 1"),
                kind("digits", "SELECT data FROM pins WHERE id BETWEEN 1 AND ", "9", "", ""),
                kind("digits of a fraction", "SELECT data FROM pins WHERE ts > 1.", "9", "", ""),
                kind("a text", "SELECT 1 FROM pins WHERE data = '", "FOR, R,", "", "'"),
                kind("modes", "SET sql_mode = '", "ANSI", ",", "'"),
                kind("the text of a variable", "SET @a = '", "R,", "", "'"),
                kind("a table's comment", DECLARED, "a", "", "'"),
                kind("blanks of a table's comment", DECLARED, " ", "", "x'"));
    }

    private static Stream<GrowingText> conditions() {
        return Stream.of(
                where("ORs", "", " OR ts = #", "", ""),
                where("ANDs", "", " AND ts > #", "", ""),
                where("ids in ORs", "", " OR id = " + ID, "", ""),
                kind("ORs without a key", "SELECT data FROM pins WHERE ", "ts = #", " OR ", ""),
                where("sums", " AND ts > ", "#", " + ", ""),
                where("additions of columns", " AND ts > ", "ts", " + ", ""),
                where("products", " AND ts > ", "ts * #", " - ", ""),
                where("comparisons", "", " = ts", "", ""),
                where("tests of truth", " AND ts > 1", " IS TRUE", "", ""),
                where("parts of a name", " AND ", "a", ".", ""),
                where("IN list", " AND ts IN (", "#", ",", ")"),
                kind("list of ids", "SELECT data FROM pins WHERE id IN (", ID, ",", ")"),
                kind("list of other ids", "SELECT data FROM pins WHERE id IN (", "24129449251#", ",", ")"),
                kind("list of texts", "SELECT data FROM lookup.ip_data WHERE ip IN (", "'10.0.#'", ",", ")"),
                kind("list of sums", "SELECT data FROM pins WHERE id IN (", ID + "+0", ",", ")"),
                kind(
                        "list of pairs",
                        "SELECT 1 FROM board_has_pins WHERE (board_id, pin_id) IN (",
                        "(#, " + ID + ")",
                        ",",
                        ")"),
                where("BETWEENs", "", " AND ts BETWEEN # AND 9#", "", ""),
                where("LIKEs", "", " AND data LIKE 'x#%'", "", ""),
                where("IS NULLs", "", " AND data IS NOT NULL", "", ""),
                where("EXISTS", "", " AND EXISTS (SELECT 1 FROM boards b WHERE b.id = board_id)", "", ""),
                where("subqueries", "", " AND ts > (SELECT MAX(ts) FROM boards)", "", ""),
                where("NOTs", " AND ", "NOT", " ", " ts = 1"),
                where("signs", " AND ts = ", "-", " ", " 1"),
                where("COLLATEs", " AND data = 'a'", " COLLATE utf8mb4_bin", "", ""));
    }

    private static Stream<GrowingText> nestings() {
        return Stream.of(
                nested("parentheses", "SELECT data FROM pins WHERE ", "(", "id = " + ID, ")"),
                nested("functions in functions", "SELECT data FROM pins WHERE data = ", "LOWER(", "data", ")"),
                nested("IFs in IFs", "SELECT ", "IF(ts,1,", "2", ")"),
                nested("CASEs in CASEs", "SELECT ", "CASE WHEN ts THEN 1 ELSE ", "2", " END"),
                nested("queries in queries", "SELECT * FROM ", "(SELECT * FROM ", "pins", ") x"),
                nested("queries in parentheses", "", "(", "SELECT data FROM pins WHERE id = " + ID, ")"),
                nested("INs in INs", "SELECT 1 FROM pins WHERE ", "id IN (SELECT id FROM pins WHERE ", "1", ")"),
                nested("joins in parentheses", "SELECT 1 FROM ", "(", "pins", ")"),
                nested("unions in parentheses", "", "(", "SELECT 1", " UNION SELECT 2)"));
    }

    private static Stream<GrowingText> tables() {
        return Stream.of(
                kind("joins", "SELECT 1 FROM pins p", " JOIN pins p# ON p#.id = p.id", "", " WHERE p.id = " + ID),
                kind("commas", "SELECT 1 FROM pins p", ", pins p#", "", " WHERE p.id = " + ID),
                kind("UNIONs", "", "SELECT data FROM pins WHERE id = " + ID, " UNION ", ""),
                kind("UNION ALLs", "", "SELECT data FROM pins WHERE id = " + ID, " UNION ALL ", " LIMIT 1"),
                kind("CTEs", "WITH ", "c# AS (SELECT 1)", ", ", " SELECT * FROM pins WHERE id = " + ID),
                kind("CTEs of CTEs", "WITH c AS (SELECT 1)", ", d# AS (SELECT * FROM c)", "", " SELECT * FROM pins"),
                kind("derived tables", "SELECT 1 FROM pins", ", (SELECT 1) d#", "", ""),
                kind("index hints", "SELECT 1 FROM pins", " USE INDEX (PRIMARY)", "", " WHERE id = " + ID),
                kind(
                        "JSON_TABLE columns",
                        "SELECT 1 FROM pins, JSON_TABLE(data, '$' COLUMNS (",
                        "c# INT PATH '$.a'",
                        ", ",
                        ")) j"),
                kind("VALUES", "VALUES ", "ROW(#)", ", ", ""),
                kind(
                        "tables of an information schema",
                        "SELECT * FROM information_schema.TABLES WHERE ",
                        "TABLE_NAME = 'a#'",
                        " OR ",
                        ""));
    }

    private static Stream<GrowingText> changes() {
        return Stream.of(
                kind("INSERT rows", "INSERT INTO pins (board_id, data) VALUES ", "(" + ID + ", 'x#')", ", ", ""),
                kind("INSERT rows of columns", "INSERT INTO settings (name, value) VALUES ", "('x#', name)", ", ", ""),
                kind(
                        "INSERT rows of queries",
                        "INSERT INTO settings (name, value) VALUES ",
                        "('x#', (SELECT 1))",
                        ", ",
                        ""),
                kind(
                        "INSERT rows of one shard",
                        "INSERT INTO board_has_pins (board_id, pin_id, sequence) VALUES ",
                        "(" + ID + ", 7, #)",
                        ", ",
                        ""),
                kind(
                        "INSERT rows of many shards",
                        "INSERT INTO lookup.ip_data (ip, data) VALUES ",
                        "('10.0.#', 'x')",
                        ", ",
                        ""),
                kind(
                        "INSERT rows of expressions",
                        "INSERT INTO lookup.ip_data (ip, data) VALUES ",
                        "('10.0.#', CONCAT('a', 'x'))",
                        ", ",
                        ""),
                kind(
                        "INSERT rows with numbers",
                        "INSERT INTO lookup.customers (team, login) VALUES ",
                        "('t', 'l#')",
                        ", ",
                        ""),
                kind("INSERT rows of an unsharded table", "INSERT INTO legacy.t VALUES ", "(#, 'x', NULL)", ", ", ""),
                kind("INSERT columns", "INSERT INTO lookup.ip_data (ip", ", c#", "", ") VALUES ('10.0.0.1', 1)"),
                kind("INSERT SET", "INSERT INTO lookup.ip_data SET ip = '10.0.0.1'", ", c# = #", "", ""),
                kind("REPLACE rows", "REPLACE INTO lookup.ip_data (ip, data) VALUES ", "('10.0.#', 'x')", ", ", ""),
                kind(
                        "ON DUPLICATE KEY UPDATE",
                        "INSERT INTO lookup.ip_data (ip, data) VALUES ('10.0.0.1', 'x') ON DUPLICATE KEY UPDATE ",
                        "data = VALUES(data)",
                        ", ",
                        ""),
                kind(
                        "INSERT SELECT",
                        "INSERT INTO lookup.ip_data (ip, data) SELECT ip, ",
                        "data",
                        " + ",
                        " FROM lookup.ip_data"),
                kind("UPDATE assignments", "UPDATE pins SET ", "data = 'x#'", ", ", " WHERE id = " + ID),
                kind("UPDATE of all shards", "UPDATE pins SET ", "ts = ts + #", ", ", " WHERE ts < 3"),
                kind("UPDATE ORs", "UPDATE pins SET data = 'x' WHERE id = " + ID, " OR ts = #", "", ""),
                kind("DELETE list", "DELETE FROM pins WHERE id IN (", ID, ",", ")"),
                kind("DELETE tables", "DELETE ", "p", ", ", " FROM pins p WHERE id = " + ID),
                kind(
                        "RETURNING",
                        "INSERT INTO lookup.ip_data (ip, data) VALUES ('10.0.0.1', 'x') RETURNING ",
                        "data",
                        ", ",
                        ""));
    }

    private static Stream<GrowingText> writtenForms() {
        return Stream.of(
                kind("comments", "SELECT ", "/* # */", " ", " data FROM pins WHERE id = " + ID),
                kind("line comments", "SELECT ", "-- #\n", "", " data FROM pins WHERE id = " + ID),
                kind("version comments", "SELECT ", "/*!40000 ts,*/", " ", " data FROM pins WHERE id = " + ID),
                kind(
                        "version comments of the future",
                        "SELECT ",
                        "/*!990000 ts,*/",
                        " ",
                        " data FROM pins WHERE id = " + ID),
                kind("hints", "SELECT ", "/*+ NO_ICP(pins) */", " ", " data FROM pins WHERE id = " + ID),
                kind("Pinion's hints", "", "/*pinion shard=7*/", " ", "SELECT data FROM pins"),
                where("long string", " AND data = '", "x", "", "'"),
                where("strings in a row", " AND data = ", "'x'", " ", ""),
                where("quoted quotes", " AND data = '", "''", "", "'"),
                where("backslashes", " AND data = '", "\\'", "", "'"),
                where("hex", " AND data = 0x", "ab", "", ""),
                where("hexes", "", " AND data = x'ab'", "", ""),
                where("introducers", "", " AND data = _utf8mb4'ab'", "", ""),
                where("long number", " AND ts = ", "1", "", ""),
                where("long name", " AND `", "x", "", "` = 1"),
                where("quoted names", "", " AND `ts` = 1", "", ""),
                where("national strings", "", " AND data = N'ab'", "", ""),
                kind("dots", "SELECT 1", ".a", "", " FROM pins"),
                kind("unclosed comments", "SELECT ", "/* ", "", ""),
                kind("unclosed quotes", "SELECT ", "'a' `b ", "", ""),
                kind("unclosed parentheses", "SELECT ", "(", "", ""),
                kind("words", "", "word", " ", ""),
                kind("commas alone", "SELECT ", ",", "", ""),
                kind("semicolons", "", "SELECT #", ";", ""),
                kind("semicolons alone", "SELECT 1", ";", "", ""),
                kind("statements for shards", "", "UPDATE pins SET ts = # WHERE id = " + ID, ";", ""),
                kind("blanks", "SELECT", " ", "", "1"),
                where("placeholders", "", " OR ts = ?", "", ""),
                kind("rows of placeholders", "INSERT INTO lookup.ip_data (ip, data) VALUES ", "(?, ?)", ", ", ""),
                kind("list of placeholders", "SELECT data FROM pins WHERE id IN (", "?", ",", ")"),
                kind("selected placeholders", "SELECT ", "?", ",", ""));
    }

    private static Stream<GrowingText> sessions() {
        return Stream.of(
                kind("SET list", "SET ", "@v# = #", ", ", ""),
                kind("SET of variables", "SET ", "sql_mode = ''", ", ", ""),
                kind("SET of one variable", "SET @v = ", "#", " + ", ""),
                kind("SET with queries", "SET ", "@v# = (SELECT 1)", ", ", ""),
                kind("SET STATEMENT", "SET STATEMENT ", "max_statement_time = #", ", ", " FOR SELECT 1"),
                kind("SET PASSWORDs", "SET ", "password = 'x'", ", ", ""),
                kind("PREPARE", "PREPARE s FROM 'SELECT ", "ts+#", ",", " FROM pins'"),
                kind("PREPARE of ORs", "PREPARE s FROM 'SELECT 1 FROM pins WHERE ", "ts = #", " OR ", "'"),
                kind("EXECUTE IMMEDIATE", "EXECUTE IMMEDIATE 'SELECT ", "ts+#", ",", " FROM pins'"),
                kind("EXECUTE", "EXECUTE s USING ", "@v#", ", ", ""),
                kind("LOCK TABLES of databases", "LOCK TABLES ", "d#.t READ", ", ", ""),
                kind("LOCK TABLES of a keyspace", "LOCK TABLES pins READ", ", pins AS p# READ", "", ""),
                kind("LOCK TABLES", "LOCK TABLES ", "legacy.t# READ", ", ", ""),
                kind("KILL", "KILL ", "1", " + ", ""),
                kind("DO", "DO ", "RELEASE_LOCK('a#')", ", ", ""),
                kind("GET_LOCKs", "SELECT ", "GET_LOCK('a#', 1)", ", ", ""),
                kind("GET DIAGNOSTICS", "GET DIAGNOSTICS ", "@v# = NUMBER", ", ", ""),
                kind("CALL", "CALL legacy.p(", "#", ", ", ")"),
                kind("HANDLER", "HANDLER legacy.t READ FIRST WHERE ", "a = #", " AND ", ""),
                kind("USE", "USE `", "a", "", "`"),
                kind("HELP", "HELP '", "word ", "", "'"),
                kind("SHOW TABLES", "SHOW TABLES WHERE ", "Tables_in_pinterest = 'a#'", " OR ", ""),
                kind("SHOW VARIABLES", "SHOW VARIABLES WHERE ", "Variable_name = 'a#'", " OR ", ""),
                kind("SHOW STATUS LIKE", "SHOW STATUS LIKE '", "%a", "", "'"),
                kind("SHOW COLUMNS", "SHOW COLUMNS FROM pins WHERE ", "Field = 'a#'", " OR ", ""),
                kind("SHOW SHARDS", "SHOW SHARDS WHERE ", "a = #", " AND ", ""),
                kind("DESCRIBE", "DESCRIBE pins '", "a%", "", "'"),
                kind("XA", "XA START '", "a", "", "'"),
                kind("SAVEPOINT", "SAVEPOINT `", "a", "", "`"),
                kind("MOVE SHARDS", "MOVE SHARDS ", "#-#", ", ", " TO PAIR MySQL002 IN pinterest"));
    }

    private static Stream<GrowingText> definitions() {
        return Stream.of(
                kind("body of passwords", "BEGIN NOT ATOMIC SELECT ", "password", ",", "; END"),
                kind("body of assigned passwords", "BEGIN NOT ATOMIC SELECT ", "password = 1", ",", "; END"),
                kind("body of set passwords", "BEGIN NOT ATOMIC ", "SET @a = 1, password = 'x'", "; ", "; END"),
                kind("body of one SET", "BEGIN NOT ATOMIC SET @a = 1", ", password = 'x'", "", "; END"),
                kind("body of UPDATEs", "BEGIN NOT ATOMIC ", "UPDATE legacy.t SET password = 'x'", "; ", "; END"),
                kind("body of statements", "BEGIN NOT ATOMIC ", "SELECT #", "; ", "; END"),
                kind("body of IFs", "BEGIN NOT ATOMIC ", "IF 1 THEN SELECT #; END IF", "; ", "; END"),
                kind("body of declarations", "BEGIN NOT ATOMIC ", "DECLARE v# INT", "; ", "; END"),
                kind("body of transactions", "BEGIN NOT ATOMIC SELECT ", "transaction", ",", "; END"),
                kind("procedure", "CREATE PROCEDURE legacy.p() BEGIN ", "SELECT password FROM t#", "; ", "; END"),
                kind(
                        "trigger",
                        "CREATE TRIGGER legacy.r BEFORE INSERT ON t FOR EACH ROW BEGIN ",
                        "SET NEW.password = #",
                        "; ",
                        "; END"),
                kind("CREATE TABLE", "CREATE TABLE legacy.t (", "c# INT NOT NULL DEFAULT #", ", ", ")"),
                kind(
                        "CREATE TABLE of a keyspace",
                        "CREATE TABLE tt (id BIGINT PRIMARY KEY",
                        ", c# INT NOT NULL DEFAULT #",
                        "",
                        ") COMMENT 'pinion: reference'"),
                kind("CREATE TABLE of keys", "CREATE TABLE legacy.t (a INT", ", KEY k# (a)", "", ")"),
                kind(
                        "CREATE TABLE of foreign keys",
                        "CREATE TABLE legacy.t (a INT",
                        ", FOREIGN KEY (a) REFERENCES u# (id)",
                        "",
                        ")"),
                kind(
                        "CREATE TABLE of partitions",
                        "CREATE TABLE legacy.t (a INT) PARTITION BY RANGE (a) (",
                        "PARTITION p# VALUES LESS THAN (#)",
                        ", ",
                        ")"),
                kind("CREATE TABLE options", "CREATE TABLE legacy.t (a INT) ", "COMMENT = 'x'", ", ", ""),
                kind("ALTER TABLE", "ALTER TABLE legacy.t ", "ADD COLUMN c# INT", ", ", ""),
                kind("ALTER TABLE of a keyspace", "ALTER TABLE pins ", "ADD COLUMN c# INT", ", ", ""),
                kind("DROP TABLE", "DROP TABLE ", "legacy.t#", ", ", ""),
                kind("DROP TABLE of databases", "DROP TABLE ", "d#.t", ", ", ""),
                kind("functions of databases", "SELECT ", "d#.f(1)", ",", ""),
                kind("DROP TABLE of a keyspace", "DROP TABLE IF EXISTS ", "t#", ", ", ""),
                kind("RENAME TABLE", "RENAME TABLE ", "legacy.t# TO legacy.u#", ", ", ""),
                kind("GRANT", "GRANT SELECT ON legacy.* TO ", "u#", ", ", ""),
                kind("GRANT of rights", "GRANT ", "SELECT", ", ", " ON legacy.* TO u"),
                kind("CREATE USER", "CREATE USER ", "u# IDENTIFIED BY 'x'", ", ", ""),
                kind("FLUSH TABLES", "FLUSH TABLES ", "legacy.t#", ", ", ""),
                kind("ANALYZE TABLE", "ANALYZE TABLE ", "legacy.t#", ", ", ""),
                kind("LOAD DATA", "LOAD DATA LOCAL INFILE 'f' INTO TABLE lookup.ip_data (ip, ", "@v#", ", ", ")"),
                kind("LOAD DATA SET", "LOAD DATA LOCAL INFILE 'f' INTO TABLE legacy.t SET ", "c# = #", ", ", ""));
    }
}
