package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.CopyBroken;
import io.pinion.operations.copy.Pace;

/** Limits the work of several threads together: while one has to wait, all do. Thread-safe. */
final class SharedPace {
    private final Pace pace;

    SharedPace(ImportSides sides) {
        this.pace = new Pace(sides.speed(), sides.control());
    }

    /** Call it after each batch; waits until the next one may begin. */
    synchronized void wrote(long rows, long bytes) throws ImportBroken {
        try {
            pace.wrote(rows, bytes);
        } catch (CopyBroken e) {
            throw ImportBroken.of(e);
        }
    }
}
