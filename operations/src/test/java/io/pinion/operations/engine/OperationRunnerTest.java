package io.pinion.operations.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.SureLock;
import io.pinion.operations.journal.Task;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs four steps on a server that is only a set of names. */
class OperationRunnerTest {
    private static final Task.AccountSync TASK = new Task.AccountSync();

    /** What there is, and what was done, in order. */
    private final Set<String> server = new LinkedHashSet<>();

    private final List<String> done = new ArrayList<>();
    private String breaksIn = "";
    private boolean dies;
    private boolean cancelled;
    private Optional<OperationRefused> refusal = Optional.empty();

    private Cluster cluster;
    private OperationRunner<Task.AccountSync, Names, Done> runner;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        cluster = Cluster.in(directory);
        runner = new OperationRunner<>(new FourSteps(), cluster.services("first"));
    }

    @AfterEach
    void stop() {
        runner.close();
    }

    /** As of a process that ends here: nothing more is written. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    private record Names(RunningOperation operation) implements Attempt<Done> {
        @Override
        public Done answer() {
            return Done.noted(operation.number(), "all there");
        }

        @Override
        public String note() {
            return operation.progress().cancelAsked() ? "something is kept" : "";
        }

        @Override
        public void close() {}
    }

    private class FourSteps implements Workflow<Task.AccountSync, Names, Done> {
        @Override
        public OperationKind<Task.AccountSync> kind() {
            return OperationKind.of(Task.AccountSync.class, "four-steps");
        }

        @Override
        public List<Step<Names>> steps(Task.AccountSync task) {
            return List.of(
                    Step.of("checking", names -> act("checking")),
                    step("making one"),
                    step("making two"),
                    Step.of("publishing", (Names names) -> act("publishing"))
                            .withoutWayBack("published already: RESUME OPERATION 1 ends it"),
                    Step.of("cleaning up", names -> act("cleaning up")));
        }

        final Step<Names> step(String name) {
            return Step.of(name, (Names names) -> act(name))
                    .doneWhen(names -> server.contains(name))
                    .undoneBy(names -> {
                        done.add("not " + name);
                        server.remove(name);
                    })
                    .planned(names -> List.of(new PlannedAction("server", name, "as the test says")));
        }

        @Override
        public Names open(Task.AccountSync task, RunningOperation operation) {
            return new Names(operation);
        }
    }

    /** The first enters the second, and the proxy stops then. */
    private final class TwoAtOnce extends FourSteps {
        @Override
        public List<Step<Names>> steps(Task.AccountSync task) {
            return List.of(
                    Step.of("making one", (Names names) -> {
                        act("making one");
                        names.operation().enter("making two");
                        runner.close();
                    }),
                    step("making two").atOnceBehindTheOneBefore(),
                    step("making three"));
        }
    }

    private void act(String name) throws OperationRefused {
        done.add(name);
        if (cancelled) {
            askForTheEnd();
        }
        if (refusal.isPresent()) {
            throw refusal.get();
        }
        if (breaksIn.equals(name)) {
            breaksIn = "";
            if (dies) {
                throw new Killed();
            }
            throw new OperationRefused(name + " has failed");
        }
        server.add(name);
    }

    private void askForTheEnd() {
        try {
            cluster.journal().ask(this::operation, Progress::withCancelAsked);
        } catch (VersionConflict | StoreUnavailable e) {
            throw new AssertionError(e);
        }
    }

    private Done begin() throws Exception {
        try (TaskLock lock = runner.locked(TASK)) {
            runner.requireNoOther(TASK);
            return runner.begin(
                    TASK, Origin.of("admin", "operator"), Progress.beginning(0, "first", Instant.EPOCH), lock);
        }
    }

    private Operation operation() {
        return cluster.journal().read(1).orElseThrow();
    }

    private static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    @Test
    void eachStepRunsOnce() throws Exception {
        assertThat(begin()).isEqualTo(Done.noted(1, "all there"));

        assertThat(done).containsExactly("checking", "making one", "making two", "publishing", "cleaning up");
        assertThat(operation().progress().state()).isEqualTo(State.DONE);
    }

    @Test
    void whoeverHasTheLockForAMomentIsWaitedFor() throws Exception {
        TaskLock moment = cluster.journal().lock(TASK).orElseThrow();
        CompletableFuture<Done> begun = CompletableFuture.supplyAsync(() -> {
            try {
                return begin();
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
        // One that is refused at once has long ended then.
        assertThatThrownBy(() -> begun.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

        moment.close();

        assertThat(begun.get(30, TimeUnit.SECONDS)).isEqualTo(Done.noted(1, "all there"));
    }

    @Test
    void anOperationThatRunsIsNotWaitedFor() throws Exception {
        breaksIn = "making two";
        dies = true;
        assertThatThrownBy(this::begin).isInstanceOf(Killed.class);
        TaskLock itsOwner = cluster.journal().lock(TASK).orElseThrow();

        assertTimeout(Duration.ofSeconds(5), () -> assertThatThrownBy(this::begin)
                .hasMessageContaining("is in use: operation 1"));

        itsOwner.close();
    }

    @Test
    void oneThatRunsIsNotToBeGivenUpForAnother() throws Exception {
        breaksIn = "making two";
        dies = true;
        assertThatThrownBy(this::begin).isInstanceOf(Killed.class);

        assertThatThrownBy(() -> runner.requireNoOther(TASK))
                .hasMessage(
                        "operation 1 (SYNC ACCOUNTS) is unfinished: it ends by itself (SHOW OPERATIONS); if that says"
                                + " interrupted, RESUME OPERATION 1 or CANCEL OPERATION 1 first");
    }

    @Test
    void whatFailsBeforeAnythingIsMadeIsOver() {
        breaksIn = "checking";

        assertThatThrownBy(this::begin).hasMessage("checking has failed");

        assertThat(operation().progress().state()).isEqualTo(State.CANCELLED);
        assertThat(operation().progress().error()).isEqualTo("checking has failed");
    }

    @Test
    void whatFailsLaterSaysHowToGoOn() throws Exception {
        breaksIn = "making two";

        assertThatThrownBy(this::begin).hasMessage("making two has failed; RESUME OPERATION 1 or CANCEL OPERATION 1");
        assertThat(operation().progress().state()).isEqualTo(State.FAILED);
        assertThat(operation().progress().step()).isEqualTo("making two");
        assertThatThrownBy(this::begin).hasMessageContaining("unfinished: RESUME OPERATION 1 or CANCEL OPERATION 1");

        done.clear();
        get(runner.resume(operation()));
        assertThat(done).containsExactly("checking", "making two", "publishing", "cleaning up");
        assertThat(operation().progress().state()).isEqualTo(State.DONE);
    }

    /** Wherever the first attempt ends, the second leads to the same. */
    @Timeout(60)
    @ParameterizedTest
    @ValueSource(strings = {"checking", "making one", "making two", "publishing", "cleaning up"})
    void anotherProxyGoesOnWhereOneHasDied(String where) throws Exception {
        breaksIn = where;
        dies = true;
        assertThatThrownBy(this::begin).isInstanceOf(Killed.class);
        assertThat(operation().progress().state()).isEqualTo(State.RUNNING);

        var another = new OperationRunner<>(new FourSteps(), cluster.services("second"));
        AbandonedOperations looking = AbandonedOperations.start(
                cluster.journal(), new OperationRunners(List.of(another)), Duration.ofMillis(5), true);
        try {
            while (operation().progress().state() != State.DONE) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
        } finally {
            looking.close();
            another.close();
        }
        assertThat(server).contains("making one", "making two", "publishing", "cleaning up");
        assertThat(operation().progress().proxy()).isEqualTo("second");
    }

    @Test
    @Timeout(60)
    void anotherProxyGivesUpWhatWasToBeGivenUp() throws Exception {
        breaksIn = "making two";
        dies = true;
        assertThatThrownBy(this::begin).isInstanceOf(Killed.class);
        cluster.journal().write(operation(), operation().progress().withCancelAsked());

        AbandonedOperations looking = AbandonedOperations.start(
                cluster.journal(), new OperationRunners(List.of(runner)), Duration.ofMillis(5), true);
        try {
            while (operation().progress().state() == State.RUNNING) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
        } finally {
            looking.close();
        }
        assertThat(operation().progress().state()).isEqualTo(State.CANCELLED);
        assertThat(server).containsExactly("checking");
    }

    @Test
    void whatIsGivenUpIsUndoneBackwards() throws Exception {
        breaksIn = "making two";
        assertThatThrownBy(this::begin).hasMessageContaining("has failed");

        done.clear();
        get(runner.cancel(operation()));

        assertThat(done).containsExactly("not making two", "not making one");
        assertThat(server).containsExactly("checking");
        assertThat(operation().progress().state()).isEqualTo(State.CANCELLED);
    }

    /** The step that is being repeated is an early one, and the way back begins behind the last that was begun. */
    @Test
    void whatAnEarlierAttemptHasMadeIsUndoneToo() throws Exception {
        breaksIn = "making two";
        assertThatThrownBy(this::begin).hasMessageContaining("has failed");
        breaksIn = "checking";
        assertThatThrownBy(() -> get(runner.resume(operation()))).hasMessageContaining("RESUME OPERATION 1");
        assertThat(operation().progress().state()).isEqualTo(State.FAILED);

        done.clear();
        get(runner.cancel(operation()));

        assertThat(done).containsExactly("not making two", "not making one");
    }

    @Test
    void oneThatIsCancelledWhileItRunsSaysWhatIsLeft() {
        cancelled = true;

        assertThatThrownBy(this::begin).hasMessage("operation 1 (SYNC ACCOUNTS) was cancelled; something is kept");

        assertThat(operation().progress().state()).isEqualTo(State.CANCELLED);
        assertThat(operation().progress().error()).isEqualTo("given up; something is kept");
    }

    @Test
    void whatHasBrokenOffIsFound() throws Exception {
        breaksIn = "making two";
        assertThatThrownBy(this::begin).hasMessageContaining("has failed");

        assertThat(runner.brokenOff(TASK::equals))
                .hasValueSatisfying(left -> assertThat(left.number()).isEqualTo(1));
        assertThat(runner.brokenOff(task -> false)).isEmpty();
        get(runner.resume(operation()));
        assertThat(runner.brokenOff(TASK::equals)).isEmpty();
    }

    @Test
    void whatIsPublishedIsNotGivenUp() throws Exception {
        breaksIn = "cleaning up";
        assertThatThrownBy(this::begin).hasMessageContaining("has failed");

        assertThatThrownBy(() -> get(runner.cancel(operation())))
                .hasMessageContaining("published already: RESUME OPERATION 1 ends it");

        assertThat(server).contains("making one", "making two", "publishing");
        get(runner.resume(operation()));
        assertThat(operation().progress().state()).isEqualTo(State.DONE);
    }

    /** Clients wait, and a proxy that stops doesn't leave them alone. */
    @Test
    void nothingComesBetweenAStepAndOneThatFollowsItAtOnce() {
        runner.close();
        runner = new OperationRunner<>(new TwoAtOnce(), cluster.services("first"));

        assertThatThrownBy(this::begin).isInstanceOf(ProxyStopping.class);

        assertThat(done).containsExactly("making one", "making two");
        assertThat(operation().progress().state()).isEqualTo(State.RUNNING);
        assertThat(operation().progress().furthest()).isEqualTo("making two");
    }

    @Test
    void anotherOneBeginsInThePlaceOfOneThatHasBrokenOff() throws Exception {
        breaksIn = "making two";
        assertThatThrownBy(this::begin).hasMessageContaining("has failed");
        Progress first = Progress.beginning(0, "first", Instant.EPOCH).in("making two");

        try (TaskLock lock = runner.locked(TASK, Duration.ZERO)) {
            breaksIn = "checking";
            assertThatThrownBy(() -> runner.beginInstead(
                            operation(), TASK, Origin.of("admin", "operator"), first, lock, "another one instead"))
                    .hasMessageContaining("CANCEL OPERATION 2");
        }

        assertThat(operation().progress().state()).isEqualTo(State.CANCELLED);
        assertThat(operation().progress().error()).isEqualTo("another one instead");
        done.clear();
        get(runner.cancel(cluster.journal().read(2).orElseThrow()));
        assertThat(done).containsExactly("not making two", "not making one");
    }

    @Test
    void explainSaysWhatWouldRun() throws Exception {
        assertThat(runner.explain(TASK, Origin.of("admin", "operator")))
                .extracting(action -> action.place() + ": " + action.statement() + action.purpose())
                .containsExactly(
                        "proxy: checking",
                        "server: making oneas the test says",
                        "server: making twoas the test says",
                        "proxy: publishing",
                        "proxy: cleaning up");
        assertThat(done).isEmpty();
        assertThat(cluster.journal().list()).isEmpty();
    }

    /** A stalled attempt wakes up when another one has gone on. */
    @Test
    void anEarlierAttemptCanWriteNothing() throws Exception {
        Operation created = cluster.journal()
                .create(
                        TASK,
                        Origin.of("admin", "operator"),
                        Progress.beginning(0, "first", Instant.EPOCH).inAnotherAttempt());
        RunningOperation stalled = new RunningOperation(
                cluster.journal(), SureLock.NONE, created, List.of("one"), false, () -> false, () -> false);
        get(runner.resume(operation()));

        assertThatThrownBy(() -> stalled.enter("one")).hasMessageContaining("has taken operation 1");
    }

    private RunningOperation attempt(Operation operation, BooleanSupplier stopAsked) {
        return new RunningOperation(
                cluster.journal(), SureLock.NONE, operation, List.of("one"), false, stopAsked, () -> false);
    }

    private Operation created() {
        return cluster.journal()
                .create(TASK, Origin.of("admin", "operator"), Progress.beginning(3, "first", Instant.EPOCH));
    }

    @Test
    void whatIsToldLaterIsEnteredByTheNextWriteAlsoBehindAConflict() throws Exception {
        RunningOperation attempt = attempt(created(), () -> false);

        attempt.later(progress -> progress.withDone(1));
        attempt.later(progress -> progress.withFailed(2, "refused"));
        assertThat(attempt.progress().done()).isEqualTo(ShardSet.of(List.of(1)));
        assertThat(operation().progress().done()).isEqualTo(ShardSet.NONE);

        cluster.journal().write(operation(), operation().progress().withCancelAsked());
        attempt.enter("one");
        assertThat(operation().progress().done()).isEqualTo(ShardSet.of(List.of(1)));
        assertThat(operation().progress().failed()).containsEntry(2, "refused");
        assertThat(operation().progress().cancelAsked()).isTrue();
        assertThat(operation().progress().step()).isEqualTo("one");
    }

    @Test
    void whatIsUnwrittenIsLeftForAnotherProxy() {
        RunningOperation attempt = attempt(created(), () -> true);

        attempt.later(progress -> progress.withDone(1));
        attempt.leave();

        assertThat(operation().progress().done()).isEqualTo(ShardSet.of(List.of(1)));
        assertThat(operation().progress().state()).isEqualTo(State.RUNNING);
    }

    /** What the journal says of shards that have refused it stays when it is given up. */
    @Test
    void reasonsStayWhenItIsGivenUp() throws Exception {
        Operation failed = created();
        cluster.journal()
                .write(
                        failed,
                        failed.progress()
                                .in("making one")
                                .withFailed(2, "refused")
                                .withState(State.FAILED, "not on all"));

        get(runner.cancel(operation()));

        assertThat(operation().progress().state()).isEqualTo(State.CANCELLED);
        assertThat(operation().progress().failed()).containsEntry(2, "refused");
    }

    @Test
    void aKilledClientGetsItsCodeAndWhatAStatementIsRefusedForLeavesNoEntry() throws Exception {
        try (TaskLock lock = runner.locked(TASK, Duration.ZERO)) {
            Progress first = Progress.beginning(0, "first", Instant.EPOCH);
            assertThatThrownBy(() -> runner.begin(TASK, Origin.of("admin", "operator"), first, lock, () -> true))
                    .isInstanceOfSatisfying(OperationRefused.class, why -> assertThat(why.code())
                            .isEqualTo(1317));
        }
        assertThat(operation().progress().state()).isEqualTo(State.CANCELLED);

        refusal = Optional.of(new OperationRefused(1064, "42000", "near 'NUMBRE'", OperationRefused.Leaves.NO_TRACE));
        assertThatThrownBy(this::begin).hasMessage("near 'NUMBRE'");
        assertThat(cluster.journal().list()).hasSize(1);
    }
}
