package io.pinion.routing.merge;

/** The first step, where the rows of the sources are put. */
sealed interface Intake extends Step permits Arrivals, SortedSources, SourcesInTurn {
    /** No source in particular. */
    int NONE = -1;

    /** Takes a row, whose bytes it holds until it is taken. */
    void add(Row row);

    void ended(int source);

    /** See {@link RowMerger#lacking}. */
    int lacking();

    /** See {@link RowMerger#waiting}. */
    int waiting(int source);
}
