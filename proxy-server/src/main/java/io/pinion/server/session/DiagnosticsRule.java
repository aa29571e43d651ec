package io.pinion.server.session;

import io.pinion.routing.text.lexer.SqlDialect;

/**
 * The one table of what each kind of statement leaves for the next one to ask: {@code ROW_COUNT()}, {@code
 * FOUND_ROWS()} and the list of {@code SHOW WARNINGS}. Measured on MariaDB 10.11 and 11.4 and on MySQL 9.7.
 * {@code LAST_INSERT_ID()} has no column: it changes with each id that a server generates, and with nothing else.
 */
public enum DiagnosticsRule {
    /** SELECT, or RETURNING, of a table. */
    ROWS_OF_TABLES(RowCount.MINUS_ONE, FoundRows.ROWS, ConditionList.OWN),
    /** SELECT … INTO of a table: it answers with an OK, but its rows are found, too. */
    ROWS_INTO(
            new Leaves(RowCount.AFFECTED, FoundRows.ROWS, ConditionList.OWN),
            new Leaves(RowCount.AFFECTED, FoundRows.SERVERS, ConditionList.OWN)),
    /** SELECT without a table. */
    ROWS(
            new Leaves(RowCount.MINUS_ONE, FoundRows.ROWS, ConditionList.OWN_OR_EARLIER),
            new Leaves(RowCount.MINUS_ONE, FoundRows.ROWS, ConditionList.OWN)),
    /** SHOW, which reads tables of the server's own. */
    SHOW(RowCount.MINUS_ONE, FoundRows.ROWS, ConditionList.OWN),
    /** {@code SHOW WARNINGS} and {@code SHOW ERRORS}. */
    SHOW_CONDITIONS(RowCount.MINUS_ONE, FoundRows.KEPT, ConditionList.EARLIER),
    /** {@code SHOW COUNT(*) WARNINGS} and {@code SHOW COUNT(*) ERRORS}. */
    COUNT_CONDITIONS(RowCount.MINUS_ONE, FoundRows.ROWS, ConditionList.OWN_OR_EARLIER),
    /** GET DIAGNOSTICS, and a SET that only reads what the statement before has left. */
    GET_DIAGNOSTICS(RowCount.KEPT, FoundRows.KEPT, ConditionList.EARLIER),
    /**
     * INSERT, REPLACE, UPDATE, DELETE, LOAD DATA, the definition of a table. What these read counts as found on both
     * products, such as the rows of INSERT … SELECT; on MySQL, the rows that an UPDATE matches count, too.
     */
    CHANGE(
            new Leaves(RowCount.AFFECTED, FoundRows.KEPT_BY_MOST, ConditionList.OWN),
            new Leaves(RowCount.AFFECTED, FoundRows.SERVERS, ConditionList.OWN)),
    /**
     * BEGIN, COMMIT, ROLLBACK, SAVEPOINT, SET, USE, DO, PREPARE … FROM, the definition of a routine, an event or a database:
     * each about no table.
     */
    TABLELESS(
            new Leaves(RowCount.AFFECTED, FoundRows.KEPT, ConditionList.OWN_OR_EARLIER),
            new Leaves(RowCount.AFFECTED, FoundRows.KEPT, ConditionList.OWN)),
    /** A command that is no statement, such as COM_PING and COM_INIT_DB. */
    COMMAND(RowCount.AFFECTED, FoundRows.KEPT, ConditionList.OWN_OR_EARLIER),
    /** COM_STMT_PREPARE of a text about no table; behind one about a table, MariaDB has forgotten the conditions, too. */
    PREPARE(
            new Leaves(RowCount.KEPT, FoundRows.KEPT, ConditionList.OWN_OR_EARLIER),
            new Leaves(RowCount.KEPT, FoundRows.KEPT, ConditionList.OWN)),
    /** An error about no table, of a server or of Pinion, which refuses a statement before it reads a table. */
    ERROR(RowCount.MINUS_ONE, FoundRows.KEPT, ConditionList.OWN),
    /** An error of a statement about a table, which may have read rows before. */
    ERROR_OF_TABLES(
            new Leaves(RowCount.MINUS_ONE, FoundRows.KEPT_BY_MOST, ConditionList.OWN),
            new Leaves(RowCount.MINUS_ONE, FoundRows.SERVERS, ConditionList.OWN)),
    /** An error of a command that is no statement. */
    COMMAND_ERROR(
            new Leaves(RowCount.MINUS_ONE, FoundRows.KEPT, ConditionList.OWN),
            new Leaves(RowCount.MINUS_ONE, FoundRows.KEPT, ConditionList.EARLIER_AND_OWN));

    @SuppressWarnings("ImmutableEnumChecker") // a record of enums
    private final Leaves onMariaDb;

    @SuppressWarnings("ImmutableEnumChecker") // a record of enums
    private final Leaves onMySql;

    /** The same on both products. */
    DiagnosticsRule(RowCount rowCount, FoundRows foundRows, ConditionList conditions) {
        this(new Leaves(rowCount, foundRows, conditions), new Leaves(rowCount, foundRows, conditions));
    }

    DiagnosticsRule(Leaves onMariaDb, Leaves onMySql) {
        this.onMariaDb = onMariaDb;
        this.onMySql = onMySql;
    }

    /** One row of the table, for the servers of one product. */
    public Leaves on(SqlDialect product) {
        return switch (product) {
            case MARIADB -> onMariaDb;
            case MYSQL -> onMySql;
        };
    }

    /** What a statement leaves. */
    public record Leaves(RowCount rowCount, FoundRows foundRows, ConditionList conditions) {}

    /** The value of {@code ROW_COUNT()}. */
    public enum RowCount {
        /** The affected rows in the statement's OK, which are 0 for a statement that changes none. */
        AFFECTED,
        MINUS_ONE,
        /** As before. */
        KEPT
    }

    /** The value of {@code FOUND_ROWS()}. */
    public enum FoundRows {
        /** The rows of the answer; with SQL_CALC_FOUND_ROWS, those without the LIMIT. */
        ROWS,
        /** As before. */
        KEPT,
        /** As before, but for a statement that reads rows as well, which only its connection knows. */
        KEPT_BY_MOST,
        /** Only the statement's connection knows. */
        SERVERS
    }

    /** The list of conditions. */
    public enum ConditionList {
        /** The statement's own, which may be none. */
        OWN,
        /** The statement's own; if it has none, those of the statement before. */
        OWN_OR_EARLIER,
        /** Those of the statement before. */
        EARLIER,
        /** Those of the statement before, and the statement's own behind them. */
        EARLIER_AND_OWN
    }
}
