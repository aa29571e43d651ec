package io.pinion.routing.merge;

import org.jspecify.annotations.Nullable;

/** One step of a merge. The caller asks the last step for rows, and each step asks the one before it. */
sealed interface MergeStep permits Intake, Groups, AdjacentGroups, DistinctRows, TopRows, Cut {
    /**
     * The next row; null when it isn't known before more rows come, or there is none. The taker of a row takes over its
     * share of the bytes held, too.
     */
    @Nullable
    MergeRow next();

    /** Whether no row will follow. */
    boolean isOver();
}
