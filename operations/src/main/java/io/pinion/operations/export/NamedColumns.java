package io.pinion.operations.export;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The columns that an export names, which each of its tables is to have. Blocks. */
record NamedColumns(TableExport task, ExportScope scope) {
    /** @param tables of the first shard, on its standby */
    void require(ServerConnection standby, List<TableName> tables) throws SQLException, OperationRefused {
        List<ExportedTable> read = BaseTables.<List<ExportedTable>, OperationRefused>asking(
                standby.jdbc(),
                tables.stream()
                        .filter(table -> task.tables().contains(table.table()))
                        .toList(),
                held -> read(standby, held));
        if (!task.format().isForServers()) {
            require(
                    read,
                    table -> !table.isRead(PartExport.SHARD),
                    "readers take the column " + PartExport.SHARD
                            + " from the names of directories, and there is one in ",
                    ": rename it, or name the other tables (EXPORT TABLES …)");
        }
        if (task.since().isPresent()) {
            String column = task.since().get().column();
            require(
                    read,
                    table -> table.isRead(column),
                    "there is no column " + column + " in ",
                    ": name another one (SINCE … BY column), or the tables that have it (EXPORT TABLES …)");
            require(
                    read,
                    table -> table.hasTime(column),
                    "column " + column + " is no DATE, DATETIME or TIMESTAMP in ",
                    ", and would be compared with the time as something else: name another one (SINCE … BY column)");
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
