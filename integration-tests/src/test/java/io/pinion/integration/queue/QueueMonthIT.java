package io.pinion.integration.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.routing.queue.PartitionPlan;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * The article's queue under load while its keeper's clock goes through some days, an hour at a time. A build gives it two;
 * {@code -Dpinion.queue.days=30} is the month.
 */
@OnEachServer
class QueueMonthIT {
    private static final int DAYS = Integer.getInteger("pinion.queue.days", 2);
    private static final int WORKERS = 3;
    private static final int JOBS_EACH_HOUR = 60;
    private static final String BODY = "x".repeat(4000);
    private static final LocalDateTime BEGIN = LocalDateTime.of(2040, 5, 1, 0, 0);
    private static final Duration STEP = Duration.ofMinutes(1);

    private MoveCluster cluster;
    private QueueCluster queue;

    private final AtomicBoolean end = new AtomicBoolean();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final Queue<Long> writeNanos = new ConcurrentLinkedQueue<>();

    /** Of writes to another table of the same server: a busy machine keeps everybody waiting. */
    private final Queue<Long> otherNanos = new ConcurrentLinkedQueue<>();

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPairs(directory);
        cluster = new MoveCluster(directory, started.pairs(), started.end());
        queue = new QueueCluster(cluster, BEGIN, Duration.ofMillis(20));
    }

    @AfterEach
    void stop() throws Exception {
        end.set(true);
        // Null where there are no servers for the test.
        if (queue != null) {
            queue.close();
        }
        if (cluster != null) {
            cluster.stop();
        }
    }

    @Test
    void spaceStaysWithinWhatIsAliveAndNoWriterWaits() throws Exception {
        awaitKept();
        List<Thread> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            int number = i;
            workers.add(Thread.ofVirtual().start(() -> work(number)));
        }
        workers.add(Thread.ofVirtual().start(this::writeElsewhere));
        List<String> sizes = new ArrayList<>();
        long most = 0;
        for (int hour = 1; hour <= DAYS * 24; hour++) {
            int before = done.get();
            Conditions.await(
                    "jobs", MoveCluster.TIMEOUT, () -> done.get() >= before + JOBS_EACH_HOUR || !errors.isEmpty());
            queue.setNow(BEGIN.plusHours(hour));
            awaitKept();
            long bytes = bytes();
            most = Math.max(most, bytes);
            if (hour % 24 == 0) {
                sizes.add(hour / 24 + ": " + bytes / 1024 + " KB, "
                        + queue.names().size() + " partitions, "
                        + Jdbc.value(queue.shard(), "SELECT COUNT(*) FROM jobs") + " jobs");
            }
        }
        end.set(true);
        for (Thread worker : workers) {
            worker.join();
        }
        tell(sizes, most);

        assertThat(errors).isEmpty();
        assertThat(queue.problems()).isEmpty();
        // Each job that has failed, or was done, within its time to live is there, and none that is older by a
        // partition.
        LocalDateTime now = queue.now();
        assertThat(Jdbc.value(
                        queue.shard(),
                        "SELECT COUNT(*) FROM jobs WHERE state = 2 AND updated_at < '"
                                + now.minusHours(2).minus(STEP) + "' OR state = 3 AND updated_at < '"
                                + now.minusHours(4).minus(STEP) + "'"))
                .isEqualTo("0");
        assertThat(Integer.parseInt(
                        String.valueOf(Jdbc.value(queue.shard(), "SELECT COUNT(*) FROM jobs WHERE state = 2"))))
                .isGreaterThanOrEqualTo(JOBS_EACH_HOUR / 2);
    }

    /** Until no partition is missing or expired. */
    private void awaitKept() {
        Conditions.await("the keeper", MoveCluster.TIMEOUT, () -> {
            PartitionPlan plan = new PartitionPlan(QueueCluster.queue(), queue.partitions(), queue.now());
            return plan.missing().isEmpty() && plan.expired().isEmpty();
        });
    }

    private long bytes() throws SQLException {
        if (product == ServerProduct.MYSQL97) {
            Jdbc.execute(queue.shard(), "SET SESSION information_schema_stats_expiry = 0");
        }
        return Long.parseLong(String.valueOf(Jdbc.value(
                queue.shard(),
                "SELECT SUM(DATA_LENGTH + INDEX_LENGTH) FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA =" + " '"
                        + MoveCluster.database(3) + "' AND TABLE_NAME = 'jobs'")));
    }

    /** Inserts a job, takes it, and ends it: one in ten fails. */
    private void work(int number) {
        try (Connection client = cluster.connect(number % 2);
                Statement statement = client.createStatement()) {
            for (int i = 0; !end.get(); i++) {
                String now = "'" + queue.now() + "'";
                timed(
                        statement,
                        "INSERT INTO jobs (state, updated_at, body) VALUES (0, " + now + ", '" + BODY + "')",
                        Statement.RETURN_GENERATED_KEYS);
                long key;
                try (var keys = statement.getGeneratedKeys()) {
                    keys.next();
                    key = keys.getLong(1);
                }
                timed(
                        statement,
                        "UPDATE jobs SET state = 1, updated_at = " + now + " WHERE n = " + key
                                + " AND state = 0 AND updated_at = " + now,
                        Statement.NO_GENERATED_KEYS);
                boolean fails = i % 10 == 9;
                timed(
                        statement,
                        "UPDATE jobs SET state = " + (fails ? 3 : 2) + ", updated_at = " + now + " WHERE n = " + key
                                + " AND state = 1 AND updated_at = " + now,
                        Statement.NO_GENERATED_KEYS);
                (fails ? failed : done).incrementAndGet();
                TimeUnit.MILLISECONDS.sleep(2);
            }
        } catch (SQLException e) {
            errors.add(number + ": " + e.getErrorCode() + " " + e.getMessage());
        } catch (InterruptedException e) {
            errors.add("interrupted");
        }
    }

    private void writeElsewhere() {
        try (Connection client = cluster.connect(0)) {
            while (!end.get()) {
                long begun = System.nanoTime();
                Jdbc.execute(client, "INSERT INTO db00003.pins (data) VALUES ('" + BODY + "')");
                otherNanos.add(System.nanoTime() - begun);
                TimeUnit.MILLISECONDS.sleep(2);
            }
        } catch (SQLException e) {
            errors.add("elsewhere: " + e.getErrorCode() + " " + e.getMessage());
        } catch (InterruptedException e) {
            errors.add("interrupted");
        }
    }

    private void timed(Statement statement, String sql, int keys) throws SQLException {
        long begun = System.nanoTime();
        int rows = statement.executeUpdate(sql, keys);
        writeNanos.add(System.nanoTime() - begun);
        if (rows != 1) {
            throw new SQLException(rows + " rows of " + sql.substring(0, 40));
        }
    }

    private void tell(List<String> sizes, long most) {
        System.out.printf(
                "queue on %s, %d days: %d done, %d failed; writes %s; writes to another table %s; at most %d KB; by day %s%n",
                product, DAYS, done.get(), failed.get(), words(writeNanos), words(otherNanos), most / 1024, sizes);
    }

    private static String words(Queue<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        return "%d: p50 %d ms, p99.9 %d ms, at most %d ms"
                .formatted(sorted.size(), millis(sorted, 0.5), millis(sorted, 0.999), millis(sorted, 1));
    }

    private static long millis(List<Long> sorted, double part) {
        return Duration.ofNanos(sorted.get((int) Math.ceil(sorted.size() * part) - 1))
                .toMillis();
    }
}
