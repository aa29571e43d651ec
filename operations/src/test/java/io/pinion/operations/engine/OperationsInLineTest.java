package io.pinion.operations.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Server;
import io.pinion.operations.control.OperationView;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.pair.StandbyReplacement;
import io.pinion.operations.pair.StandbyReplacement.Contents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Operations in the background of which a proxy runs one at a time. */
@Timeout(60)
class OperationsInLineTest {
    private static final StandbyReplacement FIRST = replacing("p");
    private static final StandbyReplacement SECOND = replacing("q");

    private final List<String> done = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch goesOn = new CountDownLatch(1);

    private Cluster cluster;
    private OperationRunner<StandbyReplacement, Nothing, Done> runner;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        cluster = Cluster.in(directory);
        runner = new OperationRunner<>(new OneAtATime(), cluster.services("first"));
        begin(FIRST);
    }

    @AfterEach
    void stop() {
        goesOn.countDown();
        runner.close();
    }

    @Test
    void whatWaitsForItsTurnHoldsNoLock() throws Exception {
        Operation second = begin(SECOND);

        assertThat(new OperationView(second, false).state()).isEqualTo("queued");
        assertThat(cluster.journal().isLocked(FIRST)).isTrue();
        assertThat(cluster.journal().isLocked(SECOND)).isFalse();
        assertThat(read(second).progress().isInLine()).isTrue();
    }

    @Test
    void itRunsWhenItsTurnComes() throws Exception {
        Operation second = begin(SECOND);
        goesOn.countDown();

        awaitEnd(second, State.DONE);
        assertThat(done).containsExactly("p", "q");
        assertThat(read(second).progress().isInLine()).isFalse();
    }

    @Test
    void itCanBeCancelledAndLeavesItsPlace() throws Exception {
        Operation second = begin(SECOND);
        runner.cancel(second).toCompletableFuture().get(30, TimeUnit.SECONDS);
        assertThat(read(second).progress().state()).isEqualTo(State.CANCELLED);

        Operation third = begin(SECOND);
        goesOn.countDown();
        awaitEnd(third, State.DONE);
        assertThat(done).containsExactly("p", "q");
    }

    @Test
    void aCancelThatCameWhileSomebodyHadTheLockIsHeardWhenItsTurnComes() throws Exception {
        Operation second = begin(SECOND);
        cluster.journal().ask(() -> read(second), Progress::withCancelAsked);
        goesOn.countDown();

        awaitEnd(second, State.CANCELLED);
        assertThat(done).containsExactly("p");
    }

    @Test
    void anotherProxyWithRoomRunsItAtOnce() throws Exception {
        Operation second = begin(SECOND);
        try (OperationRunner<StandbyReplacement, Nothing, Done> other =
                new OperationRunner<>(new OneAtATime(), cluster.services("other"))) {
            other.resume(second).toCompletableFuture().get(30, TimeUnit.SECONDS);
            awaitEnd(second, State.DONE);
        }
        assertThat(done).containsExactly("q");
    }

    private static StandbyReplacement replacing(String pair) {
        return new StandbyReplacement(
                pair, pair + "a", new Server(pair + "b", pair + "b.example", 3306), Contents.COPIED);
    }

    private Operation begin(StandbyReplacement task) throws Exception {
        return runner.beginInBackground(task, "root", 0, "not replaced", origin -> {});
    }

    private void awaitEnd(Operation operation, State end) throws Exception {
        while (!read(operation).progress().state().isOver()) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(read(operation).progress().state()).isEqualTo(end);
    }

    private Operation read(Operation operation) throws Exception {
        return cluster.journal().read(operation.number()).orElseThrow();
    }

    private record Nothing() implements Attempt<Done> {
        @Override
        public Done answer() {
            return Done.noted(0, "");
        }

        @Override
        public void close() {}
    }

    private final class OneAtATime implements Workflow<StandbyReplacement, Nothing, Done> {
        @Override
        public OperationKind<StandbyReplacement> kind() {
            return OperationKind.of(StandbyReplacement.class, "one-at-a-time")
                    .inBackground()
                    .atATime(1);
        }

        @Override
        public List<Step<Nothing>> steps(StandbyReplacement task) {
            return List.of(Step.of("working", nothing -> {
                if (task.equals(FIRST)) {
                    awaitWord();
                }
                done.add(task.pair());
            }));
        }

        @Override
        public Nothing open(StandbyReplacement task, RunningOperation operation) {
            return new Nothing();
        }
    }

    private void awaitWord() {
        try {
            goesOn.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
