package io.pinion.integration.rights;

import java.util.List;
import java.util.stream.Stream;

/**
 * What users with fewer rights than all have tried. {@code secret.t} is at home, {@code dbother.t} is of a database whose name
 * fits the pattern of pinterest's shards, {@code shop} is another keyspace, {@code shop.leak} a view whose function writes.
 */
final class Attacks {
    /** Of a user who has the keyspace pinterest alone: none of these may read or change anything elsewhere. */
    static final List<String> ACROSS_KEYSPACES = List.of(
            "SELECT * FROM secret.t",
            "SELECT a FROM `secret`.`t`",
            "SELECT * FROM dbother.t",
            "SELECT * FROM shop.rows_of",
            "TABLE secret.t",
            "HANDLER secret.t OPEN",
            "SELECT /*! a FROM secret.t WHERE 1 */ /*! /*! */",
            "/*! SELECT /*! a */ FROM secret.t */",
            "/*!50000 SELECT a FROM secret.t */",
            "/*M! SELECT a FROM secret.t */",
            "SELECT a FROM {x secret.t}",
            "SELECT {d a} FROM secret.t",
            "SELECT (SELECT a FROM secret.t LIMIT 1)",
            "WITH w AS (SELECT a FROM secret.t) SELECT * FROM w",
            "INSERT INTO secret.t VALUES (1)",
            "INSERT secret.t VALUES (1)",
            "REPLACE secret.t VALUES (1)",
            "UPDATE secret.t SET a = 7",
            "DELETE FROM secret.t",
            "DELETE secret.t FROM secret.t",
            "TRUNCATE secret.t",
            "TRUNCATE TABLE secret.t",
            "DROP TABLE secret.t",
            "DROP DATABASE secret",
            "DROP DATABASE dbother",
            "CREATE DATABASE dbmine1",
            "CREATE TABLE secret.mine (a INT)",
            "ALTER TABLE db00000.pins RENAME secret.pins",
            "RENAME TABLE db00000.pins TO secret.pins",
            "CREATE TABLE db00000.child (a INT, FOREIGN KEY (a) REFERENCES secret.t (a))",
            "CREATE VIEW db00000.v AS SELECT * FROM secret.t",
            "CREATE TABLE db00000.copied AS SELECT * FROM secret.t",
            "CREATE TABLE db00000.copied LIKE secret.t",
            "CREATE TRIGGER secret.tr BEFORE INSERT ON secret.t FOR EACH ROW SET @x = 1",
            "CREATE PROCEDURE secret.p() SELECT 1",
            "CREATE EVENT secret.e ON SCHEDULE EVERY 1 DAY DO SELECT 1",
            "LOCK TABLES secret.t READ",
            "SHOW CREATE TABLE secret.t",
            "SHOW COLUMNS FROM secret.t",
            "DESCRIBE secret.t",
            "USE secret",
            "SET @x = (SELECT a FROM secret.t LIMIT 1)",
            "DO (SELECT a FROM secret.t LIMIT 1)",
            "LOAD DATA INFILE '/etc/passwd' INTO TABLE secret.t",
            "SELECT 1 INTO OUTFILE '/tmp/pinion_attack'",
            "SELECT user FROM mysql.user",
            "SELECT * FROM pinion.xa_decision",
            "DELETE FROM pinion.xa_decision",
            "GRANT ALL ON *.* TO CURRENT_USER()",
            "CREATE USER mallory",
            "SET GLOBAL max_connections = 10",
            "SET GLOBAL read_only = 0",
            "FLUSH TABLES",
            "SHUTDOWN",
            "BEGIN NOT ATOMIC DECLARE secret INT; SELECT a FROM secret.t; END",
            "BEGIN NOT ATOMIC INSERT secret.t VALUES (1); END",
            "EXECUTE IMMEDIATE 'SELECT a FROM secret.t'",
            "PREPARE p FROM 'SELECT a FROM secret.t'",
            "SET STATEMENT sql_mode = 'MSSQL' FOR EXECUTE IMMEDIATE 'SELECT a FROM [secret].[t]'",
            "SET STATEMENT sql_mode = 'ANSI_QUOTES' FOR EXECUTE IMMEDIATE 'SELECT a FROM \"secret\".\"t\"'");

    /** Of a user who may read all, and change nothing. */
    static final List<String> READ_ONLY = List.of(
            "INSERT INTO shop.rows_of VALUES ('x', 1)",
            "INSERT shop.rows_of VALUES ('x', 1)",
            "REPLACE INTO shop.rows_of VALUES ('x', 1)",
            "UPDATE shop.rows_of SET n = 7",
            "DELETE FROM shop.rows_of",
            "/*! DELETE FROM shop.rows_of */",
            "/*! DELETE FROM /*! shop.rows_of */ */",
            "DELETE FROM db00000.pins",
            "INSERT INTO pinterest.pins (data) VALUES ('x')",
            "TRUNCATE shop.rows_of",
            "DROP TABLE shop.rows_of",
            "DROP DATABASE shop",
            "CREATE DATABASE mine",
            "CREATE TABLE shop.mine (a INT)",
            "CREATE TEMPORARY TABLE shop.mine (a INT)",
            "ALTER TABLE shop.rows_of ADD COLUMN x INT",
            "CREATE VIEW shop.v2 AS SELECT 1",
            "SELECT * FROM shop.leak",
            "START TRANSACTION READ WRITE; SELECT * FROM shop.leak; COMMIT",
            "SET SESSION TRANSACTION READ WRITE; SELECT * FROM shop.leak",
            "SET @@session.tx_read_only = 0; SELECT * FROM shop.leak",
            "SET STATEMENT tx_read_only = 0 FOR SELECT * FROM shop.leak",
            "SELECT n FROM shop.rows_of LOCK IN SHARE MODE",
            "SELECT shop.writes()",
            "CALL shop.changes()",
            "SELECT n FROM shop.rows_of FOR UPDATE",
            "LOCK TABLES shop.rows_of READ",
            "LOCK TABLES shop.rows_of WRITE",
            "WITH w AS (SELECT 1) DELETE FROM shop.rows_of",
            "EXPLAIN ANALYZE DELETE FROM shop.rows_of",
            "ANALYZE DELETE FROM shop.rows_of",
            "BEGIN NOT ATOMIC DELETE FROM shop.rows_of; END",
            "EXECUTE IMMEDIATE 'DELETE FROM shop.rows_of'",
            "SELECT user FROM mysql.user",
            "SELECT * FROM pinion.xa_decision",
            "DELETE FROM pinion.xa_decision",
            "SET GLOBAL read_only = 0",
            "FLUSH TABLES",
            "LOAD DATA INFILE '/etc/passwd' INTO TABLE shop.rows_of",
            "SELECT 1 INTO OUTFILE '/tmp/pinion_attack'");

    private Attacks() {}

    /** Each as it stands, behind another statement of the same text, and behind a comment. */
    static Stream<String> inEveryForm(List<String> attacks) {
        return attacks.stream().flatMap(sql -> Stream.of(sql, "SELECT 1; " + sql, "-- \u00a0x\n" + sql));
    }
}
