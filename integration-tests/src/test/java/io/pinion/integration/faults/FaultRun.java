package io.pinion.integration.faults;

import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.history.Losses;
import io.pinion.integration.faults.scenario.Operators;
import io.pinion.integration.faults.scenario.Scenario;
import io.pinion.integration.faults.scenario.Scenarios;
import io.pinion.integration.faults.scenario.Stage;
import io.pinion.integration.faults.scenario.Tally;
import io.pinion.integration.faults.workload.Check;
import io.pinion.integration.faults.workload.Clients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;

/** A cluster under load, on which one scenario is played after the other; behind each, all rows are checked. */
final class FaultRun implements AutoCloseable {
    private static final int WRITES_BETWEEN = 60;

    private final long seed;
    private final SplittableRandom dice;
    private final Losses losses = new Losses();
    private final FaultCluster cluster;
    private final Clients clients;
    private final Tally tally;
    private final Stage stage;
    private final Check check;
    private int played;

    /** @param directory for all that the cluster's processes write */
    FaultRun(Path directory, long seed) throws Exception {
        this.seed = seed;
        this.dice = new SplittableRandom(seed);
        this.cluster = new FaultCluster(directory);
        this.clients = new Clients(cluster, seed);
        this.tally = new Tally(cluster.journal());
        Operators operators = new Operators(cluster, dice.split(), losses, tally);
        this.stage = new Stage(cluster, clients, operators, losses, dice);
        this.check = new Check(cluster, clients, losses);
        try {
            check.prepare();
        } catch (Exception e) {
            close();
            throw e;
        }
        clients.start();
    }

    /** @param only those in whose names this regular expression is found */
    Scenarios scenarios(String only) {
        return Scenarios.of(cluster, only);
    }

    int played() {
        return played;
    }

    Tally tally() {
        return tally;
    }

    SplittableRandom dice() {
        return dice;
    }

    /** @throws AssertionError also when the scenario has failed by an exception */
    void play(Scenario scenario) {
        long begun = System.nanoTime();
        played++;
        try {
            stage.operators().lookAround();
            clients.awaitMore(WRITES_BETWEEN);
            scenario.run(stage);
            cluster.restore();
            stage.operators().settle();
            clients.awaitMore(WRITES_BETWEEN);
            check.run();
            tally.look();
        } catch (Exception | AssertionError e) {
            throw new AssertionError(
                    "fault " + played + ", " + scenario + ", seed " + seed + ": " + e.getMessage()
                            + "\n  the last errors of clients: "
                            + clients.lastErrors()
                            + "\n  what operators said:\n  " + stage.operators().transcript(),
                    e);
        }
        System.out.printf(
                "fault %d in %d ms: %s%n",
                played, Duration.ofNanos(System.nanoTime() - begun).toMillis(), scenario);
    }

    /** In numbers. */
    @Override
    public String toString() {
        return played + " faults, " + clients.done() + " writes, " + losses.count()
                + " of them given up by promotions that say so, seed " + seed + "\n" + tally + "\nerrors of clients: "
                + clients.errorsByKind();
    }

    @Override
    public void close() {
        clients.close();
        cluster.close();
    }
}
