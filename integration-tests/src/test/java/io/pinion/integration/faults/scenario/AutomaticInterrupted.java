package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultProxy;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress.State;
import io.pinion.server.testing.Conditions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The proxy that replaces a dead primary dies, too. No other one goes on unasked, by design, since the primary may be back: a person
 * who knows that it is off says so. Its standby has everything, so that nothing is lost.
 */
record AutomaticInterrupted() implements Scenario {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** In which a proxy looks for abandoned operations more than twice. */
    private static final Duration LOOKS = Duration.ofSeconds(15);

    @Override
    public void run(Stage stage) throws Exception {
        Optional<FaultPair> free = PrimaryStaysAway.anyFreePair(stage);
        if (free.isEmpty()) {
            new PrimaryDied().run(stage);
            return;
        }
        FaultPair pair = free.get();
        FaultServer old = stage.cluster().primary(pair);
        stage.clients().paused(() -> {
            pair.awaitCaughtUp();
            old.kill9();
        });
        Conditions.await("the beginning of an automatic promotion", TIMEOUT, () -> running(stage, pair)
                .isPresent());
        Operation operation = running(stage, pair).orElseThrow();
        FaultProxy runner = proxyAt(operation.progress().proxy(), stage);
        runner.process().kill9();
        Conditions.await(
                "the end of its lock", TIMEOUT, () -> !stage.cluster().journal().isLocked(operation.task()));
        if (running(stage, pair).isEmpty()) {
            return;
        }
        TimeUnit.NANOSECONDS.sleep(LOOKS.toNanos());
        if (running(stage, pair).isEmpty()) {
            throw new AssertionError("a proxy went on with an automatic promotion that another one has begun");
        }
        stage.operators().mustSay(stage.anotherThan(runner), "PROMOTE PAIR " + pair.name() + " FORCE FENCED");
    }

    private static Optional<Operation> running(Stage stage, FaultPair pair) throws Exception {
        return PrimaryStaysAway.automatic(stage.cluster(), pair).stream()
                .filter(operation -> operation.progress().state() == State.RUNNING)
                .findFirst();
    }

    private static FaultProxy proxyAt(String address, Stage stage) {
        return stage.cluster().proxies().stream()
                .filter(proxy -> address.equals("127.0.0.1:" + proxy.process().port()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no proxy is " + address));
    }
}
