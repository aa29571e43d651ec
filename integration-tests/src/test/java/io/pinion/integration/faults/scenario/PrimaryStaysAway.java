package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Task.Promotion;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.server.testing.Conditions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The primary is killed and doesn't come back: the proxies agree and replace it, and nobody has to say a word. Of what it had
 * acknowledged only that may be missing which it had not sent.
 *
 * @param underLoad whether clients write when it dies; else its standby has everything, and nothing may be lost
 */
record PrimaryStaysAway(boolean underLoad) implements Scenario {
    /** Ten seconds of silence, twenty in which proxies leave the primary, and a busy machine. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** A pair is promoted so often at most. */
    private static final Duration NOT_AGAIN = Duration.ofMinutes(10);

    private static final int WRITES = 30;

    @Override
    public void run(Stage stage) throws Exception {
        Optional<FaultPair> free = anyFreePair(stage);
        if (free.isEmpty()) {
            new PrimaryDied().run(stage);
            return;
        }
        FaultPair pair = free.get();
        FaultServer old = stage.cluster().primary(pair);
        if (underLoad) {
            old.kill9();
        } else {
            stage.clients().paused(() -> {
                pair.awaitCaughtUp();
                TimeUnit.NANOSECONDS.sleep(PairAftercare.MOST_LAG.toNanos());
                old.kill9();
            });
        }
        Conditions.await(
                "the automatic promotion of pair " + pair.name() + ", of which "
                        + automatic(stage.cluster(), pair).stream()
                                .map(operation -> operation.progress().words())
                                .toList(),
                TIMEOUT,
                () -> stage.cluster().primary(pair) != old
                        && automatic(stage.cluster(), pair).stream()
                                .allMatch(operation ->
                                        operation.progress().state().isOver()));
        stage.clients().awaitMore(WRITES);
    }

    /** One that may be promoted without a person now. */
    static Optional<FaultPair> anyFreePair(Stage stage) throws Exception {
        List<FaultPair> free = new ArrayList<>();
        for (FaultPair pair : stage.cluster().pairs()) {
            Instant from = Instant.now().minus(NOT_AGAIN);
            boolean again = automatic(stage.cluster(), pair).stream()
                    .anyMatch(operation -> operation.origin().started().isAfter(from));
            if (!again) {
                free.add(pair);
            }
        }
        return free.isEmpty() ? Optional.empty() : Optional.of(stage.one(free));
    }

    static List<Operation> automatic(FaultCluster cluster, FaultPair pair) throws Exception {
        return cluster.journal().list().stream()
                .filter(operation -> operation.task() instanceof Promotion promotion
                        && promotion.manner() == Manner.AUTOMATIC
                        && promotion.pair().equals(pair.name()))
                .toList();
    }
}
