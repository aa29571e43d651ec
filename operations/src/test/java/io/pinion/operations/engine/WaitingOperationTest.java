package io.pinion.operations.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.SureLock;
import io.pinion.operations.journal.Task;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs an operation in the background that waits for its end. */
@Timeout(60)
class WaitingOperationTest {
    private static final Task.AccountSync TASK = new Task.AccountSync();

    private final List<String> done = Collections.synchronizedList(new ArrayList<>());
    private volatile String breaksIn = "";
    private volatile String refusedIn = "";
    private volatile String isDone = "";
    private volatile String stopsIn = "";
    private volatile String losesServerIn = "";
    private volatile boolean endsSlowly;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);

    private Cluster cluster;
    private OperationRunner<Task.AccountSync, Nothing, Done> runner;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        cluster = Cluster.in(directory);
        runner = new OperationRunner<>(new Waiting(), cluster.services("first"));
    }

    @AfterEach
    void stop() {
        goesOn.countDown();
        runner.close();
    }

    private record Nothing(long number) implements Attempt<Done> {
        @Override
        public Done answer() {
            return Done.noted(number, "as it was asked for");
        }

        @Override
        public void close() {}
    }

    private final class Waiting implements Workflow<Task.AccountSync, Nothing, Done> {
        @Override
        public OperationKind<Task.AccountSync> kind() {
            return OperationKind.of(Task.AccountSync.class, "waiting")
                    .inBackground()
                    .waitingForServers()
                    .waitingForItsEnd();
        }

        @Override
        public List<Step<Nothing>> steps(Task.AccountSync task) {
            return List.of(step("making").undoneBy(nothing -> done.add("not making")), step("showing"));
        }

        @Override
        public List<Step<Nothing>> ending(Task.AccountSync task, Way way) {
            return switch (way) {
                case FORTH -> List.of();
                case FINISH -> List.of(step("cleaning up"));
                case REVERT -> List.of(step("looking back"), step("going back").withoutWayBack("gone back"));
            };
        }

        private Step<Nothing> step(String name) {
            return Step.of(name, (Nothing nothing) -> act(name))
                    .doneWhen(nothing -> isDone.equals(name))
                    .planned(nothing -> plan(name));
        }

        @Override
        public String waiting(Progress progress) {
            return "made; FINISH or REVERT";
        }

        @Override
        public boolean endsInBackground(Way way) {
            return endsSlowly;
        }

        @Override
        public Nothing open(Task.AccountSync task, RunningOperation operation) {
            return new Nothing(operation.number());
        }
    }

    private void act(String name) throws OperationRefused, SQLException {
        if (losesServerIn.equals(name)) {
            losesServerIn = "";
            throw new SQLException("the connection to s1 is lost", "08S01");
        }
        if (stopsIn.equals(name)) {
            reached.countDown();
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        if (breaksIn.equals(name)) {
            breaksIn = "";
            throw new OperationRefused(name + " has failed");
        }
        done.add(name);
    }

    private List<PlannedAction> plan(String name) throws OperationRefused {
        if (refusedIn.equals(name)) {
            throw new OperationRefused(name + " can't be done now");
        }
        return List.of(new PlannedAction("proxy", "", name));
    }

    private void begin() throws Exception {
        runner.beginInBackground(TASK, "admin", 0, "not begun", origin -> {});
    }

    private Operation operation() {
        return cluster.journal().read(1).orElseThrow();
    }

    private void await(State state) throws Exception {
        while (operation().progress().state() != state || cluster.journal().isLocked(TASK)) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    private void beginAndWait() throws Exception {
        begin();
        await(State.WAITING);
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void whoeverAsksIsToldWhatItWaitsFor() throws Exception {
        beginAndWait();

        assertThat(done).containsExactly("making", "showing");
        assertThat(operation().progress().words()).isEqualTo("made; FINISH or REVERT");
        assertThatThrownBy(() -> get(runner.cancel(operation()))).hasMessageContaining("REVERT OPERATION 1 goes back");
        assertThatThrownBy(() -> get(runner.resume(operation()))).hasMessageContaining("has done its work");
    }

    @Test
    void itIsFinished() throws Exception {
        beginAndWait();

        assertThat(get(runner.end(operation(), Way.FINISH))).isEqualTo(Done.noted(1, "as it was asked for"));

        assertThat(done).containsExactly("making", "showing", "cleaning up");
        assertThat(operation().progress().state()).isEqualTo(State.DONE);
    }

    @Test
    void itGoesBack() throws Exception {
        beginAndWait();

        get(runner.end(operation(), Way.REVERT));

        assertThat(done).containsExactly("making", "showing", "looking back", "going back");
        assertThat(operation().progress().state()).isEqualTo(State.CANCELLED);
    }

    @Test
    void anEndingThatTakesLongIsAnsweredWhenItHasBegun() throws Exception {
        beginAndWait();
        endsSlowly = true;
        stopsIn = "looking back";

        assertThat(get(runner.end(operation(), Way.REVERT))).isEqualTo(Done.noted(1, "it goes on (SHOW OPERATIONS)"));

        reached.await();
        assertThat(operation().progress().state()).isEqualTo(State.RUNNING);
        assertThatThrownBy(() -> get(runner.end(operation(), Way.FINISH)))
                .hasMessageContaining("doesn't wait for that");
        goesOn.countDown();
        await(State.CANCELLED);
        assertThat(done).containsExactly("making", "showing", "looking back", "going back");
    }

    /** Nobody would hear of it any more when its steps refuse it. */
    @Test
    void anEndingThatTakesLongIsRefusedAsExplainSays() throws Exception {
        beginAndWait();
        endsSlowly = true;
        refusedIn = "looking back";

        assertThatThrownBy(() -> get(runner.explainEnd(operation(), Way.REVERT)))
                .hasMessageContaining("looking back can't be done now");
        assertThatThrownBy(() -> get(runner.end(operation(), Way.REVERT)))
                .hasMessageContaining("looking back can't be done now");

        assertThat(operation().progress().state()).isEqualTo(State.WAITING);
        get(runner.end(operation(), Way.FINISH));
        await(State.DONE);
    }

    @Test
    void explainLeavesOutWhatIsDone() throws Exception {
        beginAndWait();
        isDone = "looking back";
        refusedIn = "looking back";

        assertThat(get(runner.explainEnd(operation(), Way.REVERT)))
                .extracting(PlannedAction::purpose)
                .containsExactly("going back");
    }

    /** And what it has looked at there doesn't keep it from ending in the other way. */
    @Test
    void anEndingThatHasChangedNothingLeavesItWaiting() throws Exception {
        beginAndWait();
        breaksIn = "looking back";

        assertThatThrownBy(() -> get(runner.end(operation(), Way.REVERT))).hasMessageContaining("has failed");

        assertThat(operation().progress().state()).isEqualTo(State.WAITING);
        assertThat(operation().progress().error()).isEqualTo("looking back has failed");
        assertThat(operation().progress().words()).isEqualTo("made; FINISH or REVERT");
        assertThat(operation().progress().furthest()).isEqualTo("showing");
        get(runner.end(operation(), Way.FINISH));
        assertThat(operation().progress().state()).isEqualTo(State.DONE);
    }

    @Test
    void anEndingThatHasBegunGoesOnInItsWay() throws Exception {
        beginAndWait();
        breaksIn = "going back";
        assertThatThrownBy(() -> get(runner.end(operation(), Way.REVERT)))
                .hasMessageContaining("RESUME OPERATION 1 goes on");
        assertThat(operation().progress().state()).isEqualTo(State.FAILED);
        assertThatThrownBy(() -> get(runner.end(operation(), Way.FINISH)))
                .hasMessageContaining("doesn't wait for that");
        assertThatThrownBy(() -> get(runner.cancel(operation()))).hasMessageContaining("is ending already");

        get(runner.resume(operation()));
        await(State.CANCELLED);

        assertThat(done).endsWith("looking back", "looking back", "going back");
    }

    @Test
    void onlyTheLockIsGivenBackWhenAServerIsLost() throws Exception {
        losesServerIn = "showing";
        begin();
        await(State.RUNNING);
        while (operation().progress().detail().isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
        await(State.RUNNING);

        assertThat(operation().progress().words())
                .isEqualTo("showing: waiting for a server: the connection to s1 is lost");
        assertThat(operation().progress().isServerAwaited()).isTrue();
        get(runner.resume(operation()));
        await(State.WAITING);
        assertThat(operation().progress().isServerAwaited()).isFalse();
        assertThat(done).containsExactly("making", "making", "showing");
    }

    /** A step under way comes to its end; none begins any more, and another proxy goes on. */
    @Test
    void whoStopsWaitsForTheStepUnderWay() throws Exception {
        stopsIn = "making";
        begin();
        reached.await();
        runner.stop();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(runner::close);
        assertThat(closing).isNotDone();
        stopsIn = "";
        goesOn.countDown();
        closing.get(30, TimeUnit.SECONDS);

        assertThat(done).containsExactly("making");
        await(State.RUNNING);
        try (var another = new OperationRunner<>(new Waiting(), cluster.services("second"))) {
            get(another.resume(operation()));
            await(State.WAITING);
        }
        assertThat(operation().progress().proxy()).isEqualTo("second");
    }

    /** Only its next step looks for that. */
    @Test
    void whatIsWrittenBesideAWishForItsEndIsWritten() throws Exception {
        Operation created = cluster.journal()
                .create(
                        TASK,
                        Origin.of("admin", "operator"),
                        Progress.beginning(0, "first", Instant.EPOCH).inAnotherAttempt());
        RunningOperation running = new RunningOperation(
                cluster.journal(), SureLock.NONE, created, List.of("one"), false, () -> false, () -> false);
        cluster.journal().write(created, created.progress().withCancelAsked());

        running.confirm();
        running.enter("one");

        assertThat(operation().progress().step()).isEqualTo("one");
        assertThatThrownBy(running::requireMayGoOn).isInstanceOf(OperationCancelled.class);
    }
}
