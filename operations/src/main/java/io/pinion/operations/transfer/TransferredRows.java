package io.pinion.operations.transfer;

import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.engine.CopySpeed;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.transfer.rows.ImportServer;
import io.pinion.operations.transfer.rows.ImportSides;
import io.pinion.operations.transfer.rows.ImportedTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Which rows {@link ImportRows} carries, and between which servers. */
public interface TransferredRows {
    List<ImportedTable> tables();

    /** Logs in on the primary of a pair. */
    @FunctionalInterface
    interface Logins {
        ImportServer of(String pair) throws OperationRefused;
    }

    ImportSides sides(Logins logins, CopyControl control, CopySpeed speed, Duration answer) throws OperationRefused;

    /** The pairs that have the rows before. */
    List<PairSide> sources();

    /** The pairs that get them; the same ones may be among both. */
    List<PairSide> targets();

    /** All of them. */
    default List<PairSide> pairs() {
        return Stream.concat(sources().stream(), targets().stream()).toList();
    }

    /** How many rows there are, by the servers' estimates. Blocks. */
    long rowsExpected() throws SQLException;

    /** Whether they are handed over at HAND OVER OPERATION, and not as soon as it can be. */
    boolean onRequest();

    /** Where the rows are before, for people: {@code the old database}. */
    String source();
}
