package io.pinion.routing.merge;

import org.jspecify.annotations.Nullable;

/** One thing that is done to the rows. Whoever wants rows asks the last step, which asks the one before it. */
sealed interface Step permits Intake, Groups, AdjacentGroups, DistinctRows, TopRows, Cut {
    /**
     * The next row, or null when none can be told before more comes, or none is left. Whoever takes a row takes over its
     * share of the bytes held, too.
     */
    @Nullable
    Row next();

    /** Whether no row will ever follow. */
    boolean isOver();
}
