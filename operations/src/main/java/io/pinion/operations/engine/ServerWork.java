package io.pinion.operations.engine;

import java.sql.SQLException;

/** Work on servers, which blocks. */
@FunctionalInterface
public interface ServerWork {
    void run() throws SQLException, OperationRefused;
}
