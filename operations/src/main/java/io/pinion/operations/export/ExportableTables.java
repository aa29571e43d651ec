package io.pinion.operations.export;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Whether files can have all rows of an export's tables as of one position, and the columns that it names. Blocks. */
record ExportableTables(TableExport task, ExportScope scope) {
    /** @param tables of the first shard, on its standby */
    void require(ServerConnection standby, List<TableName> tables) throws SQLException, OperationRefused {
        if (task.whole()) {
            requirePlain(standby);
        }
        List<TableName> chosen = tables.stream()
                .filter(table -> task.tables().contains(table.table()))
                .toList();
        if (!chosen.isEmpty()) {
            requireColumns(BaseTables.<List<ExportedTable>, OperationRefused>asking(standby.jdbc(), chosen, held -> {
                requireInSnapshot(standby, held);
                return read(standby, held);
            }));
        }
    }

    /** Views have no rows of their own; MariaDB keeps old rows in tables WITH SYSTEM VERSIONING. */
    private void requirePlain(ServerConnection standby) throws SQLException, OperationRefused {
        List<String> versioned = Answers.column(
                standby.jdbc(),
                "SELECT table_name FROM information_schema.tables WHERE table_type = 'SYSTEM VERSIONED' AND table_schema = "
                        + SqlText.quote(scope.database(scope.firstShard())));
        if (!versioned.isEmpty()) {
            throw new OperationRefused("rows of the past can't be exported, which " + String.join(", ", versioned)
                    + " of " + task.keyspace()
                    + " has (WITH SYSTEM VERSIONING): name the other tables (EXPORT TABLES …)");
        }
    }

    private void requireInSnapshot(ServerConnection standby, List<HeldTable> held)
            throws SQLException, OperationRefused {
        List<String> others = Answers.column(
                standby.jdbc(),
                HeldTable.ofEach(
                        held,
                        "SELECT CONCAT(table_name, ' (', COALESCE(engine, 'no engine'), ')') FROM information_schema.tables",
                        " AND COALESCE(engine, '') <> 'InnoDB'"));
        if (!others.isEmpty()) {
            throw new OperationRefused(String.join(", ", others) + " of " + task.keyspace()
                    + " isn't of InnoDB, so that nobody reads it as of one position: ALTER TABLE … ENGINE=InnoDB, or"
                    + " name the other tables (EXPORT TABLES …)");
        }
    }

    private List<ExportedTable> read(ServerConnection standby, List<HeldTable> held) throws SQLException {
        List<ExportedTable> read = new ArrayList<>();
        for (HeldTable table : held) {
            read.add(ExportedTable.read(
                    table, standby.dialect(), scope.declared(table.name().table()), false));
        }
        return read;
    }

    private void requireColumns(List<ExportedTable> tables) throws OperationRefused {
        if (!task.format().isForServers()) {
            require(
                    tables,
                    table -> !table.isRead(PartExport.SHARD),
                    "readers take the column " + PartExport.SHARD
                            + " from the names of directories, and there is one in ",
                    ": rename it, or name the other tables (EXPORT TABLES …)");
        }
        if (task.since().isPresent()) {
            String column = task.since().get().column();
            require(
                    tables,
                    table -> table.isRead(column),
                    "there is no column " + column + " in ",
                    ": name another one (SINCE … BY column), or the tables that have it (EXPORT TABLES …)");
            require(
                    tables,
                    table -> table.hasTime(column),
                    "column " + column + " is no DATE, DATETIME or TIMESTAMP in ",
                    ", and would be compared with the time as something else: name another one (SINCE … BY column)");
        }
    }

    private static void require(List<ExportedTable> tables, Predicate<ExportedTable> fits, String what, String cure)
            throws OperationRefused {
        List<String> others = tables.stream()
                .filter(fits.negate())
                .map(table -> table.query().name().table())
                .toList();
        if (!others.isEmpty()) {
            throw new OperationRefused(what + String.join(", ", others) + cure);
        }
    }
}
