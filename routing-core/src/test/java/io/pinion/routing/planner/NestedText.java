package io.pinion.routing.planner;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * A kind of statement that is nested: what the parser looks ahead for at each level may be all that is inside of it.
 *
 * @param open begins a level
 * @param inside of all levels
 * @param close ends a level
 */
record NestedText(String name, String head, String open, String inside, String close, String tail) {
    /** As many levels as so many bytes have room for. */
    byte[] deep(int bytes) {
        return bytes(
                levels((bytes - head.length() - inside.length() - tail.length()) / (open.length() + close.length())));
    }

    /** The same, but it breaks off in the middle. */
    byte[] brokenOff(int bytes) {
        return (head + open.repeat((bytes - head.length()) / Math.max(1, open.length())))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Several of them side by side, each with so many open parentheses at a time. */
    byte[] sideBySide(int bytes, int depth) {
        long perLevel = open.chars().filter(character -> character == '(').count();
        String one = levels(perLevel == 0 ? depth : (int) (depth / perLevel));
        int count = (bytes - head.length() - tail.length() + 1) / (one.length() + 1);
        return bytes(String.join(",", Collections.nCopies(Math.max(1, count), one)));
    }

    private String levels(int count) {
        return open.repeat(count) + inside + close.repeat(count);
    }

    private byte[] bytes(String middle) {
        return (head + middle + tail).getBytes(StandardCharsets.UTF_8);
    }

    private static NestedText item(String name, String open, String inside, String close) {
        return new NestedText(name, "SELECT a, @q := 1, ", open, inside, close, " FROM t1");
    }

    private static NestedText condition(String name, String open, String inside, String close) {
        return new NestedText(name, "SELECT a FROM t1 WHERE ", open, inside, close, "");
    }

    private static NestedText table(String name, String open, String inside, String close) {
        return new NestedText(name, "SELECT a FROM ", open, inside, close, "");
    }

    static List<NestedText> all() {
        return Stream.of(parentheses(), words(), places())
                .flatMap(kinds -> kinds)
                .toList();
    }

    private static Stream<NestedText> parentheses() {
        String query = "(SELECT a FROM t1)";
        return Stream.of(
                item("queries in three", "(((SELECT ", query, ")))"),
                item("queries in two", "((SELECT ", query, "))"),
                item("queries in one", "(SELECT ", "1", ")"),
                item("queries in five", "(((((SELECT ", query, ")))))"),
                item("queries in a function", "f(((SELECT ", query, ")))"),
                item("unions", "(1+(SELECT 1 UNION SELECT -(", "1", ")))"),
                item("unions in the middle", "(SELECT 1 UNION SELECT ", "1", " UNION SELECT 1)"),
                item("POSITIONs", "x(POSITION(", "1", " IN 'a'))"),
                item("distinct counts", "(1+COUNT(DISTINCT ", "1", "))"),
                item("parentheses", "(", "1", ")"),
                item("sums", "(1+", "1", ")"),
                item("sums in front", "(", "1", "+1)"),
                item("signs", "-(", "1", ")"),
                item("functions", "f(", "1", ")"),
                item("functions in parentheses", "(f(", "1", "))"),
                item("functions of two", "f(1,", "1", ")"),
                item("IFs", "IF(a,1,", "1", ")"),
                item("rows", "(1,", "1", ")"),
                item("ROWs", "ROW(1,", "1", ")"),
                item("CASTs", "CAST(", "1", " AS SIGNED)"),
                item("CONVERTs", "CONVERT(", "a", " USING utf8mb4)"),
                item("CONVERTs to types", "CONVERT(", "a", ",CHAR)"),
                item("EXTRACTs", "EXTRACT(DAY FROM ", "a", ")"),
                item("TRIMs", "TRIM(BOTH 'x' FROM ", "a", ")"),
                item("SUBSTRINGs", "SUBSTRING(", "a", " FROM 1)"),
                item("GROUP_CONCATs", "GROUP_CONCAT(", "a", " ORDER BY a SEPARATOR 'x')"),
                item("GROUP_CONCATs in order", "GROUP_CONCAT(a ORDER BY ", "a", ")"),
                item("windows", "SUM(a) OVER (ORDER BY ", "a", ")"),
                item("INTERVALs", "(a + INTERVAL ", "1", " DAY)"),
                item("JSON_VALUEs", "JSON_VALUE(", "a", ",'$.a')"),
                item("CASEs in parentheses", "(CASE WHEN ", "a", " THEN 1 END)"),
                item("assignments", "(@q := ", "1", ")"),
                item("EXISTS", "EXISTS (SELECT ", "1", ")"),
                item("comparisons with ANY", "a = ANY (SELECT ", "1", ")"));
    }

    private static Stream<NestedText> words() {
        return Stream.of(
                item("CASEs in WHEN", "CASE WHEN ", "a", " THEN 1 END"),
                item("CASEs in THEN", "CASE WHEN a THEN ", "a", " END"),
                item("CASEs in ELSE", "CASE WHEN a THEN 1 ELSE ", "a", " END"),
                item("CASEs of CASEs", "CASE ", "a", " WHEN 1 THEN 1 END"),
                item("CASEs in all", "CASE a WHEN a THEN CASE WHEN ", "a", " THEN 1 END END"),
                item("NOTs", "NOT ", "a", ""),
                item("exclamation marks", "!", "a", ""),
                item("minus signs", "- ", "a", ""),
                item("tildes", "~", "a", ""),
                item("BINARYs", "BINARY ", "a", ""),
                item("INTERVALs of INTERVALs", "INTERVAL ", "1", " DAY + a"),
                condition("NOTs in a condition", "NOT ", "a", ""),
                condition("BETWEENs", "a BETWEEN 1 AND ", "1", ""),
                condition("BETWEENs in front", "a BETWEEN ", "1", " AND 1"),
                condition("LIKEs", "a LIKE ", "1", ""),
                condition("IS NULLs", "", "a", " IS NULL"),
                condition("comparisons", "a = ", "1", ""),
                condition("REGEXPs", "a REGEXP ", "1", ""),
                condition("ORs and ANDs", "a OR a AND ", "a", ""),
                condition("XORs", "a XOR ", "a", ""),
                condition("COLLATEs", "", "a", " COLLATE utf8mb4_bin"),
                condition("JSON paths", "", "a", "->'$.a'"),
                condition("MEMBER OFs", "a MEMBER OF (", "a", ")"),
                new NestedText("UNIONs", "", "SELECT 1 UNION ", "SELECT 1", "", ""),
                new NestedText("UNIONs of a word", "", "TABLE t1 UNION ", "TABLE t1", "", ""),
                new NestedText("VALUES", "", "VALUES ROW(1) UNION ", "VALUES ROW(1)", "", ""),
                new NestedText("EXCEPTs", "", "SELECT 1 EXCEPT ", "SELECT 1", "", ""),
                table("joins with conditions behind", "t1 JOIN ", "t1", " ON a"),
                table("joins", "t1 JOIN ", "t1", ""),
                table("natural joins", "t1 NATURAL JOIN ", "t1", ""),
                table("commas", "t1,", "t1", ""));
    }

    private static Stream<NestedText> places() {
        return Stream.of(
                condition("queries in three, in a condition", "(((SELECT ", "1", ")))"),
                condition("queries in INs", "id IN (((SELECT ", "1", ")))"),
                condition("queries of INs", "id IN (SELECT a FROM t1 WHERE ", "1", ")"),
                condition("INs in front", "(", "a", " IN (1))"),
                condition("comparisons in parentheses", "(a = ", "1", ")"),
                condition("conditions in parentheses", "(a AND ", "a", ")"),
                condition("conditions in front", "(", "a", " AND a)"),
                condition("ORs in parentheses", "(", "a", " OR a = 1)"),
                condition("NOTs in parentheses", "NOT (", "a", ")"),
                condition("EXISTS in a condition", "EXISTS (SELECT 1 FROM t1 WHERE ", "1", ")"),
                condition("BETWEENs in parentheses", "(a BETWEEN 1 AND ", "1", ")"),
                condition("rows in a condition", "(a,", "a", ") = (1,1)"),
                condition("MATCHes", "MATCH (a) AGAINST (", "a", ")"),
                table("joins of joins", "t2 b JOIN (", "t1", ")"),
                table("joins in front", "(", "t1", " b JOIN t2 b)"),
                table("tables in parentheses", "(", "t1", ")"),
                table("derived tables", "(SELECT a FROM ", "t1", ") b"),
                table("derived tables in two", "((SELECT a FROM ", "t1", ")) b"),
                table("derived unions", "(SELECT a FROM t1 UNION SELECT a FROM ", "t1", ") b"),
                table("LATERALs", "t1, LATERAL (SELECT a FROM ", "t1", ") b"),
                new NestedText("whole queries", "", "(", "SELECT 1", ")", ""),
                new NestedText("whole unions", "", "(", "SELECT 1", " UNION SELECT 1)", ""),
                new NestedText("whole unions in front", "", "(SELECT 1 UNION ", "SELECT 1", ")", ""),
                new NestedText("CTEs in CTEs", "", "WITH b AS (", "SELECT 1", ") SELECT 1", ""),
                new NestedText("GROUP BY", "SELECT a FROM t1 GROUP BY ", "(((SELECT ", "1", ")))", ""),
                new NestedText("ORDER BY", "SELECT a FROM t1 ORDER BY ", "(((SELECT ", "1", ")))", ""),
                new NestedText("LIMIT", "SELECT a FROM t1 LIMIT ", "(((SELECT ", "1", ")))", ""),
                new NestedText("HAVING", "SELECT a FROM t1 GROUP BY a HAVING ", "(((SELECT ", "1", ")))", ""),
                new NestedText("ON", "SELECT a FROM t1 JOIN t2 ON ", "(((SELECT ", "1", ")))", ""),
                new NestedText("INSERT", "INSERT INTO t1 ", "((SELECT ", "1", "))", ""),
                new NestedText("VALUES of queries", "INSERT INTO t1 VALUES (", "(((SELECT ", "1", ")))", ")"),
                new NestedText("rows of values", "INSERT INTO t1 VALUES ", "(", "1", ")", ""),
                new NestedText(
                        "ON DUPLICATE KEY",
                        "INSERT INTO t1 VALUES (1) ON DUPLICATE KEY UPDATE a = ",
                        "(((SELECT ",
                        "1",
                        ")))",
                        ""),
                new NestedText("UPDATE", "UPDATE t1 SET a = ", "(((SELECT ", "1", ")))", ""),
                new NestedText("UPDATE of joins", "UPDATE t1 JOIN ", "(((SELECT ", "1", "))) b", " SET a = 1"),
                new NestedText("DELETE", "DELETE FROM t1 WHERE ", "(((SELECT ", "1", ")))", ""),
                new NestedText("SET", "SET @a = ", "(((SELECT ", "1", ")))", ""),
                new NestedText("DO", "DO ", "(((SELECT ", "1", ")))", ""),
                new NestedText("CALL", "CALL p(", "(((SELECT ", "1", ")))", ")"),
                new NestedText("EXPLAIN", "EXPLAIN SELECT ", "(((SELECT ", "1", ")))", ""),
                new NestedText("EXPLAIN ROUTE", "EXPLAIN ROUTE SELECT ", "(((SELECT ", "1", ")))", ""),
                new NestedText("CREATE VIEW", "CREATE VIEW v AS SELECT ", "(((SELECT ", "1", ")))", ""),
                new NestedText("CREATE TABLE", "CREATE TABLE t5 (a INT DEFAULT ", "(", "1", ")", ")"),
                new NestedText("checks", "CREATE TABLE t5 (a INT CHECK ", "(a + ", "1", ")", ")"),
                new NestedText("ALTER TABLE", "ALTER TABLE t1 ADD b INT AS ", "(a + ", "1", ")", ""),
                new NestedText("SHOW", "SHOW TABLES WHERE ", "(((SELECT ", "1", ")))", ""),
                new NestedText("several statements", "SELECT 1; SELECT ", "(((SELECT ", "1", ")))", ""));
    }
}
