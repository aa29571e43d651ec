package io.pinion.integration.differential;

import io.pinion.integration.testing.Dice;
import java.util.List;

/** Draws what changes or shows a session, its schema and its transactions, and what is wrong on purpose. */
final class ScriptSessionStatements {
    private static final List<String> SETTINGS = List.of(
            "SET NAMES utf8mb4",
            "SET NAMES utf8mb4 COLLATE utf8mb4_unicode_ci",
            "SET NAMES 'latin1'",
            "SET NAMES DEFAULT",
            "SET CHARACTER SET utf8mb4",
            "SET character_set_results = NULL",
            "SET character_set_results = 'binary'",
            "SET collation_connection = utf8mb4_bin",
            "SET sql_mode = ''",
            "SET sql_mode = 'ANSI_QUOTES'",
            "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE'",
            "SET sql_mode = 'NO_BACKSLASH_ESCAPES'",
            "SET sql_mode = 'ANSI,NO_AUTO_VALUE_ON_ZERO'",
            "SET sql_mode = DEFAULT",
            "SET sql_mode = CONCAT('ANSI', ',PIPES_AS_CONCAT')",
            "SET sql_mode = CONCAT(@@sql_mode, ',NO_ZERO_DATE')",
            "SET @@session.sql_mode = 'nonsense'",
            "SET time_zone = '+05:30'",
            "SET time_zone = 'SYSTEM'",
            "SET time_zone = 'Nowhere/Land'",
            "SET timestamp = 1700000000.25",
            "SET sql_select_limit = 2",
            "SET sql_select_limit = DEFAULT",
            "SET foreign_key_checks = 0, unique_checks = 1",
            "SET foreign_key_checks = 1",
            "SET SESSION group_concat_max_len = 5",
            "SET sql_auto_is_null = 0",
            "SET sql_safe_updates = 1",
            "SET sql_safe_updates = 0",
            "SET sql_warnings = 1",
            "SET insert_id = 77",
            "SET last_insert_id = 42",
            "SET wait_timeout = 100, net_write_timeout = 50",
            "SET max_error_count = 1",
            "SET max_error_count = DEFAULT",
            "SET big_tables = 2",
            "SET nosuchvariable = 1",
            "SET sql_notes = 0",
            "SET sql_notes = 1",
            "SET SESSION auto_increment_increment = 5",
            "SET SESSION auto_increment_increment = 1",
            "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE",
            "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
            "SET TRANSACTION READ ONLY",
            "SET SESSION TRANSACTION READ WRITE",
            "SET autocommit = 0",
            "SET autocommit = 1",
            "SET AUTOCOMMIT = ON, sql_mode = ''",
            "SET @old = @@sql_mode, sql_mode = 'ANSI'",
            "SET sql_mode = @old");

    private static final List<String> TRANSACTIONS = List.of(
            "BEGIN",
            "START TRANSACTION",
            "START TRANSACTION READ ONLY",
            "START TRANSACTION WITH CONSISTENT SNAPSHOT",
            "BEGIN WORK",
            "COMMIT",
            "COMMIT",
            "COMMIT AND CHAIN",
            "ROLLBACK",
            "ROLLBACK",
            "ROLLBACK AND CHAIN",
            "SAVEPOINT a",
            "SAVEPOINT `B c`",
            "ROLLBACK TO a",
            "ROLLBACK TO SAVEPOINT `B c`",
            "RELEASE SAVEPOINT a",
            "RELEASE SAVEPOINT nosuch");

    private static final List<String> SHOWS = List.of(
            "SHOW WARNINGS LIMIT 1",
            "SHOW COUNT(*) WARNINGS",
            "SHOW ERRORS",
            "SHOW TABLES",
            "SHOW FULL TABLES",
            "SHOW TABLES LIKE 'a%'",
            "SHOW COLUMNS FROM numbers",
            "SHOW FULL COLUMNS FROM texts",
            "DESCRIBE times",
            "DESC auto n",
            "SHOW CREATE TABLE texts",
            "SHOW CREATE TABLE children",
            "SHOW CREATE VIEW named",
            "SHOW CREATE PROCEDURE several",
            "SHOW CREATE FUNCTION nosuch",
            "SHOW VARIABLES LIKE 'sql_mode'",
            "SHOW SESSION VARIABLES LIKE 'char%'",
            "SHOW VARIABLES WHERE Variable_name = 'autocommit'",
            "SHOW COLLATION LIKE 'utf8mb4_bin'",
            "SHOW CHARACTER SET LIKE 'latin1'",
            "SHOW TRIGGERS LIKE 'nosuch'",
            "SHOW COLUMNS FROM nosuch",
            "SHOW INDEX FROM nosuch",
            "SHOW TABLE STATUS LIKE 'nosuch'",
            "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = DATABASE()"
                    + " ORDER BY table_name, ordinal_position",
            "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE()",
            "EXPLAIN SELECT 1");

    private static final List<String> SCHEMA_CHANGES = List.of(
            "CREATE TABLE extra (id INT PRIMARY KEY, v VARCHAR(10))",
            "CREATE TABLE IF NOT EXISTS extra (id INT PRIMARY KEY, v VARCHAR(10))",
            "DROP TABLE extra",
            "DROP TABLE IF EXISTS extra, extra2",
            "CREATE TEMPORARY TABLE scratch (id INT AUTO_INCREMENT PRIMARY KEY, v INT)",
            "DROP TEMPORARY TABLE IF EXISTS scratch",
            "INSERT INTO scratch (v) VALUES (1), (2)",
            "SELECT * FROM scratch ORDER BY id",
            "SELECT * FROM extra ORDER BY id",
            "INSERT INTO extra VALUES (1, 'one')",
            "ALTER TABLE auto ADD COLUMN later INT DEFAULT 5",
            "ALTER TABLE auto DROP COLUMN later",
            "ALTER TABLE nosuch ADD c INT",
            "CREATE TABLE copy AS SELECT id, n FROM auto",
            "DROP TABLE IF EXISTS copy",
            "TRUNCATE TABLE history",
            "CREATE INDEX later ON children (note)",
            "DROP INDEX later ON children",
            "CREATE OR REPLACE VIEW named AS SELECT id FROM auto",
            "ANALYZE TABLE nosuch",
            "LOCK TABLES auto WRITE, parents READ",
            "UNLOCK TABLES",
            "UNLOCK TABLES",
            "UNLOCK TABLES",
            "UNLOCK TABLES",
            "SELECT GET_LOCK(CONCAT('differential-', DATABASE()), 0)",
            "SELECT IS_FREE_LOCK(CONCAT('differential-', DATABASE()))",
            "SELECT IS_USED_LOCK(CONCAT('differential-', DATABASE())) = CONNECTION_ID()",
            "SELECT IF(IS_USED_LOCK(CONCAT('differential-', DATABASE())), 'used', 'free') AS state",
            "DO RELEASE_ALL_LOCKS()",
            "SELECT RELEASE_LOCK(CONCAT('differential-', DATABASE()))",
            "HANDLER auto OPEN",
            "HANDLER auto READ FIRST",
            "HANDLER auto CLOSE");

    private static final List<String> MISTAKES = List.of(
            "SELEC 1",
            "SELECT nosuch FROM auto",
            "SELECT * FROM nosuch",
            "SELECT 1 FROM nosuchdatabase.t",
            "SELECT nosuch()",
            "SELECT * FROM auto WHERE",
            "INSERT INTO auto (u) VALUES (1, 2)",
            "INSERT INTO auto VALUES (1)",
            "INSERT INTO children (parent) VALUES (99)",
            "INSERT INTO numbers (bo) VALUES (NULL)",
            "INSERT INTO numbers (ti) VALUES (1000)",
            "UPDATE auto SET u = 1",
            "SELECT (SELECT id FROM auto)",
            "SELECT id FROM auto a JOIN auto b ON a.id = b.id",
            "SELECT CAST(x'ff' AS JSON)",
            "CALL nosuch()",
            "CALL fails()",
            "CALL gives(1)",
            "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'signalled'",
            "SIGNAL SQLSTATE '01234'",
            "",
            " ",
            ";",
            "-- only a comment",
            "/* only a comment */",
            "SELECT 1;",
            "SELECT 'unfinished",
            "USE nosuchdatabase",
            "DROP DATABASE nosuchdatabase",
            "CREATE TABLE auto (id INT)",
            "SELECT 1 INTO @a, @b",
            "SELECT id FROM auto ORDER BY id INTO @a",
            "SET @a = ",
            "SELECT POW(10, 400), EXP(1000)",
            "SELECT 9223372036854775807 + 1",
            "SELECT * FROM auto PROCEDURE ANALYSE()",
            "EXECUTE nosuch",
            "DEALLOCATE PREPARE nosuch");

    private final Dice dice;
    private final ScriptValues values;
    private final boolean mySql;

    ScriptSessionStatements(Dice dice, ScriptValues values, boolean mySql) {
        this.mySql = mySql;
        this.dice = dice;
        this.values = values;
    }

    ScriptDraft setting() {
        String text = dice.oneOf(SETTINGS);
        // MySQL adds the errors of commands that are no statements to the list before, up to this limit; Pinion
        // without.
        return ScriptDraft.of(
                mySql ? text.replace("READ ONLY", "READ WRITE").replace("count = 1", "count = 50") : text);
    }

    ScriptDraft transaction() {
        String text = dice.oneOf(TRANSACTIONS);
        // MySQL's next transaction may stay read-only, whatever it begins with.
        return ScriptDraft.of(mySql ? text.replace(" READ ONLY", "") : text);
    }

    ScriptDraft show() {
        // On MariaDB these have no row count of their own when they fail: that of the statement before stays.
        String keepsCount = mySql ? "(never)" : "SHOW (COLUMNS|INDEX) FROM nosuch";
        return ScriptDraft.of(dice.oneOf(SHOWS).replaceAll(keepsCount, "SHOW CREATE TABLE nosuch"));
    }

    ScriptDraft schemaChange() {
        return ScriptDraft.of(dice.oneOf(SCHEMA_CHANGES));
    }

    ScriptDraft mistake() {
        return ScriptDraft.of(dice.oneOf(MISTAKES));
    }

    ScriptDraft userVariable() {
        return dice.<ScriptDraft>from(
                () -> ScriptDraft.of("SET @a = ").add(values.of(ScriptSchema.Kind.WHOLE)),
                () -> ScriptDraft.of("SET @a = ").add(values.word()).add(", @`b c` = @a"),
                () -> ScriptDraft.of("SELECT @a := ").add(values.smallWhole()).add(", @b := @a + 1"),
                () -> ScriptDraft.of("SELECT id, n INTO @a, @b FROM auto WHERE id = ")
                        .add(values.smallWhole()),
                () -> ScriptDraft.of("SELECT @a, @`b c`, @b, @never"),
                () -> ScriptDraft.of("SELECT @a + 1, CONCAT(@a, '!'), @b IS NULL"),
                () -> ScriptDraft.of("SET @row = 0"),
                () -> ScriptDraft.of("SELECT @row := @row + 1 FROM parents"),
                () -> ScriptDraft.of("SELECT id FROM auto WHERE id = @a"));
    }

    ScriptDraft routine() {
        return dice.<ScriptDraft>from(
                () -> ScriptDraft.of("CALL several()"),
                () -> ScriptDraft.of("CALL gives(").add(values.smallWhole()).add(", @b, @c)"),
                () -> ScriptDraft.of("SET @c = 'x'"),
                () -> ScriptDraft.of("SELECT @b, @c"),
                () -> ScriptDraft.of("CALL gives_rows(")
                        .add(values.smallWhole())
                        .add(", @b)"),
                () -> ScriptDraft.of("CALL warns(").add(values.smallWhole()).add(")"),
                () -> ScriptDraft.of("CALL fails()"),
                () -> ScriptDraft.of("SELECT twice(").add(values.smallWhole()).add(")"),
                () -> ScriptDraft.of("PREPARE p FROM 'SELECT ? + 1, n FROM auto WHERE id = ?'"),
                () -> ScriptDraft.of("EXECUTE p USING @a, @b"),
                () -> ScriptDraft.of("DEALLOCATE PREPARE p"),
                () -> ScriptDraft.of("EXECUTE p"));
    }

    /** What only the statement before it can answer. */
    ScriptDraft about() {
        return ScriptDraft.of(dice.oneOf(
                "SELECT ROW_COUNT()",
                "SELECT FOUND_ROWS()",
                "SELECT LAST_INSERT_ID()",
                "SELECT @@warning_count, @@error_count",
                "SELECT @@last_insert_id, @@identity",
                "SELECT LAST_INSERT_ID(7)",
                "SELECT LAST_INSERT_ID(0)",
                "SHOW ERRORS",
                "SHOW COUNT(*) WARNINGS",
                "SELECT @@in_transaction",
                "GET DIAGNOSTICS @n = NUMBER",
                "GET DIAGNOSTICS CONDITION 1 @text = MESSAGE_TEXT",
                "SELECT @n, @text"));
    }
}
