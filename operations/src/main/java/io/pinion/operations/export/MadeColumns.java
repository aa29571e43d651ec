package io.pinion.operations.export;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.stream.StreamedRow;

/** Columns of a file that its table doesn't have. For one thread. */
interface MadeColumns {
    /** Puts their values into a row that has all of the table's. */
    void put(StreamedRow row) throws OperationRefused;
}
