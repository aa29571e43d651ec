package io.pinion.integration.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.server.ManagedServer;
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
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * The article's queue under load while its keeper's clock goes through some days, an hour at a time, beside the same jobs in
 * a table without partitions, which end by DELETE. A build gives it two; the month, where pauses and space are bounded,
 * is {@code -Dpinion.queue.days=30 -Dpinion.queue.jobs=190 -Dpinion.queue.body=64000
 * -Dpinion.tests.jit=-XX:+TieredCompilation}: most partitions of fewer bytes are an empty file, and a body is four pages.
 */
@OnEachServer
class QueueMonthIT {
    private static final int DAYS = Integer.getInteger("pinion.queue.days", 2);
    private static final int WORKERS = 3;
    private static final int JOBS_EACH_HOUR = Integer.getInteger("pinion.queue.jobs", 60);
    private static final String BODY = "x".repeat(Integer.getInteger("pinion.queue.body", 4000));

    /** The same jobs, deleted as they expire. */
    private static final String DELETED = MoveCluster.database(3) + ".deleted_jobs";

    private static final int DELETED_AT_ONCE = 100;

    /** As many as the oldest jobs need to expire. */
    private static final int FIRST_HOURS = 6;

    private static final long REDO_BYTES = 1L << 30;
    private static final long POOL_BYTES = 1L << 29;

    /** In hours; a day has some of these. */
    private static final int MEASURE_EVERY = 6;

    /** Of changes that purge hasn't seen, in rows: less than a minute's of such an hour. */
    private static final int FEW_UNPURGED = 200;

    private static final boolean MONTH = DAYS >= 30;

    /** As is the default of MariaDB 11 and of MySQL. */
    private static final String[] UNDO_OF_ITS_OWN = {"--innodb-undo-tablespaces=3"};

    private static final double MOST_SPACE = 1.5;
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(250);
    private static final LocalDateTime BEGIN = LocalDateTime.of(2040, 5, 1, 0, 0);
    private static final Duration STEP = Duration.ofMinutes(1);

    private MoveCluster cluster;
    private QueueCluster queue;

    private static final Pattern HISTORY = Pattern.compile("History list length (\\d+)");

    /** Workers share it for a job; whoever measures has it alone. */
    private final ReadWriteLock working = new ReentrantReadWriteLock(true);

    private final AtomicBoolean end = new AtomicBoolean();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final Queue<Long> writeNanos = new ConcurrentLinkedQueue<>();

    private final Queue<Long> deletedNanos = new ConcurrentLinkedQueue<>();

    /** Of writes to another table of the same server: a busy machine keeps everybody waiting. */
    private final Queue<Long> otherNanos = new ConcurrentLinkedQueue<>();

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPairs(directory, MONTH ? UNDO_OF_ITS_OWN : new String[0]);
        cluster = new MoveCluster(directory, started.pairs(), started.end());
        if (MONTH) {
            asServersAre(started);
        }
        queue = new QueueCluster(cluster, BEGIN, Duration.ofMillis(20));
        Jdbc.execute(
                queue.shard(),
                "CREATE TABLE " + DELETED + " (n BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, state TINYINT"
                        + " UNSIGNED NOT NULL, updated_at DATETIME NOT NULL, body LONGTEXT, KEY (state, updated_at))");
    }

    /**
     * Servers of tests have one file for all tables and undo logs, on whose latch all writers wait for seconds while its
     * header is being flushed, a redo log of 32 MB, which is full all the time, and a small buffer pool. Those of MySQL that
     * were given would keep some 50 GB of binary logs.
     */
    private void asServersAre(StartedServers started) throws SQLException {
        boolean mariaDb = product == ServerProduct.MARIADB;
        String size = mariaDb ? "innodb_log_file_size" : "innodb_redo_log_capacity";
        List<String> shortLogs = mariaDb
                ? List.of()
                : List.of("SET GLOBAL max_binlog_size = 67108864", "SET GLOBAL binlog_expire_logs_seconds = 60");
        for (List<ManagedServer> pair : started.pairs()) {
            for (ManagedServer server : pair) {
                server.execute(List.of(
                        "SET GLOBAL " + size + " = " + REDO_BYTES,
                        "SET GLOBAL innodb_buffer_pool_size = " + POOL_BYTES,
                        "SET GLOBAL innodb_io_capacity = 2000",
                        "SET GLOBAL innodb_file_per_table = 1"));
                server.execute(shortLogs);
            }
        }
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
        workers.add(Thread.ofVirtual().start(this::deleteOld));
        List<String> sizes = new ArrayList<>();
        double most = 0;
        double mostOfDeleted = 0;
        for (int hour = 1; hour <= DAYS * 24; hour++) {
            int before = done.get();
            Conditions.await(
                    "jobs", MoveCluster.TIMEOUT, () -> done.get() >= before + JOBS_EACH_HOUR || !errors.isEmpty());
            queue.setNow(BEGIN.plusHours(hour));
            awaitKept();
            if (hour > FIRST_HOURS && hour % MEASURE_EVERY == 0) {
                settle();
                most = Math.max(most, space("jobs") / live("jobs"));
                mostOfDeleted = Math.max(mostOfDeleted, space("deleted_jobs") / live(DELETED));
            }
            if (hour % 24 == 0) {
                sizes.add(
                        "%d: %,.0f KB (and %,.0f KB free in files) in %d partitions for %,.0f KB, deleted %,.0f KB for %,.0f KB"
                                .formatted(
                                        hour / 24,
                                        space("jobs") / 1024,
                                        told("DATA_FREE", "jobs") / 1024,
                                        queue.names().size(),
                                        live("jobs") / 1024,
                                        space("deleted_jobs") / 1024,
                                        live(DELETED) / 1024));
            }
        }
        end.set(true);
        for (Thread worker : workers) {
            worker.join();
        }
        tell(sizes, most, mostOfDeleted);

        assertThat(errors).isEmpty();
        if (MONTH) {
            assertThat(most).isLessThanOrEqualTo(MOST_SPACE);
            assertThat(writeNanos.stream().max(Long::compare).orElseThrow()).isLessThan(LONGEST_PAUSE.toNanos());
        }
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

    /**
     * An hour of these lasts about a second, and what moves from state to state leaves its pages when purge comes by, some
     * seconds later: in a month of real hours that is nothing. The statistics, which tell the pages, are as old.
     */
    private void settle() throws SQLException {
        working.writeLock().lock();
        try {
            Conditions.await("purge", MoveCluster.TIMEOUT, () -> unpurged() < FEW_UNPURGED);
            Jdbc.rows(queue.shard(), "ANALYZE TABLE jobs, " + DELETED);
        } finally {
            working.writeLock().unlock();
        }
    }

    private int unpurged() throws SQLException {
        String status = String.valueOf(
                Jdbc.rows(queue.shard(), "SHOW ENGINE INNODB STATUS").getFirst().getLast());
        Matcher length = HISTORY.matcher(status);
        assertThat(length.find()).isTrue();
        return Integer.parseInt(length.group(1));
    }

    /** The bytes of the pages that a table of the shard takes. */
    private double space(String table) throws SQLException {
        return told("DATA_LENGTH + INDEX_LENGTH", table);
    }

    private double told(String bytes, String table) throws SQLException {
        if (product == ServerProduct.MYSQL97) {
            Jdbc.execute(queue.shard(), "SET SESSION information_schema_stats_expiry = 0");
        }
        return Double.parseDouble(String.valueOf(Jdbc.value(
                queue.shard(),
                "SELECT SUM(" + bytes + ") FROM information_schema.PARTITIONS WHERE" + " TABLE_SCHEMA = '"
                        + MoveCluster.database(3) + "' AND TABLE_NAME = '" + table + "'")));
    }

    /** The bytes of the jobs that are there. */
    private double live(String table) throws SQLException {
        return Double.parseDouble(
                String.valueOf(Jdbc.value(queue.shard(), "SELECT SUM(8 + 1 + 5 + LENGTH(body)) FROM " + table)));
    }

    private void work(int number) {
        try (Connection client = cluster.connect(number % 2);
                Statement statement = client.createStatement()) {
            for (int i = 0; !end.get(); i++) {
                boolean fails = i % 10 == 9;
                working.readLock().lock();
                try {
                    job(statement, "jobs", fails);
                    job(statement, DELETED, fails);
                } finally {
                    working.readLock().unlock();
                }
                (fails ? failed : done).incrementAndGet();
                TimeUnit.MILLISECONDS.sleep(2);
            }
        } catch (SQLException e) {
            errors.add(number + ": " + e.getErrorCode() + " " + e.getMessage());
        } catch (InterruptedException e) {
            errors.add("interrupted");
        }
    }

    /** Inserts a job, takes it, and ends it: one in ten fails. */
    private void job(Statement statement, String table, boolean fails) throws SQLException {
        String now = "'" + queue.now() + "'";
        timed(
                statement,
                "INSERT INTO " + table + " (state, updated_at, body) VALUES (0, " + now + ", '" + BODY + "')",
                Statement.RETURN_GENERATED_KEYS);
        long key;
        try (var keys = statement.getGeneratedKeys()) {
            keys.next();
            key = keys.getLong(1);
        }
        timed(
                statement,
                "UPDATE " + table + " SET state = 1, updated_at = " + now + " WHERE n = " + key
                        + " AND state = 0 AND updated_at = " + now,
                Statement.NO_GENERATED_KEYS);
        timed(
                statement,
                "UPDATE " + table + " SET state = " + (fails ? 3 : 2) + ", updated_at = " + now + " WHERE n = " + key
                        + " AND state = 1 AND updated_at = " + now,
                Statement.NO_GENERATED_KEYS);
    }

    /** What the keeper does by partitions. */
    private void deleteOld() {
        try (Connection client = cluster.connect(0);
                Statement statement = client.createStatement()) {
            while (!end.get()) {
                LocalDateTime now = queue.now();
                int deleted = statement.executeUpdate("DELETE FROM " + DELETED + " WHERE state = 2 AND updated_at < '"
                        + now.minusHours(1) + "' LIMIT " + DELETED_AT_ONCE);
                deleted += statement.executeUpdate("DELETE FROM " + DELETED + " WHERE state = 3 AND updated_at < '"
                        + now.minusHours(2) + "' LIMIT " + DELETED_AT_ONCE);
                TimeUnit.MILLISECONDS.sleep(deleted == 0 ? 20 : 1);
            }
        } catch (SQLException e) {
            errors.add("deleting: " + e.getErrorCode() + " " + e.getMessage());
        } catch (InterruptedException e) {
            errors.add("interrupted");
        }
    }

    private void writeElsewhere() {
        try (Connection client = cluster.connect(0)) {
            Jdbc.execute(client, "INSERT INTO db00003.pins (data) VALUES ('')");
            for (int i = 0; !end.get(); i++) {
                long begun = System.nanoTime();
                Jdbc.execute(client, "UPDATE db00003.pins SET data = '" + i + BODY + "'");
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
        (sql.contains(DELETED) ? deletedNanos : writeNanos).add(System.nanoTime() - begun);
        if (rows != 1) {
            throw new SQLException(rows + " rows of " + sql.substring(0, 40));
        }
    }

    private void tell(List<String> sizes, double most, double mostOfDeleted) {
        System.out.printf(
                "queue on %s, %d days: %d done, %d failed; writes %s; to the table with DELETE %s; to another table %s;"
                        + " at most %.2f x the live jobs, with DELETE %.2f x; by day %s%n",
                product,
                DAYS,
                done.get(),
                failed.get(),
                words(writeNanos),
                words(deletedNanos),
                words(otherNanos),
                most,
                mostOfDeleted,
                sizes);
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
