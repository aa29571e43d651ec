package io.pinion.operations.opening;

import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.engine.OperationRefused;
import java.time.Duration;
import java.util.OptionalLong;

/** Ends the writing of rows, between its batches, when clients have waited for it as long as they may. */
final class HoldDeadline implements CopyControl {
    private volatile OptionalLong end = OptionalLong.empty();

    /** @param most how long clients may wait from now on */
    void begins(Duration most) {
        end = OptionalLong.of(System.nanoTime() + most.toNanos());
    }

    @Override
    public void requireMayGoOn() throws OperationRefused {
        if (end.isPresent() && System.nanoTime() - end.getAsLong() > 0) {
            throw passed();
        }
    }

    static OperationRefused passed() {
        return new OperationRefused(
                "to copy what has changed in reference tables takes longer than statements may wait");
    }
}
