package io.pinion.integration.faults.workload;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.SplittableRandom;

/** One shape of write. Used by one thread. */
interface Writer {
    /**
     * Writes once and remembers what it was told.
     *
     * @throws SQLException as it was told; the connection isn't used again
     */
    void write(Connection client, SplittableRandom dice) throws SQLException;
}
