package io.pinion.operations.copy;

import io.pinion.operations.engine.OperationRefused;
import java.util.Optional;

/** Steers work on rows between its batches. Calls come on the thread that works, and must not block for long. */
public interface CopyControl {
    /** Lets a copy run. */
    CopyControl NONE = new CopyControl() {};

    /** @throws OperationRefused the work must end now */
    default void requireMayGoOn() throws OperationRefused {}

    /**
     * Called when nothing is in the way on the target, and nothing of the copy is there yet: the last moment to write
     * down that there may be from now on.
     *
     * @throws OperationRefused the copy may not go on
     */
    default void begins() throws OperationRefused {}

    /** Why the work must pause, in words, for example when a standby of the target is behind; empty when it needn't. */
    default Optional<String> mustWait() {
        return Optional.empty();
    }

    /** Reports how many of the databases are looked through for what can't be copied exactly, before the copy begins. */
    default void checked(int databases, int all) {}

    /** Reports progress, also repeatedly during a pause. */
    default void progressed(CopyProgress progress) {}
}
