package io.pinion.routing.text;

import io.pinion.routing.text.lexer.TextRules;

/** The kind of a statement, by its first words. */
public enum StatementKind {
    /** Also in parentheses, and behind {@code WITH}. */
    SELECT,
    /** {@code TABLE t}. */
    TABLE,
    /** {@code VALUES ROW(1)}. */
    VALUES,
    INSERT,
    REPLACE,
    UPDATE,
    DELETE,
    CALL,
    DO,
    HANDLER,
    /** {@code LOAD DATA} and {@code LOAD XML}. */
    LOAD_DATA,

    SET,
    /** MariaDB's {@code SET STATEMENT x = 1 FOR SELECT …}: settings for one statement. */
    SET_STATEMENT,
    USE,
    SHOW,
    /** {@code DESCRIBE t}, {@code DESC t}, {@code EXPLAIN t}: a table's columns. */
    DESCRIBE,
    /** {@code EXPLAIN SELECT …}, {@code DESCRIBE SELECT …}, {@code ANALYZE SELECT …}. */
    EXPLAIN,
    /** {@code EXPLAIN ROUTE …}: Pinion's own. */
    EXPLAIN_ROUTE,
    HELP,

    /** {@code BEGIN}, {@code START TRANSACTION}. */
    BEGIN,
    COMMIT,
    /** The whole transaction; {@code ROLLBACK TO} is {@link #SAVEPOINT}. */
    ROLLBACK,
    /** {@code SAVEPOINT}, {@code ROLLBACK TO}, {@code RELEASE SAVEPOINT}. */
    SAVEPOINT,
    XA,
    LOCK_TABLES,
    UNLOCK_TABLES,
    /** {@code LOCK INSTANCE FOR BACKUP}, {@code UNLOCK INSTANCE}, {@code BACKUP …}. */
    BACKUP,

    PREPARE,
    EXECUTE,
    DEALLOCATE,
    KILL,
    FLUSH,
    /** {@code GET DIAGNOSTICS}, {@code SIGNAL}, {@code RESIGNAL}: about the previous statement's conditions. */
    DIAGNOSTICS,
    /** MariaDB's {@code BEGIN NOT ATOMIC … END}. */
    COMPOUND,

    CREATE_TABLE,
    ALTER_TABLE,
    DROP_TABLE,
    RENAME_TABLE,
    TRUNCATE,
    CREATE_INDEX,
    DROP_INDEX,
    /** {@code CREATE}, {@code ALTER} and {@code DROP VIEW}. */
    VIEW,
    CREATE_DATABASE,
    ALTER_DATABASE,
    DROP_DATABASE,
    /** Procedures, functions, packages, triggers and events: the body may hold semicolons. */
    ROUTINE,
    /** Sequences, tablespaces, servers, resource groups and whatever else can be created, altered or dropped. */
    OTHER_DEFINITION,
    /** {@code ANALYZE TABLE}, CHECK, CHECKSUM, OPTIMIZE, REPAIR, {@code CACHE INDEX}, {@code LOAD INDEX}. */
    TABLE_MAINTENANCE,
    /** Users, roles, GRANT, REVOKE. */
    ACCOUNT,
    /** Replication, plug-ins, RESET, PURGE, SHUTDOWN and their like. */
    SERVER,

    /** Blanks and comments only. */
    EMPTY,
    /** The first word begins no statement of MySQL or MariaDB. */
    UNKNOWN;

    /** The kind of the statement whose first word is at {@code from}. */
    public static StatementKind at(byte[] sql, int from, int to, TextRules rules) {
        return new StatementKinds().read(sql, from, to, rules);
    }

    /** True for statements that only read rows. */
    public boolean isQuery() {
        return this == SELECT || this == TABLE || this == VALUES;
    }

    /** True for statements that change rows of tables that the text itself names. */
    public boolean changesRows() {
        return this == INSERT || this == REPLACE || this == UPDATE || this == DELETE || this == LOAD_DATA;
    }

    /** True for statements that define or maintain tables, databases and other objects; most commit implicitly. */
    public boolean isDefinition() {
        return compareTo(CREATE_TABLE) >= 0 && compareTo(TABLE_MAINTENANCE) <= 0;
    }
}
