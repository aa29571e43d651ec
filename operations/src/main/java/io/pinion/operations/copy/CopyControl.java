package io.pinion.operations.copy;

/** Is asked between batches, on the thread that copies; must not block for long. */
public interface CopyControl {
    /** Lets it run. */
    CopyControl NONE = new CopyControl() {};

    /** Whether it shall end now. */
    default boolean isCancelled() {
        return false;
    }

    /** Whether what a copy that ends early has made may be dropped at once; otherwise its caller does that. */
    default boolean mayDiscard() {
        return true;
    }

    /** Whether the copy shall stand still for now, as when a standby of the target is behind. */
    default boolean mustWait() {
        return false;
    }

    default void progressed(CopyProgress progress) {}
}
