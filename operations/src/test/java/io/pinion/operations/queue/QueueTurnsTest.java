package io.pinion.operations.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.engine.Cluster;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.journal.LockNames;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.server.sql.TableName;
import io.pinion.routing.queue.JobQueue;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** QueueTurns on shard 512 of a queue, on a cluster whose servers nobody asks. */
class QueueTurnsTest {
    private static final String SHORT = "OK:0:1h:1h";
    private static final String LONG = "OK:0:1h:99h";
    private static final Task.Move MOVE = new Task.Move("pinterest", 512, 600, "MySQL001", "MySQL002");

    private Cluster cluster;
    private boolean ended;
    private QueueShard seen;
    private RotationLog report;
    private QueueTurns turns;

    private final class Keeper implements RotationOwner {
        @Override
        public void require(TableName table) throws OperationRefused {
            if (ended) {
                throw new OperationRefused("the keeper ends");
            }
        }

        @Override
        public LockNames lockOf(QueueTable queue) {
            return QueueKeeper.turnOf(queue);
        }
    }

    @BeforeEach
    void declare(@TempDir Path directory) throws Exception {
        cluster = Cluster.in(directory);
        DeclaredQueue.in(cluster, SHORT);
        QueueTable queue = QueueTable.named(cluster.topology(), "pinterest.jobs");
        seen = queue.shards(cluster.topology()).values().iterator().next().getFirst();
        report = new RotationLog(queue);
        turns = new QueueTurns(cluster.services("one"), new Keeper());
    }

    private Optional<QueueTurn> take() throws OperationRefused {
        return turns.take(seen, report);
    }

    private static JobQueue queue(String states) {
        return JobQueue.parse("state,updated_at", states);
    }

    @Test
    void aTurnGoesByTheDeclarationOfNowAndNotByThatOfTheLook() throws Exception {
        DeclaredQueue.in(cluster, LONG);

        try (QueueTurn turn = take().orElseThrow()) {
            assertThat(turn.shard().table()).isEqualTo(new TableName("db00512", "jobs"));
            assertThat(turn.shard().queue().queue()).isEqualTo(queue(LONG));
            turn.requireStill();
        }
    }

    @Test
    void whatIsNoQueueAnyMoreHasNoTurn() throws Exception {
        DeclaredQueue.not(cluster);

        assertThat(take()).isEmpty();
        assertThat(cluster.journal().isLocked(LockNames.ofPartitions("pinterest", "jobs")))
                .isFalse();
    }

    @Test
    void aTurnIsOverWhenTheDeclarationChanges() throws Exception {
        try (QueueTurn turn = take().orElseThrow()) {
            DeclaredQueue.in(cluster, LONG);

            assertThatThrownBy(turn::requireStill)
                    .hasMessageContaining("the topology says another thing of db00512.jobs");
            assertThatThrownBy(turn::connect).hasMessageContaining("the topology says another thing");
        }
    }

    @Test
    void aTurnIsOverWhenAnotherServerIsThePrimary() throws Exception {
        try (QueueTurn turn = take().orElseThrow()) {
            cluster.documents()
                    .editor()
                    .change(
                            topology -> topology.withPair(
                                    topology.pair("MySQL001").orElseThrow().turned()),
                            0);

            assertThatThrownBy(turn::requireStill).hasMessageContaining("the topology says another thing");
        }
    }

    @Test
    void aTurnIsOverWithItsMandate() throws Exception {
        try (QueueTurn turn = take().orElseThrow()) {
            ended = true;

            assertThatThrownBy(turn::requireStill).hasMessage("the keeper ends");
        }
    }

    @Test
    void thereIsNoTurnWhileSomebodyChangesTheTable() throws Exception {
        PartitionRotation operation = new PartitionRotation(List.of("pinterest.jobs"), false, true);
        TaskLock lock = cluster.journal().lock(operation).orElseThrow();
        assertThat(take()).isEmpty();
        assertThat(report.left()).startsWith("db00512.jobs: others change the table");

        lock.close();
        try (QueueTurn turn = take().orElseThrow()) {
            assertThat(cluster.journal().lock(operation)).isEmpty();
            assertThat(cluster.journal().isLocked(LockNames.ofPartitions("pinterest", "jobs")))
                    .isTrue();
            turn.requireStill();
        }
        assertThat(cluster.journal().isLocked(operation)).isFalse();
    }

    /** An operation that has the table would find its own turns taken now and then. */
    @Test
    void aKeeperThatDoesntGetTheTableLocksNothingElseFirst() {
        assertThat(QueueKeeper.turnOf(seen.queue()).locks())
                .containsExactly(Task.tableLock("pinterest", "jobs"), Task.partitionsLock("pinterest", "jobs"));
    }

    /** A move waits, or is over: then the pair of the stored topology has the shard, and the other one follows it. */
    @ParameterizedTest
    @EnumSource(State.class)
    void noTableChangesUnderAMoveThatRuns(State state) throws Exception {
        enter(progress -> progress.withState(state, ""));

        Optional<QueueTurn> turn = take();

        assertThat(turn.isPresent()).isEqualTo(state != State.RUNNING);
        turn.ifPresent(QueueTurn::close);
        assertThat(report.left().contains("moves the shard")).isEqualTo(state == State.RUNNING);
    }

    @Test
    void shardsThatMayBeOnEitherPairHaveNoTurn() throws Exception {
        enter(progress -> progress.in(Task.Move.HANDING_OVER).withState(State.FAILED, "lost"));

        assertThat(take()).isEmpty();
        assertThat(cluster.journal().isLocked(LockNames.ofPartitions("pinterest", "jobs")))
                .isFalse();
    }

    private void enter(UnaryOperator<Progress> change) throws Exception {
        Progress first = Progress.beginning(0, "two", Instant.EPOCH);
        Operation move = cluster.journal().create(MOVE, Origin.of("admin", "operator"), first);
        cluster.journal().write(move, change.apply(move.progress()));
    }
}
