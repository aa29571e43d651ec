package io.pinion.integration.queue;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.operations.engine.OperationOutcome;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.Failed;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RequestKinds;
import io.pinion.operations.journal.LockNames;
import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.queue.Queues;
import io.pinion.operations.queue.RotationRequest;
import io.pinion.routing.queue.JobQueue;
import io.pinion.routing.queue.PartitionBound;
import io.pinion.routing.queue.QueuePartition;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The article's queue on one shard of a cluster, and a proxy more that keeps it by a clock of the test. */
final class QueueCluster implements AutoCloseable {
    /** What the keepers of the cluster's proxies would need, whose clock is another. */
    private static final LockNames LEASE = new LockNames("", Set.of("queues:"));

    static final String STATES = "NEW:0:24h:120h,IN_PROGRESS:1:24h:24h,OK:2:1h:1h,FAIL:3:2h:2h";

    private static final String DATABASE = MoveCluster.database(3);

    private final Connection operator;
    private final Connection root;
    private final OperationServices services;
    private final Queues queues;
    private Optional<TaskLock> lease = Optional.empty();
    private volatile LocalDateTime now;

    /** Without any keeper. */
    static QueueCluster withoutKeeper(MoveCluster cluster, LocalDateTime now) throws Exception {
        QueueCluster made = new QueueCluster(cluster, now, Duration.ofHours(1));
        made.lease = cluster.journal().lock(LEASE);
        return made;
    }

    /** @param every the pause between two passes of its keeper */
    QueueCluster(MoveCluster cluster, LocalDateTime now, Duration every) throws SQLException {
        this.now = now;
        operator = cluster.connect(0);
        Jdbc.execute(operator, create("jobs"));
        root = cluster.primary(0).connection();
        services = cluster.services();
        queues = new Queues(services, server -> this.now, every);
    }

    /** What keeps the queue by the same clock, and knows of no other: a proxy that has lost its lease, and not heard of it. */
    Queues another(Duration every) {
        OperationServices alone = new OperationServices(
                services.running(),
                services.store(),
                new MemoryJournal(),
                services.access(),
                services.proxies(),
                services.copies(),
                services.proxy());
        return new Queues(alone, server -> now, every);
    }

    static String create(String table) {
        return "CREATE TABLE pinterest." + table
                + " (n BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, state TINYINT UNSIGNED NOT"
                + " NULL, updated_at DATETIME NOT NULL, body LONGTEXT, PRIMARY KEY (n, state, updated_at), KEY (state,"
                + " updated_at)) COMMENT 'pinion: single shard=3 queue=state,updated_at states=" + STATES + "'";
    }

    /** To the servers through Pinion. */
    Connection operator() {
        return operator;
    }

    /** Root's, in the shard's database. */
    Connection shard() throws SQLException {
        root.setCatalog(DATABASE);
        return root;
    }

    LocalDateTime now() {
        return now;
    }

    void setNow(LocalDateTime time) {
        now = time;
    }

    void pass(Duration time) {
        now = now.plus(time);
    }

    void insert(int state, LocalDateTime time, String body) throws SQLException {
        Jdbc.execute(
                operator,
                "INSERT INTO pinterest.jobs (state, updated_at, body) VALUES (" + state + ", '" + time + "', '" + body
                        + "')");
    }

    List<String> bodies() throws SQLException {
        return Jdbc.lines(operator, "SELECT body FROM pinterest.jobs ORDER BY body");
    }

    /** @return what it tells, a line each */
    List<String> rotate(boolean force) {
        return rotate("jobs", force);
    }

    List<String> rotate(String table, boolean force) {
        return told(beginRotation(table, force).join());
    }

    CompletableFuture<OperationOutcome> beginRotation(String table, boolean force) {
        return new RequestKinds(List.of(queues))
                .run(new RotationRequest(Optional.of("pinterest." + table), force), "app")
                .<OperationOutcome>thenApply(done -> done)
                .exceptionally(Failed::of)
                .toCompletableFuture();
    }

    static List<String> told(OperationOutcome outcome) {
        return switch (outcome) {
            case Done done ->
                done.warnings().stream().map(ServerWarning::message).toList();
            case Failed failed -> List.of("failed: " + failed.message());
        };
    }

    List<String> problems() {
        return queues.problems();
    }

    List<String> names() throws SQLException {
        return names(root);
    }

    /** @param server root's connection to one that has the shard */
    static List<String> names(Connection server) throws SQLException {
        return partitions(server).stream().map(QueuePartition::name).toList();
    }

    List<QueuePartition> partitions() throws SQLException {
        return partitions(root);
    }

    /** @param server root's connection to one that has the shard */
    static List<QueuePartition> partitions(Connection server) throws SQLException {
        return Jdbc.rows(
                        server,
                        "SELECT PARTITION_NAME, PARTITION_DESCRIPTION FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = '"
                                + DATABASE
                                + "' AND TABLE_NAME = 'jobs' ORDER BY PARTITION_ORDINAL_POSITION")
                .stream()
                .map(row -> new QueuePartition(row.get(0), PartitionBound.parse(row.get(1))))
                .toList();
    }

    static JobQueue queue() {
        return JobQueue.parse("state,updated_at", STATES);
    }

    @Override
    public void close() throws SQLException {
        queues.close();
        lease.ifPresent(TaskLock::close);
        root.close();
        operator.close();
    }
}
