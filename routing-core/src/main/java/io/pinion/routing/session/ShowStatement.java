package io.pinion.routing.session;

import java.util.Optional;

/** The kind of a SHOW statement, as far as Pinion may answer it itself. */
public sealed interface ShowStatement {

    /** {@code SHOW DATABASES}, {@code SHOW SCHEMAS}. */
    record Databases(RowFilter filter) implements ShowStatement {}

    /** {@code SHOW [EXTENDED] [FULL] TABLES [FROM database]}. */
    record Tables(boolean full, Optional<String> database, RowFilter filter) implements ShowStatement {}

    /** {@code SHOW TABLE STATUS [FROM database]}. */
    record TableStatus(Optional<String> database, RowFilter filter) implements ShowStatement {}

    /** {@code SHOW [FULL] COLUMNS FROM table [FROM database]}, {@code DESCRIBE table [column]}. */
    record Columns(boolean full, TableName table, RowFilter filter) implements ShowStatement {}

    /** {@code SHOW INDEX FROM table [FROM database]}; also INDEXES and KEYS. */
    record Index(TableName table, RowFilter filter) implements ShowStatement {}

    /** {@code SHOW CREATE TABLE table}. */
    record CreateTable(TableName table) implements ShowStatement {}

    /**
     * {@code SHOW CREATE DATABASE [IF NOT EXISTS] database}.
     *
     * @param conditional whether the definition says {@code IF NOT EXISTS}, too
     */
    record CreateDatabase(String database, boolean conditional) implements ShowStatement {}

    /**
     * {@code SHOW WARNINGS}, {@code SHOW ERRORS}: about the statement before.
     *
     * @param errorsOnly whether warnings and notes are left out
     * @param skipped the number of conditions that a LIMIT skips
     * @param most the most conditions that a LIMIT passes
     */
    record Conditions(boolean errorsOnly, long skipped, long most) implements ShowStatement {}

    /** {@code SHOW COUNT(*) WARNINGS}, {@code SHOW COUNT(*) ERRORS}. */
    record ConditionCount(boolean errorsOnly) implements ShowStatement {}

    record Variables(boolean global, RowFilter filter) implements ShowStatement {}

    record Status(boolean global, RowFilter filter) implements ShowStatement {}

    /** {@code SHOW GRANTS [FOR user]}; the user as written. */
    record Grants(Optional<String> user) implements ShowStatement {}

    /** Any other statement that begins with SHOW; servers answer it. */
    record Other(String what) implements ShowStatement {}

    /** A table's name, perhaps with its database. */
    record TableName(Optional<String> database, String table) {}

    /** The choice of rows. */
    sealed interface RowFilter {
        record All() implements RowFilter {}

        /** {@code LIKE 'pattern'}, the pattern with its own escapes. */
        record Like(String pattern) implements RowFilter {}

        /** {@code WHERE condition}, as written. */
        record Where(String condition) implements RowFilter {}
    }
}
