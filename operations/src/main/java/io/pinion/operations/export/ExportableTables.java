package io.pinion.operations.export;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.server.sql.HeldTable;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.util.List;

/** Whether the tables of an export are such that files can have all rows of them, as of one position. Blocks. */
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
            BaseTables.<Boolean, OperationRefused>asking(standby.jdbc(), chosen, held -> inSnapshot(standby, held));
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

    private boolean inSnapshot(ServerConnection standby, List<HeldTable> held) throws SQLException, OperationRefused {
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
        return true;
    }
}
