package io.pinion.integration.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.queue.conversion.QueueConversion;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A table of jobs becomes a queue while workers insert, take, finish and delete jobs, each of which knows its own: no error,
 * and every job is as its worker left it. {@code -Dpinion.convert.rows=200000} makes the shards larger.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(900)
@OnEachServer
class ConvertedQueueIT {
    private static final int SHARDS = 8;
    private static final int ROWS = Integer.getInteger("pinion.convert.rows", 4_000);
    private static final int WORKERS = 8;
    private static final long THINKS_MILLIS = 20;
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final String QUEUE =
            "object type=3 queue=state,updated_at states=NEW:0:24h:120h,TAKEN:1:24h:24h,OK:2:1h:48h";
    private PairCluster cluster;
    private Connection operator;

    /** Behind the names of Pinion's own tables, which it gives others for that; {@code jobs} is before them. */
    private String table = "tasks";

    @Parameter
    ServerProduct product;

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void start(@TempDir Path directory) throws Exception {
        cluster = PairCluster.start(product, directory);
        operator = cluster.connect(0);
        for (int shard = 0; shard < SHARDS; shard++) {
            onPrimary(shard, "CREATE DATABASE " + database(shard));
        }
        if (product == ServerProduct.MYSQL97) {
            onPrimary(0, "SET GLOBAL log_bin_trust_function_creators = 1");
        }
        String half = "{\"range\": [%d, %d], \"pair\": \"%s\"}";
        String ranges = pairs() == 1
                ? half.formatted(0, SHARDS - 1, "p")
                : half.formatted(0, SHARDS / 2 - 1, "p") + ", " + half.formatted(SHARDS / 2, SHARDS - 1, "q");
        Jdbc.execute(
                operator,
                ("ALTER TOPOLOGY SET 'keyspaces.work' = '{\"kind\": \"id\", \"database\": \"work%%05d\", \"ranges\": [%s],"
                                + " \"tables\": {}}'")
                        .formatted(ranges));
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        if (cluster != null) {
            operator.close();
            cluster.stop();
        }
    }

    private int pairs() {
        return cluster.servers().size() / 2;
    }

    private static String database(int shard) {
        return "work%05d".formatted(shard);
    }

    private ManagedServer primary(int shard) {
        return cluster.servers().get(pairs() == 2 && shard >= SHARDS / 2 ? 2 : 0);
    }

    private void onPrimary(int shard, String... statements) throws SQLException {
        try (Connection root = primary(shard).connection();
                Statement statement = root.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private List<String> askPrimary(int shard, String sql) throws SQLException {
        try (Connection root = primary(shard).connection()) {
            return Jdbc.lines(root, sql);
        }
    }

    private String convert() {
        return "CONVERT TABLE work." + table + " AS '" + QUEUE + "'";
    }

    @BeforeEach
    void fill() throws SQLException {
        Jdbc.execute(operator, "USE work");
        Jdbc.execute(operator, "DROP TABLE IF EXISTS " + table);
        Jdbc.execute(
                operator,
                "CREATE TABLE " + table
                        + " (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, state TINYINT UNSIGNED NOT NULL,"
                        + " updated_at DATETIME NOT NULL, worker INT NOT NULL, data LONGTEXT, word ENUM('a', 'b'), f FLOAT,"
                        + " wide BIGINT AS (worker * 1000) STORED, KEY (worker)) CHARACTER SET utf8mb4 COMMENT 'pinion: object"
                        + " type=3'");
        for (int shard = 0; shard < SHARDS; shard++) {
            onPrimary(
                    shard,
                    "INSERT INTO " + database(shard)
                            + "." + table + " (state, updated_at, worker, data, word, f) WITH RECURSIVE n (n) AS"
                            + " (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < " + Math.min(ROWS, 1_000)
                            + ") SELECT n % 3, UTC_TIMESTAMP() - INTERVAL n MINUTE, 999, CONCAT('it''s ☃ ', n), 1 + n % 2,"
                            + " n / 3 FROM n");
            for (int rows = 1_000; rows < ROWS; rows *= 2) {
                onPrimary(
                        shard,
                        "INSERT INTO " + database(shard)
                                + "." + table + " (state, updated_at, worker, data, word, f) SELECT state,"
                                + " updated_at, worker, data, word, f FROM " + database(shard) + "." + table
                                + " ORDER BY"
                                + " local_id LIMIT " + Math.min(rows, ROWS - rows));
            }
        }
    }

    // --- the workers

    /** What a worker knows of its jobs: the state and data of each. */
    private final class Worker implements Runnable {
        private final int number;
        private final AtomicBoolean end;
        private final AtomicInteger done;
        private final AtomicLong longest;
        private final List<Throwable> errors;
        private final Map<Long, String> jobs = new TreeMap<>();
        private final Random random = new Random();

        Worker(int number, AtomicBoolean end, AtomicInteger done, AtomicLong longest, List<Throwable> errors) {
            this.number = number;
            this.end = end;
            this.done = done;
            this.longest = longest;
            this.errors = errors;
        }

        @Override
        public void run() {
            try (Connection client = DriverManager.getConnection(
                    "jdbc:mysql://127.0.0.1:" + cluster.port(number % 2)
                            + "/work?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                    "app",
                    PairCluster.PASSWORD)) {
                // A queue's key has the state and the time, so that a condition on the id alone locks gaps otherwise.
                Jdbc.execute(client, "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
                for (int round = 0; !end.get(); round++) {
                    turn(client, round);
                    done.incrementAndGet();
                    // So that a standby on a busy machine keeps up, which the conversion waits for.
                    TimeUnit.MILLISECONDS.sleep(THINKS_MILLIS);
                }
            } catch (SQLException | InterruptedException | RuntimeException e) {
                errors.add(e);
            }
        }

        private void turn(Connection client, int round) throws SQLException {
            boolean transaction = round % 3 == 0;
            boolean undone = transaction && round % 9 == 0;
            Map<Long, String> before = new TreeMap<>(jobs);
            if (transaction) {
                timed(client, "BEGIN");
            }
            long id = timed(
                    client,
                    "INSERT INTO " + table + " (state, updated_at, worker, data) VALUES (0, UTC_TIMESTAMP(), " + number
                            + ", '" + round + "')");
            jobs.put(id, "0 | " + round);
            for (long job : List.copyOf(jobs.keySet())) {
                if (random.nextInt(4) == 0) {
                    work(client, job, round);
                }
            }
            if (transaction) {
                timed(client, undone ? "ROLLBACK" : "COMMIT");
            }
            if (undone) {
                jobs.clear();
                jobs.putAll(before);
            }
        }

        private void work(Connection client, long job, int round) throws SQLException {
            String known = jobs.getOrDefault(job, "");
            char state = known.charAt(0);
            if (state == '2') {
                timed(client, "DELETE FROM " + table + " WHERE id = " + job);
                jobs.remove(job);
            } else {
                String data = random.nextBoolean() ? known.substring(4) : "changed " + round;
                timed(
                        client,
                        "UPDATE " + table + " SET state = state + 1, updated_at = UTC_TIMESTAMP(), data = '" + data
                                + "' WHERE id = " + job + " AND state = " + state);
                jobs.put(job, (char) (state + 1) + " | " + data);
            }
        }

        private long timed(Connection client, String sql) throws SQLException {
            long begun = System.nanoTime();
            try (Statement statement = client.createStatement()) {
                statement.execute(sql, Statement.RETURN_GENERATED_KEYS);
                longest.accumulateAndGet(System.nanoTime() - begun, Math::max);
                try (var keys = statement.getGeneratedKeys()) {
                    return keys.next() ? keys.getLong(1) : 0;
                }
            }
        }

        void check() throws SQLException {
            List<String> rows = Jdbc.lines(
                    operator,
                    "SELECT id, state, data FROM work." + table + " WHERE worker = " + number + " ORDER BY id");
            assertThat(rows)
                    .containsExactlyElementsOf(jobs.entrySet().stream()
                            .map(job -> job.getKey() + " | " + job.getValue())
                            .toList());
        }
    }

    /** What is done while they work. */
    private interface Meanwhile {
        void run() throws Exception;
    }

    private void whileWorkersWork(Meanwhile work) throws Exception {
        AtomicBoolean end = new AtomicBoolean();
        AtomicInteger done = new AtomicInteger();
        AtomicLong longest = new AtomicLong();
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        List<Worker> workers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < WORKERS; number++) {
            workers.add(new Worker(number, end, done, longest, errors));
            threads.add(Thread.ofPlatform().start(workers.getLast()));
        }
        try {
            Conditions.await("workers work", LONG, () -> done.get() > 50 || !errors.isEmpty());
            work.run();
            int before = done.get();
            Conditions.await("workers go on", LONG, () -> done.get() > before + 50 || !errors.isEmpty());
        } finally {
            end.set(true);
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(errors).as(() -> deadlocks()).isEmpty();
        for (Worker worker : workers) {
            worker.check();
        }
        System.out.println("rounds of workers: " + done.get() + ", longest statement: "
                + Duration.ofNanos(longest.get()).toMillis() + " ms");
    }

    /** What the primaries know of the last one, for whoever reads the failure. */
    private String deadlocks() {
        StringBuilder told = new StringBuilder();
        for (int shard : new int[] {0, SHARDS - 1}) {
            try (Connection root = primary(shard).connection()) {
                String status =
                        Jdbc.rows(root, "SHOW ENGINE INNODB STATUS").getFirst().get(2);
                int begin = status.indexOf("LATEST DETECTED DEADLOCK");
                told.append(
                        begin < 0
                                ? "no deadlock of rows"
                                : status.substring(begin, status.indexOf("TRANSACTIONS\n---", begin)));
            } catch (SQLException | RuntimeException e) {
                told.append(e);
            }
        }
        return told.toString();
    }

    // --- the conversion

    private long begin() throws SQLException {
        return Long.parseLong(Jdbc.rows(operator, convert()).getFirst().getFirst());
    }

    private Progress ended(long number) {
        OperationJournal journal = cluster.journal();
        journal.learn(QueueConversion.class);
        Conditions.await(
                "the end of operation " + number,
                LONG,
                () -> journal.read(number).orElseThrow().progress().state() != State.RUNNING);
        return progress(number);
    }

    private Progress progress(long number) {
        OperationJournal journal = cluster.journal();
        journal.learn(QueueConversion.class);
        try {
            return journal.read(number).orElseThrow().progress();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void requireQueueEverywhere() throws Exception {
        for (int shard = 0; shard < SHARDS; shard++) {
            assertThat(askPrimary(shard, "SHOW CREATE TABLE " + database(shard) + "." + table))
                    .singleElement()
                    .asString()
                    .contains("PRIMARY KEY (`local_id`,`state`,`updated_at`)", "pNEW_FUTURE", "pOK_20", "p_CATCHALL");
        }
        requireNothingLeft();
        assertThat(Jdbc.lines(operator, "SHOW SCHEMA DRIFT FROM work")).isEmpty();
        assertThat(Jdbc.lines(operator, "SHOW QUEUES")).anyMatch(line -> line.startsWith("work | " + table + " | NEW"));
    }

    private void requireNothingLeft() throws SQLException {
        for (int shard = 0; shard < SHARDS; shard++) {
            assertThat(askPrimary(shard, "SHOW TABLES FROM " + database(shard) + " LIKE '%pinion%'"))
                    .isEmpty();
            assertThat(askPrimary(shard, "SHOW TRIGGERS FROM " + database(shard)))
                    .isEmpty();
        }
    }

    /** The highest number of each shard's rows. */
    private Map<Long, Long> highest() throws SQLException {
        Map<Long, Long> highest = new TreeMap<>();
        for (List<String> shard : Jdbc.rows(
                operator, "SELECT id >> 46, MAX(id & 0xFFFFFFFFF) FROM work." + table + " GROUP BY id >> 46")) {
            highest.put(Long.parseLong(shard.get(0)), Long.parseLong(shard.get(1)));
        }
        return highest;
    }

    @ParameterizedTest
    @ValueSource(strings = {"tasks", "jobs"})
    void workersGoOnWhileATableBecomesAQueue(String name) throws Exception {
        if (!name.equals(table)) {
            Jdbc.execute(operator, "DROP TABLE " + table);
            table = name;
            fill();
        }
        whileWorkersWork(() -> {
            Progress progress = ended(begin());
            assertThat(progress.state()).as(progress.error()).isEqualTo(State.DONE);
            assertThat(progress.done().size()).isEqualTo(SHARDS);
            assertThat(progress.counted("rows")).isGreaterThanOrEqualTo((long) ROWS * SHARDS);
            System.out.println("facts: " + progress.facts());
        });
        requireQueueEverywhere();
        assertThat(Jdbc.value(operator, "SELECT COUNT(*) FROM work." + table + " WHERE worker = 999"))
                .isEqualTo(Integer.toString(SHARDS * ROWS));
        assertThat(Jdbc.value(
                        operator,
                        "SELECT COUNT(*) FROM work." + table
                                + " WHERE worker = 999 AND (data NOT LIKE 'it''s ☃ %' OR word IS NULL"
                                + " OR wide <> 999000)"))
                .isEqualTo("0");
        Map<Long, Long> highest = highest();
        for (int i = 0; i < SHARDS; i++) {
            long id = Jdbc.insert(
                    operator,
                    "INSERT INTO work." + table + " (state, updated_at, worker) VALUES (0, UTC_TIMESTAMP(), 1000)");
            assertThat(id & 0xFFFFFFFFFL).isGreaterThan(highest.getOrDefault(id >> 46, 0L));
        }
    }

    @Test
    void whatIsGivenUpLeavesNothingAndIsDoneNextTime() throws Exception {
        whileWorkersWork(() -> {
            long number = begin();
            Conditions.await(
                    "a shard is done", LONG, () -> progress(number).done().size() > 0);
            Jdbc.execute(operator, "CANCEL OPERATION " + number);
            State state = ended(number).state();
            if (state != State.DONE) {
                assertThat(state).isEqualTo(State.CANCELLED);
                requireNothingLeft();
                Progress again = ended(begin());
                assertThat(again.state()).as(again.error()).isEqualTo(State.DONE);
            }
        });
        requireQueueEverywhere();
    }

    /** Connections at work on the conversion are killed, whatever they do then. */
    @Test
    void aLostConnectionLosesNoChange() throws Exception {
        whileWorkersWork(() -> {
            long number = begin();
            Random random = new Random();
            for (int kill = 0; kill < 6 && progress(number).state() != State.DONE; kill++) {
                Thread.sleep(random.nextLong(400));
                kill(random.nextInt(2) * (SHARDS - 1));
                resumeIfLeft(number);
            }
            Conditions.await("the end of operation " + number, LONG, () -> {
                resumeIfLeft(number);
                return progress(number).state() == State.DONE;
            });
        });
        requireQueueEverywhere();
    }

    /** These proxies go on with nothing by themselves. */
    private void resumeIfLeft(long number) {
        Progress progress = progress(number);
        if (progress.state() == State.FAILED || progress.detail().startsWith("waiting for a server")) {
            try {
                Jdbc.execute(operator, "RESUME OPERATION " + number);
            } catch (SQLException runs) {
                // It is taken up already, or is lost once more.
            }
        }
    }

    private void kill(int shard) throws SQLException {
        try (Connection root = primary(shard).connection()) {
            for (String connection : Jdbc.column(
                    root,
                    "SELECT id FROM information_schema.processlist WHERE info LIKE '%pinion\\_next%' AND id <>"
                            + " CONNECTION_ID()")) {
                try {
                    Jdbc.execute(root, "KILL CONNECTION " + connection);
                } catch (SQLException gone) {
                    // It has ended by itself.
                }
            }
        }
    }

    // --- what can't be

    @Test
    void whatCantBecomeAQueueIsRefusedBeforeAnythingIsMade() throws Exception {
        refused("CONVERT TABLE work.nothing AS '" + QUEUE + "'", "declares no table work.nothing");
        refused("CONVERT TABLE nowhere." + table + " AS '" + QUEUE + "'", "no sharded keyspace nowhere");
        refused("CONVERT TABLE work." + table + " AS 'object type=3'", "says nothing of a queue");
        refused(
                "CONVERT TABLE work." + table + " AS 'mapping from=id queue=state,updated_at states=A:0'",
                "declared already");
        refused(
                "CONVERT TABLE work." + table + " AS 'object type=3 queue=status,updated_at states=A:0'",
                "has no column status");
        refused(
                "CONVERT TABLE work." + table + " AS 'object type=3 queue=worker,updated_at states=A:0'",
                "make it TINYINT UNSIGNED NOT NULL first");
        alter("ADD UNIQUE KEY of_worker (worker, local_id)");
        refused(convert(), "the unique key of_worker");
        alter("DROP KEY of_worker, MODIFY updated_at DATETIME NULL");
        refused(convert(), "make it DATETIME NOT NULL first");
        alter("MODIFY updated_at DATETIME NOT NULL");
        for (int shard = 0; shard < SHARDS; shard++) {
            onPrimary(
                    shard,
                    "CREATE TRIGGER " + database(shard) + ".own BEFORE INSERT ON " + database(shard) + "." + table
                            + " FOR EACH ROW SET NEW.f = 1");
        }
        refused(convert(), "has the trigger own");
        for (int shard = 0; shard < SHARDS; shard++) {
            onPrimary(shard, "DROP TRIGGER " + database(shard) + ".own");
        }
        if (product == ServerProduct.MYSQL97) {
            onPrimary(0, "SET GLOBAL log_bin_trust_function_creators = 0");
            try {
                refused(convert(), "SET GLOBAL log_bin_trust_function_creators = 1");
            } finally {
                onPrimary(0, "SET GLOBAL log_bin_trust_function_creators = 1");
            }
        }
        assertThat(Jdbc.lines(operator, "EXPLAIN " + convert()))
                .anyMatch(line -> line.contains(" TRIGGER `work"))
                .anyMatch(line -> line.contains("RENAME TABLE"))
                .last()
                .asString()
                .contains("declare " + table + " as object type=3 queue=state,updated_at");
        requireNothingLeft();
    }

    @Test
    void aTableThatAnotherRefersToIsNotSwitched() throws Exception {
        onPrimary(
                SHARDS - 1,
                "CREATE TABLE " + database(SHARDS - 1) + ".child (id BIGINT UNSIGNED, FOREIGN KEY (id) REFERENCES "
                        + database(SHARDS - 1) + "." + table + " (local_id))");
        try {
            long number = begin();
            Progress progress = ended(number);
            assertThat(progress.state()).isEqualTo(State.FAILED);
            assertThat(progress.error()).contains("refers to " + database(SHARDS - 1) + "." + table);
            Jdbc.execute(operator, "CANCEL OPERATION " + number);
        } finally {
            onPrimary(SHARDS - 1, "DROP TABLE " + database(SHARDS - 1) + ".child");
        }
        requireNothingLeft();
    }

    @Test
    void aTableThatIsEmptiedOnItsServerMeanwhileIsNotSwitched() throws Exception {
        int last = SHARDS - 1;
        try (Connection busy = primary(last).connection()) {
            long number = begin();
            Conditions.await("the last shard is copied", LONG, () -> !askPrimary(
                            last, "SHOW TABLES FROM " + database(last) + " LIKE '%pinion\\_next%'")
                    .isEmpty());
            Jdbc.execute(busy, "TRUNCATE " + database(last) + "." + table);
            Progress progress = ended(number);
            if (progress.state() == State.FAILED) {
                assertThat(progress.error()).contains("was altered or emptied on its server");
                Jdbc.execute(operator, "RESUME OPERATION " + number);
                assertThat(ended(number).state()).isEqualTo(State.DONE);
            }
        }
        assertThat(askPrimary(last, "SELECT COUNT(*) FROM " + database(last) + "." + table))
                .containsExactly("0");
        requireQueueEverywhere();
    }

    private void alter(String change) throws SQLException {
        for (int shard = 0; shard < SHARDS; shard++) {
            onPrimary(shard, "ALTER TABLE " + database(shard) + "." + table + " " + change);
        }
    }

    private void refused(String statement, String because) {
        assertThatThrownBy(() -> Jdbc.execute(operator, statement)).hasMessageContaining(because);
    }
}
