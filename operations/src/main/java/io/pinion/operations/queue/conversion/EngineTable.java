package io.pinion.operations.queue.conversion;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.sql.TableName;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What InnoDB itself says of a table, which waits for nobody and opens no view. It writes other signs than letters, digits and
 * underscores in its own way. Blocks; for one thread.
 *
 * @param server as an account with {@code PROCESS}
 */
record EngineTable(ServerConnection server, TableName table) {
    private static final Pattern PLAIN = Pattern.compile("\\w+");

    /** A key of another table's would go with the old rows. */
    void requireUnreferred() throws SQLException, OperationRefused {
        requirePlain();
        List<String> others = server.firstColumn(
                "SELECT ID FROM " + server.dialect().foreignKeysOfInnoDb() + " WHERE REF_NAME = " + name());
        if (!others.isEmpty()) {
            throw new OperationRefused("the foreign key " + others.getFirst() + " refers to " + table
                    + ", and no foreign key can refer to a partitioned table: drop it first");
        }
    }

    private void requirePlain() throws OperationRefused {
        if (!PLAIN.matcher(table.table()).matches()
                || !PLAIN.matcher(table.database()).matches()) {
            throw new OperationRefused(
                    table + " has a name of other signs than letters, digits and underscores, by which"
                            + " nothing can be found out about foreign keys: rename it first");
        }
    }

    /** Another one behind TRUNCATE and the like. */
    String number() throws SQLException {
        return String.join(",", server.firstColumn(server.dialect().numberInInnoDb(name())));
    }

    private String name() {
        return SqlText.quote(table.database() + "/" + table.table());
    }
}
