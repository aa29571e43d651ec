package io.pinion.integration.differential;

import java.util.List;

/** The tables that scripts work on, with columns of all types. */
final class ScriptSchema {
    /** What values suit a column. */
    enum Kind {
        WHOLE,
        DECIMAL,
        REAL,
        TEXT,
        BYTES,
        DATE,
        TIME,
        JSON
    }

    record Column(String name, Kind kind) {}

    record Table(String name, List<Column> columns) {}

    static final Table NUMBERS = new Table(
            "numbers",
            List.of(
                    new Column("ti", Kind.WHOLE),
                    new Column("tu", Kind.WHOLE),
                    new Column("sm", Kind.WHOLE),
                    new Column("me", Kind.WHOLE),
                    new Column("iu", Kind.WHOLE),
                    new Column("bi", Kind.WHOLE),
                    new Column("bu", Kind.WHOLE),
                    new Column("de", Kind.DECIMAL),
                    new Column("fl", Kind.REAL),
                    new Column("dou", Kind.REAL),
                    new Column("b9", Kind.WHOLE),
                    new Column("bo", Kind.WHOLE),
                    new Column("zf", Kind.WHOLE)));

    static final Table TEXTS = new Table(
            "texts",
            List.of(
                    new Column("ch", Kind.TEXT),
                    new Column("vc", Kind.TEXT),
                    new Column("vb", Kind.BYTES),
                    new Column("b4", Kind.BYTES),
                    new Column("tt", Kind.TEXT),
                    new Column("lt", Kind.TEXT),
                    new Column("bl", Kind.BYTES),
                    new Column("en", Kind.TEXT),
                    new Column("st", Kind.TEXT),
                    new Column("la", Kind.TEXT),
                    new Column("js", Kind.JSON)));

    static final Table TIMES = new Table(
            "times",
            List.of(
                    new Column("da", Kind.DATE),
                    new Column("ti", Kind.TIME),
                    new Column("dt", Kind.DATE),
                    new Column("ts", Kind.DATE),
                    new Column("ye", Kind.WHOLE)));

    static final Table AUTO = new Table("auto", List.of(new Column("u", Kind.WHOLE), new Column("n", Kind.TEXT)));

    static final Table CHILDREN =
            new Table("children", List.of(new Column("parent", Kind.WHOLE), new Column("note", Kind.TEXT)));

    /** Each has {@code id}, numbered by the server. */
    static final List<Table> TABLES = List.of(NUMBERS, TEXTS, TIMES, AUTO, AUTO, CHILDREN);

    private static final String FOREIGN_KEY = "FOREIGN KEY (parent) REFERENCES parents (id)";

    private static final List<String> SETUP = List.of(
            "CREATE TABLE numbers (id INT AUTO_INCREMENT PRIMARY KEY, ti TINYINT, tu TINYINT UNSIGNED, sm SMALLINT,"
                    + " me MEDIUMINT, iu INT UNSIGNED, bi BIGINT, bu BIGINT UNSIGNED, de DECIMAL(12,4), fl FLOAT,"
                    + " dou DOUBLE, b9 BIT(9), bo BOOLEAN NOT NULL DEFAULT TRUE, zf INT(5) ZEROFILL, UNIQUE KEY (iu))",
            "CREATE TABLE texts (id INT AUTO_INCREMENT PRIMARY KEY, ch CHAR(10), vc VARCHAR(40) NOT NULL DEFAULT 'none',"
                    + " vb VARBINARY(20), b4 BINARY(4), tt TINYTEXT, lt LONGTEXT, bl BLOB,"
                    + " en ENUM('red','grün','blue'), st SET('a','b','c'), la VARCHAR(20) CHARACTER SET latin1,"
                    + " js JSON, UNIQUE KEY (vc)) DEFAULT CHARACTER SET utf8mb4",
            "CREATE TABLE times (id INT AUTO_INCREMENT PRIMARY KEY, da DATE, ti TIME(3), dt DATETIME(6),"
                    + " ts TIMESTAMP(2) NULL, ye YEAR, made TIMESTAMP DEFAULT CURRENT_TIMESTAMP)",
            "CREATE TABLE auto (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, u INT UNIQUE, n VARCHAR(20), KEY (n))"
                    + " DEFAULT CHARACTER SET utf8mb4",
            "CREATE TABLE parents (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL)",
            "CREATE TABLE children (id INT AUTO_INCREMENT PRIMARY KEY, parent INT NOT NULL, note VARCHAR(30)," + " "
                    + FOREIGN_KEY + ")",
            "CREATE TABLE history (what VARCHAR(100))",
            "CREATE TRIGGER auto_history AFTER INSERT ON auto FOR EACH ROW INSERT INTO history VALUES (NEW.n)",
            "CREATE VIEW named AS SELECT id, n FROM auto WHERE n IS NOT NULL",
            "CREATE PROCEDURE several() BEGIN SELECT 1 AS one; SELECT id, name FROM parents ORDER BY id; END",
            "CREATE PROCEDURE gives(IN a INT, OUT b INT, INOUT c VARCHAR(20))"
                    + " BEGIN SET b = a * 2; SET c = CONCAT(c, '!'); END",
            "CREATE PROCEDURE gives_rows(IN a INT, OUT b INT) BEGIN SELECT id FROM parents WHERE id < a ORDER BY id;"
                    + " SET b = FOUND_ROWS(); END",
            "CREATE PROCEDURE fails() BEGIN SELECT 1; SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'on purpose',"
                    + " MYSQL_ERRNO = 31234; SELECT 2; END",
            "CREATE PROCEDURE warns(IN n INT) BEGIN INSERT INTO auto (u, n) VALUES (n, 'by procedure');"
                    + " SIGNAL SQLSTATE '01000' SET MESSAGE_TEXT = 'careful'; END",
            "CREATE TABLE plain (id INT AUTO_INCREMENT PRIMARY KEY, n INT) ENGINE = MyISAM",
            "CREATE PROCEDURE reads_by_cursor() BEGIN DECLARE x INT; DECLARE c CURSOR FOR SELECT id FROM parents ORDER BY id;"
                    + " OPEN c; FETCH c INTO x; SELECT x; FETCH c INTO x; SELECT x, id FROM parents ORDER BY id; CLOSE c; END",
            "CREATE PROCEDURE rows_behind_cursor() BEGIN DECLARE x INT; DECLARE c CURSOR FOR SELECT COUNT(*) FROM auto;"
                    + " OPEN c; FETCH c INTO x; SELECT x > 0 AS some; INSERT INTO plain (n) VALUES (x); CLOSE c; END",
            "CREATE PROCEDURE cursor_of_nothing(OUT b INT) BEGIN DECLARE x INT DEFAULT 5;"
                    + " DECLARE c CURSOR FOR SELECT id FROM parents WHERE id < 0;"
                    + " DECLARE CONTINUE HANDLER FOR NOT FOUND SET b = x; OPEN c; FETCH c INTO x; CLOSE c; END",
            "CREATE FUNCTION twice(a INT) RETURNS INT DETERMINISTIC NO SQL RETURN a * 2",
            "INSERT INTO parents VALUES (1, 'one'), (2, 'two'), (3, 'three')",
            "INSERT INTO children (parent, note) VALUES (1, 'a'), (1, 'b'), (2, NULL)",
            "INSERT INTO auto (u, n) VALUES (1, 'one'), (2, 'zwei'), (3, NULL), (4, 'vier')",
            "INSERT INTO numbers (ti, tu, iu, bi, bu, de, fl, dou, b9, zf) VALUES"
                    + " (-128, 255, 7, -9223372036854775808, 18446744073709551615, 12345678.9012, 1.5, -2.25e100, b'101', 42),"
                    + " (1, 2, 8, 3, 4, 0.0001, 0, 0, b'0', 0), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
            "INSERT INTO texts (ch, vc, vb, b4, tt, lt, bl, en, st, la, js) VALUES"
                    + " ('ä', 'Größe', x'00ff', 'ab', 'tiny', REPEAT('long ', 100), x'fe00fb', 'grün', 'a,c', 'é', '{\"a\": [1, 2]}'),"
                    + " ('', '🥖', '', '', '', '', '', NULL, '', '', '[]')",
            "INSERT INTO times (da, ti, dt, ts, ye, made) VALUES"
                    + " ('2024-02-29', '-838:59:59.000', '1999-12-31 23:59:59.999999', '2020-01-01 00:00:00.12', 2024, '2020-01-01'),"
                    + " (NULL, '12:00:00', '0001-01-01', NULL, 1901, '2021-01-01')");

    private ScriptSchema() {}

    /**
     * What makes {@code database}, new and filled.
     *
     * @param mySql whether the server is MySQL, whose connections differ in two ways by what ran on them before. One that
     *     was reset has its foreign keys checked by InnoDB, not by the SQL layer: a failed INSERT then takes an id, and
     *     {@code sql_quote_show_create} counts for the error. One that has changed a table without transactions warns
     *     (6414) of the next change of an InnoDB table, unless a COMMIT comes between, which Pinion may answer itself
     */
    static List<String> setup(String database, boolean mySql) {
        List<String> statements = new java.util.ArrayList<>();
        statements.add("DROP DATABASE IF EXISTS " + database);
        statements.add("CREATE DATABASE " + database + " CHARACTER SET utf8mb4");
        statements.add("USE " + database);
        SETUP.forEach(sql ->
                statements.add(mySql ? sql.replace("MyISAM", "InnoDB").replace(FOREIGN_KEY, "INDEX (parent)") : sql));
        return statements;
    }
}
