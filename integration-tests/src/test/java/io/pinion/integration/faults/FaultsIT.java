package io.pinion.integration.faults;

import io.pinion.integration.faults.scenario.Scenarios;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Operations on pairs under load, with a fault in each: a proxy, ZooKeeper or a server is killed, stopped or cut off at a
 * moment that is certain. An operation that has lost its proxy is finished by another one; else it is brought to its end as the
 * runbooks say. Behind each fault all rows are checked.
 *
 * <p>{@code -Dpinion.faults=300} makes it longer than a build can wait for, {@code -Dpinion.faults.seed} repeats its dice, and
 * {@code -Dpinion.faults.only=Move} plays only that in whose name this regular expression is found. {@code -Dpinion.faults.seconds=900} plays as many as
 * there is time for.
 */
class FaultsIT {
    private static final int FAULTS = Integer.getInteger("pinion.faults", 0);
    private static final long SEED = Long.getLong("pinion.faults.seed", System.nanoTime());

    /** Without a number, as many as there is time for; 0 for what a build has. */
    private static final int SECONDS = Integer.getInteger("pinion.faults.seconds", 0);

    private static final Duration TIME = Duration.ofSeconds(SECONDS > 0 ? SECONDS : 60);

    /** A build plays what somebody has planned, and that disturbed: it takes some seconds each. */
    private static final String ONLY = System.getProperty(
            "pinion.faults.only", FAULTS + SECONDS > 0 ? "" : "Planned|PLANNED|MoveDisturbed|OpeningDisturbed");

    @Test
    void nothingAcknowledgedIsLostDuplicatedOrReordered(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory)
            throws Exception {
        long begun = System.nanoTime();
        try (FaultRun run = new FaultRun(directory, SEED)) {
            Scenarios scenarios = run.scenarios(ONLY);
            try {
                while (FAULTS > 0 ? run.played() < FAULTS : System.nanoTime() - begun < TIME.toNanos()) {
                    run.play(scenarios.next(run.dice()));
                }
            } finally {
                System.out.println(run);
            }
        }
    }
}
