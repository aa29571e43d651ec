package io.pinion.operations.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Task;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class TopologyChangeTest {
    private Cluster cluster;

    @BeforeEach
    void write(@TempDir Path directory) throws Exception {
        cluster = Cluster.in(directory);
    }

    private record Lock(boolean isHeld) implements TaskLock {
        @Override
        public boolean isLost() {
            return !isHeld;
        }

        @Override
        public void close() {}
    }

    private Topology hold(boolean locked) throws OperationRefused {
        return new TopologyChange(cluster.services("one"), new Lock(locked))
                .store(
                        before -> before.withPair(pair(before).withHeld(true)),
                        now -> pair(now).held(),
                        "it is not held");
    }

    private static Pair pair(Topology topology) {
        return topology.pair("MySQL001").orElseThrow();
    }

    @Test
    void aChangeIsStored() throws Exception {
        long before = cluster.topology().generation();

        assertThat(hold(true).generation()).isEqualTo(before + 1);

        assertThat(pair(cluster.topology()).held()).isTrue();
    }

    /** As of a proxy that is back when another one has gone on, or has given the operation up. */
    @Test
    void whoHasLostTheLockChangesNothing() {
        assertThatThrownBy(() -> hold(false)).hasMessageContaining("the lock of the operation isn't held");

        assertThat(pair(cluster.topology()).held()).isFalse();
    }

    @Test
    void aChangeWhoseConditionsDoNotHoldIsRefused() {
        TopologyChange change = new TopologyChange(cluster.services("one"), new Lock(true));

        assertThatThrownBy(
                        () -> change.store(before -> before, now -> pair(now).held(), "somebody else has changed it"))
                .hasMessage("somebody else has changed it");
    }

    private TopologyChange change() {
        return new TopologyChange(cluster.services("one"), new Lock(true));
    }

    private static Topology held(Topology before) {
        return before.withPair(pair(before).withHeld(true));
    }

    private static Topology released(Topology before) {
        return before.withPair(pair(before).withHeld(false));
    }

    private static boolean isHeld(Topology topology) {
        return pair(topology).held();
    }

    private RunningOperation operation() {
        Operation entered = cluster.journal()
                .create(
                        new Task.AccountSync(),
                        Origin.of("admin", "operator"),
                        Progress.beginning(0, "one", Instant.EPOCH));
        return new RunningOperation(
                cluster.journal(), new Lock(false), entered, List.of(), false, () -> false, () -> false);
    }

    @Test
    void whatSomebodyHasWrittenSinceIsNotReplaced() throws Exception {
        Topology seen = change().stored();
        Pair other = seen.pair("MySQL002").orElseThrow();
        cluster.documents().editor().change(now -> now.withPair(other.withHeld(true)), 0);

        assertThat(change().replace(seen, held(seen))).isEmpty();

        assertThat(isHeld(cluster.topology())).isFalse();
    }

    @Test
    void whoHasLostTheLockReplacesNothing() throws Exception {
        TopologyChange lost = new TopologyChange(cluster.services("one"), new Lock(false));
        Topology seen = lost.stored();

        assertThat(lost.replace(seen, held(seen))).isEmpty();

        assertThat(isHeld(cluster.topology())).isFalse();
    }

    /** As of a proxy that stood still between its look and its write, while another one gave the operation up. */
    @Test
    void whoSawItBeforeItWasSettledReplacesNothing() throws Exception {
        Topology seen = change().stored();

        Topology settled = change().settle(operation(), now -> now, TopologyChangeTest::isHeld);

        assertThat(settled.withGeneration(0)).isEqualTo(seen.withGeneration(0));
        assertThat(change().replace(seen, held(seen))).isEmpty();
        assertThat(change().replace(settled, held(settled))).isPresent();
    }

    @Test
    void whatHasReachedItsPurposeIsSettledAsItIs() throws Exception {
        Topology seen = change().stored();
        long generation = change().replace(seen, held(seen)).orElseThrow().generation();

        Topology settled = change().settle(operation(), TopologyChangeTest::released, TopologyChangeTest::isHeld);

        assertThat(settled.generation()).isEqualTo(generation);
        assertThat(isHeld(cluster.topology())).isTrue();
    }

    /** Statements don't wait for another attempt when the lock is lost. */
    @Test
    void whatIsHeldIsReleasedWithoutTheLock() throws Exception {
        Topology seen = change().stored();
        Topology before = change().replace(seen, held(seen)).orElseThrow();

        change().settle(operation(), TopologyChangeTest::released, now -> false);

        assertThat(isHeld(cluster.topology())).isFalse();
        assertThat(change().replace(before, before)).isEmpty();
    }

    @Test
    void whatAnotherAttemptHoldsIsNotReleased() throws Exception {
        RunningOperation old = operation();
        cluster.journal().write(old.operation(), old.progress().inAnotherAttempt());
        Topology seen = change().stored();
        assertThat(change().replace(seen, held(seen))).isPresent();

        assertThatThrownBy(() -> change().settle(old, TopologyChangeTest::released, now -> false))
                .hasMessageContaining("has taken operation 1 (SYNC ACCOUNTS) over");

        assertThat(isHeld(cluster.topology())).isTrue();
    }

    @Test
    void whoHasLostTheLockDoesNotEvenTryAgain() {
        assertThatThrownBy(() -> new TopologyChange(cluster.services("one"), new Lock(false))
                        .storeAtLast(
                                before -> before.withPair(pair(before).withHeld(true)),
                                now -> pair(now).held(),
                                "it is not held"))
                .hasMessageContaining("the lock of the operation isn't held any more");

        assertThat(pair(cluster.topology()).held()).isFalse();
    }

    @Test
    void whatHasNoOtherOutcomeIsStoredWithoutTheLock() throws Exception {
        new TopologyChange(cluster.services("one"), new Lock(false))
                .storeAnyway(
                        before -> before.withPair(pair(before).withHeld(true)),
                        now -> pair(now).held(),
                        "it is not held");

        assertThat(pair(cluster.topology()).held()).isTrue();
    }

    @Test
    void whatIsOnItsWayIsNotWrittenBehindWhoTookOver() throws Exception {
        Topology seen = cluster.topology();

        new TopologyChange(cluster.services("one"), new Lock(true)).outdateOlderWriters();

        assertThatThrownBy(() -> cluster.documents().editor().replace(seen, seen, 0))
                .isInstanceOf(VersionConflict.class);
    }

    /** A store that is away is waited for; a lock that is lost never comes back. */
    @Test
    @Timeout(10)
    void whoHasLostTheLockDoesNotGoOnTrying() {
        TopologyChange change = new TopologyChange(cluster.services("one"), new Lock(false));

        assertThatThrownBy(() -> change.storeAtLast(
                        before -> before.withPair(pair(before).withHeld(true)),
                        now -> pair(now).held(),
                        "it is not held"))
                .hasMessageContaining("the lock of the operation isn't held");

        assertThat(pair(cluster.topology()).held()).isFalse();
    }
}
