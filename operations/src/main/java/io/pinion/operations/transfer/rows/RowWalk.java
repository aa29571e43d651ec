package io.pinion.operations.transfer.rows;

import io.pinion.operations.engine.OperationRefused;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** In which order the rows of both sides are looked at to be compared. Blocks; for one thread. */
sealed interface RowWalk permits HomeWalk, ShardsWalk {
    /** Looks at all rows of a table, both ways. */
    void all(CarriedTable table, PlacedRows placed, Part listener) throws SQLException, OperationRefused;

    /** Looks at some rows again; gives those that differ, and how. */
    Map<CarriedKey, String> again(CarriedTable table, List<List<String>> keys, PlacedRows placed)
            throws SQLException, OperationRefused;

    /** Gets each part of a table. */
    @FunctionalInterface
    interface Part {
        /**
         * @param rows of the side that has them before, which were looked at
         * @param differing rows of either side
         */
        void compared(long rows, Map<CarriedKey, String> differing) throws SQLException, OperationRefused;
    }
}
