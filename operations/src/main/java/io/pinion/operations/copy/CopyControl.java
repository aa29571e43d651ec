package io.pinion.operations.copy;

import java.util.Optional;

/** Is asked between batches, on the thread that copies; must not block for long. */
public interface CopyControl {
    /** Lets it run. */
    CopyControl NONE = new CopyControl() {};

    /** Whether it shall end now. */
    default boolean isCancelled() {
        return false;
    }

    /**
     * Nothing is in the way on the target, and nothing of the copy is there yet: the last moment to write down that there may be
     * from now on.
     *
     * @return whether it may go on
     */
    default boolean mayBegin() {
        return true;
    }

    /** Whether what a copy that ends early has made may be dropped at once; otherwise its caller does that. */
    default boolean mayDiscard() {
        return true;
    }

    /** Why the copy shall stand still for now, in words, as when a standby of the target is behind; empty when it needn't. */
    default Optional<String> mustWait() {
        return Optional.empty();
    }

    /** Also again and again while it stands still. */
    default void progressed(CopyProgress progress) {}
}
