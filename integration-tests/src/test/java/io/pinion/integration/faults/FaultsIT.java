package io.pinion.integration.faults;

import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.history.Losses;
import io.pinion.integration.faults.scenario.Operators;
import io.pinion.integration.faults.scenario.Scenario;
import io.pinion.integration.faults.scenario.Scenarios;
import io.pinion.integration.faults.scenario.Stage;
import io.pinion.integration.faults.workload.Check;
import io.pinion.integration.faults.workload.Clients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Operations on pairs under load, with a fault in each: a proxy, ZooKeeper or a server is killed, stopped or cut off at a
 * moment that is certain. Behind each the operation is brought to its end as the runbooks say, and all rows are checked.
 *
 * <p>{@code -Dpinion.faults=300} makes it longer than a build can wait for, {@code -Dpinion.faults.seed} repeats its dice, and
 * {@code -Dpinion.faults.only=Move} plays only that in whose name this regular expression is found.
 */
class FaultsIT {
    private static final int FAULTS = Integer.getInteger("pinion.faults", 0);
    private static final long SEED = Long.getLong("pinion.faults.seed", System.nanoTime());

    /** A build plays what somebody has planned, and that disturbed: it takes some seconds each. */
    private static final String ONLY = System.getProperty(
            "pinion.faults.only", FAULTS > 0 ? "" : "Planned|PLANNED|MoveDisturbed|OpeningDisturbed");

    /** Without a number, as many as there is time for. */
    private static final Duration TIME = Duration.ofSeconds(60);

    private static final int WRITES_BETWEEN = 60;

    @Test
    void nothingAcknowledgedIsLostDuplicatedOrReordered(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory)
            throws Exception {
        long begun = System.nanoTime();
        SplittableRandom dice = new SplittableRandom(SEED);
        Losses losses = new Losses();
        try (FaultCluster cluster = new FaultCluster(directory);
                Clients clients = new Clients(cluster, SEED)) {
            Scenarios scenarios = Scenarios.of(cluster, ONLY);
            Operators operators = new Operators(cluster, dice.split());
            Check check = new Check(cluster, clients, losses);
            Stage stage = new Stage(cluster, clients, operators, losses, dice);
            check.prepare();
            clients.start();
            int number = 0;
            while (FAULTS > 0 ? number < FAULTS : System.nanoTime() - begun < TIME.toNanos()) {
                Scenario scenario = scenarios.next(dice);
                number++;
                play(number, scenario, stage, check);
            }
            System.out.printf("%d faults, %d writes, seed %d%n", number, clients.done(), SEED);
        }
    }

    private static void play(int number, Scenario scenario, Stage stage, Check check) {
        long begun = System.nanoTime();
        try {
            stage.operators().lookAround();
            stage.clients().awaitMore(WRITES_BETWEEN);
            scenario.run(stage);
            stage.cluster().restore();
            stage.operators().settle();
            stage.clients().awaitMore(WRITES_BETWEEN);
            check.run();
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    "fault " + number + ", " + scenario + ", seed " + SEED + ": " + e.getMessage()
                            + "\n  the last errors of clients: "
                            + stage.clients().lastErrors()
                            + "\n  what operators said:\n  " + stage.operators().transcript(),
                    e);
        }
        System.out.printf(
                "fault %d in %d ms: %s%n",
                number, Duration.ofNanos(System.nanoTime() - begun).toMillis(), scenario);
    }
}
