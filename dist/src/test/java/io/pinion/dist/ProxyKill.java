package io.pinion.dist;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When a proxy is killed, and what becomes of its operation.
 *
 * @param step of the workflow
 * @param later how long behind the beginning of the step
 */
record ProxyKill(String step, Duration later, Ending ending) {
    private static final int LATEST_MILLIS = 500;

    /** By another proxy. */
    enum Ending {
        FINISHED,
        UNDONE
    }

    static ProxyKill atOnce(String step, Ending ending) {
        return new ProxyKill(step, Duration.ZERO, ending);
    }

    /** At the beginning of each step and at a random moment behind it, for each ending. */
    static List<ProxyKill> atEach(List<String> steps) {
        List<ProxyKill> kills = new ArrayList<>();
        for (String step : steps) {
            for (Ending ending : Ending.values()) {
                int millis = ThreadLocalRandom.current().nextInt(1, LATEST_MILLIS);
                kills.add(atOnce(step, ending));
                kills.add(new ProxyKill(step, Duration.ofMillis(millis), ending));
            }
        }
        return kills;
    }

    @Override
    public String toString() {
        return step + " + " + later.toMillis() + " ms, " + ending;
    }
}
