package io.pinion.operations.copy;

import java.util.Optional;

/** Steers a copy between its batches. Calls come on the thread that copies, and must not block for long. */
public interface CopyControl {
    /** Lets a copy run. */
    CopyControl NONE = new CopyControl() {};

    /** Whether the copy must end now. */
    default boolean isCancelled() {
        return false;
    }

    /**
     * Called when nothing is in the way on the target, and nothing of the copy is there yet: the last moment to write
     * down that there may be from now on.
     *
     * @return whether the copy may go on
     */
    default boolean mayBegin() {
        return true;
    }

    /** Whether a copy that ends early may drop what it has made; otherwise its caller does that. */
    default boolean mayDiscard() {
        return true;
    }

    /** Why the copy must pause, in words, for example when a standby of the target is behind; empty when it needn't. */
    default Optional<String> mustWait() {
        return Optional.empty();
    }

    /** Reports how many of the databases are looked through for what can't be copied exactly, before the copy begins. */
    default void checked(int databases, int all) {}

    /** Reports progress, also repeatedly during a pause. */
    default void progressed(CopyProgress progress) {}
}
