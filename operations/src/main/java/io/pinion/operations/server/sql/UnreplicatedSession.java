package io.pinion.operations.server.sql;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A connection to a MySQL of which nothing is replicated, for a while, and which writes although the server is fenced.
 * Clients are kept out all the time. Should the connection be lost meanwhile, the server stays open for the operator,
 * and whoever goes on with the work fences it again. Blocks; one thread's.
 */
public record UnreplicatedSession(Connection connection, boolean superReadOnly) implements AutoCloseable {
    public static UnreplicatedSession begin(Connection connection) throws SQLException {
        boolean fenced =
                Answers.single(connection, "SELECT @@GLOBAL.super_read_only").equals("1");
        UnreplicatedSession here = new UnreplicatedSession(connection, fenced);
        here.execute("SET SESSION sql_log_bin=0");
        if (fenced) {
            here.execute("SET GLOBAL read_only=1");
            here.execute("SET GLOBAL super_read_only=0");
        }
        return here;
    }

    public void execute(String sql) throws SQLException {
        Answers.execute(connection, sql);
    }

    @Override
    public void close() throws SQLException {
        if (superReadOnly) {
            execute("SET GLOBAL super_read_only=1");
        }
        execute("SET SESSION sql_log_bin=1");
    }
}
