package io.pinion.routing.planner.schema;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.definition.Definition;
import io.pinion.routing.definition.TableBody;
import io.pinion.routing.definition.TableBody.DefinedColumn;
import io.pinion.routing.queue.JobQueue;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.List;
import java.util.Set;

/**
 * Checks that servers can partition a new table as a queue. They would say some of it themselves, but not all: MariaDB and
 * MySQL take a TIMESTAMP as long as no partition has a time, and a negative state would lie among the jobs of the lowest one.
 */
record QueueChecks(Tokens tokens, String charset, Definition definition) {
    private static final Set<String> INTEGERS = Set.of("TINYINT", "SMALLINT", "MEDIUMINT", "INT", "INTEGER", "BIGINT");

    private static final Set<String> DROPPING = Set.of("DROP", "TRUNCATE", "EXCHANGE", "COALESCE", "CONVERT");

    /** What stands before the name of a column that becomes another one. */
    private static final Set<String> VERBS = Set.of("MODIFY", "CHANGE", "ALTER", "RENAME", "DROP");

    void newTable(JobQueue queue) {
        TableBody body = TableBody.read(tokens, definition.body(), charset);
        DefinedColumn state = column(body, queue.stateColumn());
        if (!INTEGERS.contains(state.type()) || !state.unsigned()) {
            throw unsupported("the state of a job is a number from 0 on, by which the table is partitioned: make "
                    + state.name() + " TINYINT UNSIGNED NOT NULL");
        }
        DefinedColumn time = column(body, queue.timeColumn());
        if (!time.type().equals("DATETIME")) {
            throw unsupported(
                    "column " + time.name() + " is " + time.type() + ", and servers partition by DATETIME, but not by"
                            + " TIMESTAMP: make it DATETIME NOT NULL, and write UTC_TIMESTAMP() into it");
        }
        if (time.localTime()) {
            throw unsupported("the time of a job is in UTC, by which it expires, and column " + time.name()
                    + " would get the session's local time: make it DATETIME NOT NULL DEFAULT (UTC_TIMESTAMP()), and"
                    + " write UTC_TIMESTAMP() into it where a job changes");
        }
        keys(body, queue);
        if (!definition.others().isEmpty()) {
            throw unsupported(
                    "a queue is partitioned, and servers have no foreign keys in partitioned tables: leave them out");
        }
        refusePartitions();
    }

    /** By its state and its time a job expires, and neither may get another meaning below jobs that are there. */
    void alteration(JobQueue queue, SqlDialect dialect) {
        for (String column : List.of(queue.stateColumn(), queue.timeColumn())) {
            if (tokens.has(token -> changes(token, column))) {
                throw unsupported(
                        "by column " + column + " jobs of the queue expire, and it stays as it is: make a table with"
                                + " the column as it shall be, and take the jobs there (INSERT … SELECT)");
            }
        }
        if (tokens.has(this::losesPartitions)) {
            throw unsupported(
                    "Pinion makes and drops the partitions of a queue (ROTATE PARTITIONS), and jobs would go with"
                            + " theirs, or expire no more: DECLARE TABLE without queue=… first, if that is meant");
        }
        if (dialect == SqlDialect.MYSQL) {
            alterationOnMySql();
        }
    }

    /** A table whose partitions are gone may get those of the queue again. */
    private boolean losesPartitions(int token) {
        boolean dropped = tokens.isOneOf(token, DROPPING) && tokens.isWord(token + 1, "PARTITION");
        boolean removed = tokens.isWord(token, "REMOVE") && tokens.isWord(token + 1, "PARTITIONING");
        boolean others = tokens.isWord(token, "PARTITION")
                && tokens.isWord(token + 1, "BY")
                && !tokens.isWord(token + 2, "RANGE");
        return dropped || removed || others;
    }

    private boolean changes(int token, String column) {
        if (!tokens.isOneOf(token, VERBS)) {
            return false;
        }
        int name = ReorderedColumns.name(tokens, token + 1);
        return tokens.isName(name) && tokens.name(name, charset).equalsIgnoreCase(column);
    }

    /** Behind a column that came or went without a copy MySQL exchanges no partition any more (1731). */
    private void alterationOnMySql() {
        if (tokens.has(this::isColumnChange) && !tokens.has(this::isCopying)) {
            throw unsupported("MySQL would add or drop the column without a copy (ALGORITHM=INSTANT), and exchanges no"
                    + " partitions behind that, so that no job would expire any more: add ALGORITHM=INPLACE");
        }
    }

    private boolean isCopying(int token) {
        int value = tokens.isSymbol(token + 1, "=") ? token + 2 : token + 1;
        return tokens.isWord(token, "ALGORITHM") && tokens.isOneOf(value, "INPLACE", "COPY");
    }

    private boolean isColumnChange(int token) {
        return tokens.isOneOf(token, "ADD", "DROP") && TableBody.beginsColumn(tokens, token + 1);
    }

    private static DefinedColumn column(TableBody body, String name) {
        return body.column(name)
                .orElseThrow(() -> unsupported(
                        "the queue's declaration names the column " + name + ", which the table doesn't have"));
    }

    /**
     * Servers look for a duplicate in one partition only. Rows without a primary key could be NULL in either column, and
     * those that come back from a partition are known by it.
     */
    private static void keys(TableBody body, JobQueue queue) {
        if (body.uniqueKeys().stream().noneMatch(TableBody.UniqueKey::primary)) {
            throw unsupported(
                    "a queue has a primary key that ends with the state and the time of its jobs: add PRIMARY KEY (…, "
                            + queue.stateColumn() + ", " + queue.timeColumn() + ")");
        }
        for (TableBody.UniqueKey key : body.uniqueKeys()) {
            List<String> columns = key.columns();
            if (!has(columns, queue.stateColumn()) || !has(columns, queue.timeColumn())) {
                String own = String.join(
                        ", ",
                        columns.stream()
                                .filter(column -> !column.equalsIgnoreCase(queue.stateColumn())
                                        && !column.equalsIgnoreCase(queue.timeColumn()))
                                .toList());
                throw unsupported(
                        "each primary and unique key of a partitioned table has the columns that partition it: make ("
                                + String.join(", ", columns) + ") the key (" + own + ", " + queue.stateColumn() + ", "
                                + queue.timeColumn() + "), at the end of the table's columns");
            }
        }
    }

    private static boolean has(List<String> columns, String name) {
        return columns.stream().anyMatch(name::equalsIgnoreCase);
    }

    private void refusePartitions() {
        int behind = tokens.closing(definition.body());
        if (tokens.has(
                behind, tokens.count(), token -> tokens.isWord(token, "PARTITION") && tokens.isWord(token + 1, "BY"))) {
            throw unsupported("Pinion makes the partitions of a queue by its states: leave PARTITION BY out");
        }
    }
}
