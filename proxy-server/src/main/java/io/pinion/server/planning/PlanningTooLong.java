package io.pinion.server.planning;

/** The planning of a text took so long that it was given up, since others wait for its thread. */
public final class PlanningTooLong extends Exception {
    PlanningTooLong() {
        super("the planning of this statement takes too long, and it has not run: send it in parts, or a simpler one");
    }
}
