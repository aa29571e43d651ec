package io.pinion.routing.merge;

/** The first step, which takes the rows of the sources. */
sealed interface Intake extends MergeStep permits Arrivals, SortedSources, SourcesInTurn {
    /** No source in particular. */
    int NONE = -1;

    /** Adds a row, and holds its bytes until the next step takes it. */
    void add(MergeRow row);

    void ended(int source);

    /** See {@link RowMerger#lacking}. */
    int lacking();
}
