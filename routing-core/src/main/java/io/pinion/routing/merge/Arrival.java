package io.pinion.routing.merge;

/** In which order the rows of the sources come; decides how much must be held. Without an ORDER BY it makes no difference. */
public enum Arrival {
    /** The rows of a source come in any order, those of different sources after or among each other. */
    UNSORTED,
    /** Each source is sorted by the plan's order, but one may come after the other, as pipelined statements do. */
    SORTED_IN_TURN,
    /** Each source is sorted by the plan's order, and all can be read at the same time: hardly anything is held. */
    SORTED_TOGETHER
}
