package io.pinion.operations.export;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.export.flat.FlatColumn;
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
        requireSense();
        List<ExportedTable> read = BaseTables.<List<ExportedTable>, OperationRefused>asking(
                standby.jdbc(),
                tables.stream()
                        .filter(table -> task.tables().contains(table.table()))
                        .toList(),
                held -> read(standby, held));
        if (!task.format().isForServers()) {
            require(
                    read,
                    table -> !table.has(PartExport.SHARD)
                            && task.flat().stream()
                                    .noneMatch(flat -> flat.name().equalsIgnoreCase(PartExport.SHARD)),
                    "readers take the column " + PartExport.SHARD
                            + " from the names of directories, and there is one in ",
                    ": rename it, FLATTEN under another name, or name the other tables (EXPORT TABLES …)");
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
        for (FlatColumn flat : task.flat()) {
            require(
                    read,
                    table -> table.hasText(flat.source()),
                    "there is no column " + flat.source() + " with characters in ",
                    ": FLATTEN takes values out of such a column's JSON; name the tables that have it (EXPORT TABLES …)");
            require(
                    read,
                    table -> !table.has(flat.name()),
                    "there is a column " + flat.name() + " already in ",
                    ": give " + flat.place() + " another name (AS name)");
        }
    }

    private void requireSense() throws OperationRefused {
        if (!task.flat().isEmpty() && task.format().isForServers()) {
            throw new OperationRefused("SQL is read into tables again, and has their columns alone: leave FLATTEN out,"
                    + " or export another format");
        }
        List<FlatColumn> flat = task.flat();
        for (int i = 0; i < flat.size(); i++) {
            for (FlatColumn other : flat.subList(i + 1, flat.size())) {
                requireApart(flat.get(i), other);
            }
        }
    }

    private static void requireApart(FlatColumn one, FlatColumn other) throws OperationRefused {
        if (one.overlaps(other)) {
            throw new OperationRefused(
                    "FLATTEN takes " + one.place() + " and " + other.place() + ", one of which has the other");
        }
        if (one.name().equalsIgnoreCase(other.name())) {
            throw new OperationRefused("FLATTEN makes two columns " + one.name());
        }
    }

    private List<ExportedTable> read(ServerConnection standby, List<HeldTable> held) throws SQLException {
        List<ExportedTable> read = new ArrayList<>();
        for (HeldTable table : held) {
            read.add(ExportedTable.read(
                    table, standby.dialect(), scope.declared(table.name().table()), false, false, List.of()));
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
