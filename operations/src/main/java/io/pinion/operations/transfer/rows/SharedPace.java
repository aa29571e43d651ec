package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.CopyBroken;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.copy.CopyProgress;
import io.pinion.operations.copy.Pace;
import java.util.Optional;

/** Limits the work of several threads together: while one has to wait, all do. Thread-safe. */
final class SharedPace {
    private final Pace pace;

    private SharedPace(ImportSides sides, CopyControl control) {
        this.pace = new Pace(sides.speed(), control);
    }

    /** Reports how many rows it has counted. */
    static SharedPace reporting(ImportSides sides) {
        return new SharedPace(sides, sides.control());
    }

    /** Reports nothing but why it waits. */
    static SharedPace quiet(ImportSides sides) {
        return new SharedPace(sides, new Quiet(sides.control()));
    }

    private record Quiet(CopyControl control) implements CopyControl {
        @Override
        public boolean isCancelled() {
            return control.isCancelled();
        }

        @Override
        public Optional<String> mustWait() {
            return control.mustWait();
        }

        @Override
        public void progressed(CopyProgress progress) {
            if (!progress.waitsFor().isEmpty()) {
                control.progressed(progress);
            }
        }
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
