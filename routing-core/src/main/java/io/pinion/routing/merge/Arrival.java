package io.pinion.routing.merge;

/**
 * The order in which the rows of the sources come; it decides how many rows a merge must hold. Irrelevant without ORDER
 * BY.
 */
public enum Arrival {
    /** The rows of a source come in any order, those of different sources after or among each other. */
    UNSORTED,
    /** Each source is sorted by the plan's order, but one may come after the other, as pipelined statements do. */
    SORTED_IN_TURN,
    /**
     * Each source is sorted by the plan's order, and all can be read at the same time, so that hardly any row is held.
     */
    SORTED_TOGETHER
}
