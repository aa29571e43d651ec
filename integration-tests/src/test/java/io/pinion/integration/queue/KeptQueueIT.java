package io.pinion.integration.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.engine.OperationOutcome;
import io.pinion.operations.server.ManagedServer;
import io.pinion.routing.queue.PartitionPlan;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A queue whose keeper looks at it all the time, beside what operators do. */
@OnEachServer
class KeptQueueIT {
    private static final LocalDateTime MAY_7 = LocalDateTime.of(2040, 5, 7, 1, 30);

    private MoveCluster cluster;
    private QueueCluster queue;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPairs(directory);
        cluster = new MoveCluster(directory, started.pairs(), started.end());
        queue = new QueueCluster(cluster, MAY_7, Duration.ofMillis(20));
        awaitKept(0);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (queue != null) {
            queue.close();
        }
        if (cluster != null) {
            cluster.stop();
        }
    }

    /** Until no partition is missing or expired on the pair that has the shard. */
    private void awaitKept(int pair) {
        Conditions.await("the keeper", MoveCluster.TIMEOUT, () -> isKept(pair));
    }

    private boolean isKept(int pair) throws Exception {
        try (Connection primary = cluster.primary(pair).connection()) {
            PartitionPlan plan = new PartitionPlan(QueueCluster.queue(), QueueCluster.partitions(primary), queue.now());
            return plan.missing().isEmpty() && plan.expired().isEmpty();
        }
    }

    /** The keeper would end the operation's connection, and the operation pass over the pair. */
    @Test
    void theKeeperLeavesAnOperationAlone() throws Exception {
        Jdbc.execute(
                queue.shard(),
                "INSERT INTO jobs (state, updated_at, body) WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL"
                        + " SELECT i + 1 FROM r WHERE i < 900) SELECT 2, '2040-05-07 21:40:00', '' FROM r");
        for (int i = 0; i < 2; i++) {
            Jdbc.execute(
                    queue.shard(),
                    "INSERT INTO jobs (state, updated_at, body) SELECT state, updated_at, body FROM jobs");
        }
        queue.pass(Duration.ofHours(20));
        // The rest is up to an operation with FORCE.
        Conditions.await("all but the partitions of many rows", MoveCluster.TIMEOUT, () -> {
            PartitionPlan plan = new PartitionPlan(QueueCluster.queue(), queue.partitions(), queue.now());
            return plan.missing().size() == 1 && plan.expired().isEmpty();
        });
        try (Connection busy = cluster.connect(0)) {
            busy.setAutoCommit(false);
            Jdbc.rows(busy, "SELECT n FROM pinterest.jobs LIMIT 1");
            CompletableFuture<OperationOutcome> rotation = queue.beginRotation("jobs", true);

            assertThat(QueueCluster.told(rotation.join()))
                    .anyMatch(line -> line.startsWith("db00003.jobs is in use"))
                    .noneMatch(line -> line.contains("lost") || line.contains("can't be asked"));
            busy.commit();
        }
        assertThat(queue.rotate(true)).noneMatch(line -> line.contains("in use"));
        awaitKept(0);
    }

    @Test
    void jobsLiveLongerFromTheMomentThatItIsAcknowledged() throws Exception {
        queue.insert(2, MAY_7, "done");
        queue.insert(3, MAY_7, "failed");

        Jdbc.execute(
                queue.operator(),
                "DECLARE TABLE pinterest.jobs AS 'single shard=3 queue=state,updated_at"
                        + " states=NEW:0:24h:120h,IN_PROGRESS:1:24h:24h,OK:2:1h:1h,FAIL:3:2h:99h'");
        queue.pass(Duration.ofHours(5));

        Conditions.await("the end of what has expired", MoveCluster.TIMEOUT, () -> queue.bodies()
                .equals(List.of("failed")));
        Conditions.await("a pass that finds nothing", MoveCluster.TIMEOUT, () -> queue.problems()
                .isEmpty());
        assertThat(queue.bodies()).containsExactly("failed");
    }

    /** Partitions come and go before, between and after the hand-overs, and the old copy stays the same as the new one. */
    @Test
    void aQueueIsMovedAndMovedBack() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            String number;
            try (Clock hours = new Clock()) {
                number = Jdbc.rows(operator, "MOVE SHARD 3 TO PAIR B IN pinterest")
                        .getFirst()
                        .getFirst();
                assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("waiting: moved");
                hours.await(6);
            }
            awaitKept(1);
            try (Clock hours = new Clock()) {
                Jdbc.rows(operator, "REVERT OPERATION " + number);
                assertThat(MoveCluster.awaitEnd(operator, number)).startsWith("reverted");
                hours.await(3);
            }
            assertThat(MoveCluster.pairOf(operator, 3)).isEqualTo("A");
        }
        awaitKept(0);
        cluster.awaitCaughtUp(0);
        for (ManagedServer server : cluster.servers(0)) {
            try (Connection root = server.connection()) {
                assertThat(Jdbc.lines(root, "SHOW TABLES FROM " + MoveCluster.database(3) + " LIKE 'pinion%'"))
                        .isEmpty();
            }
        }
    }

    /** Lets hours go by, with a job in each. */
    private final class Clock implements AutoCloseable {
        private final AtomicBoolean end = new AtomicBoolean();
        private final Thread thread = Thread.ofVirtual().start(this::run);
        private volatile @Nullable Exception failure;

        private void run() {
            try {
                while (!end.get()) {
                    queue.insert(2, queue.now(), "done");
                    queue.pass(Duration.ofHours(1));
                    TimeUnit.MILLISECONDS.sleep(300);
                }
            } catch (SQLException | InterruptedException e) {
                failure = e;
            }
        }

        void await(int hours) {
            LocalDateTime begun = queue.now();
            Conditions.await(
                    hours + " hours",
                    MoveCluster.TIMEOUT,
                    () -> failure != null || queue.now().isAfter(begun.plusHours(hours)));
        }

        @Override
        public void close() {
            end.set(true);
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            assertThat(failure).isNull();
        }
    }
}
