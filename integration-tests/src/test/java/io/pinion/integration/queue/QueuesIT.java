package io.pinion.integration.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.engine.OperationOutcome;
import io.pinion.operations.queue.Queues;
import io.pinion.operations.server.sql.Kill;
import io.pinion.routing.queue.JobQueue;
import io.pinion.routing.queue.PartitionPlan;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Partitions of a queue that come and go, and what must not be lost when something is in the way. */
@OnEachServer
class QueuesIT {
    /** Two states have 5, one 14 and one 8, and all others one: the next three of each, or those of twelve hours. */
    private static final int PARTITIONS = 5 + 5 + 14 + 8 + 1;

    private static final LocalDateTime MAY_7 = LocalDateTime.of(2040, 5, 7, 1, 30);

    private MoveCluster cluster;
    private QueueCluster queue;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPairs(directory);
        cluster = new MoveCluster(directory, started.pairs(), started.end());
        queue = QueueCluster.withoutKeeper(cluster, MAY_7);
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

    @Test
    void partitionsHaveTheArticlesNamesAndGoWhenTheirJobsHaveExpired() throws Exception {
        assertThat(queue.names())
                .containsExactly("pNEW_FUTURE", "pIN_PROGRESS_FUTURE", "pOK_FUTURE", "pFAIL_FUTURE", "p_CATCHALL");

        assertThat(queue.rotate(false)).containsExactly("pinterest.jobs: 4 times partitions made, 0 dropped");
        assertThat(queue.names())
                .contains("pNEW_2040050700_1", "pIN_PROGRESS_2040050700_1", "pOK_2040050701_1", "pFAIL_2040050700_1")
                .hasSize(PARTITIONS);
        queue.insert(0, MAY_7, "new");
        queue.insert(2, MAY_7, "done");
        queue.insert(2, MAY_7.plusHours(1), "done later");
        queue.insert(3, MAY_7, "failed");

        queue.pass(Duration.ofMinutes(90));
        assertThat(queue.rotate(false)).containsExactly("pinterest.jobs: 2 times partitions made, 1 dropped");

        assertThat(queue.bodies()).containsExactly("done later", "failed", "new");
        assertThat(queue.names()).doesNotContain("pOK_2040050701_1").contains("pOK_2040050702_1");
        assertThat(Jdbc.lines(queue.shard(), "SHOW TABLES LIKE 'pinion%'")).isEmpty();

        queue.pass(Duration.ofDays(10));
        assertThat(queue.rotate(false)).singleElement().asString().endsWith("dropped");
        assertThat(queue.bodies()).isEmpty();
        assertThat(queue.names()).hasSize(PARTITIONS);
        cluster.awaitCaughtUp(0);
        try (Connection standby = cluster.servers(0).getLast().connection()) {
            assertThat(QueueCluster.names(standby)).isEqualTo(queue.names());
        }
    }

    @Test
    void whatNamesBothColumnsReadsOnePartition() throws Exception {
        queue.rotate(false);

        assertThat(partitionsRead(
                        "state = 2 AND updated_at >= '2040-05-07 02:00:00' AND updated_at < '2040-05-07 03:00:00'"))
                .isEqualTo("pOK_2040050702_1");
        assertThat(partitionsRead("state = 2").split(",")).hasSize(14);
        assertThat(partitionsRead("updated_at > '2040-05-07 02:00:00'").split(","))
                .hasSize(PARTITIONS);
    }

    private String partitionsRead(String condition) throws Exception {
        String explain = product == ServerProduct.MARIADB ? "EXPLAIN PARTITIONS" : "EXPLAIN FORMAT=TRADITIONAL";
        return Jdbc.rows(queue.shard(), explain + " SELECT * FROM jobs WHERE " + condition)
                .getFirst()
                .get(3);
    }

    @Test
    void jobsOfStatesThatNobodyDeclaredAreToldOfAndStay() throws Exception {
        queue.rotate(false);
        queue.insert(9, MAY_7, "odd");
        queue.insert(2, MAY_7.plusDays(1), "of tomorrow");

        queue.pass(Duration.ofMinutes(1));
        assertThat(queue.rotate(false))
                .anyMatch(line -> line.startsWith("partition p_CATCHALL of db00003.jobs has jobs in a state"))
                .anyMatch(line -> line.startsWith("partition pOK_FUTURE of db00003.jobs has jobs with times behind"));
        assertThat(Jdbc.lines(queue.operator(), "SHOW QUEUES"))
                .anyMatch(line -> line.contains("| (undeclared) | 1 |"))
                .anyMatch(line -> line.contains("p_CATCHALL"));

        // The job of tomorrow has got a partition with all of the time that nobody had made one for.
        queue.pass(Duration.ofDays(30));
        queue.rotate(false);
        assertThat(queue.bodies()).containsExactly("odd", "of tomorrow");
        queue.pass(Duration.ofHours(2));
        queue.rotate(false);
        assertThat(queue.bodies()).containsExactly("odd");
    }

    @Test
    void aPartitionInWhichSomebodyHasMixedStatesStaysWithItsJobs() throws Exception {
        queue.rotate(false);
        queue.insert(1, MAY_7, "in progress");
        queue.insert(2, MAY_7, "done");
        Jdbc.execute(
                queue.shard(),
                "ALTER TABLE jobs REORGANIZE PARTITION pIN_PROGRESS_2040050700_1, pIN_PROGRESS_2040050800_1,"
                        + " pIN_PROGRESS_2040050900_1, pIN_PROGRESS_2040051000_1, pIN_PROGRESS_FUTURE, pOK_2040050701_1 INTO"
                        + " (PARTITION mine VALUES LESS THAN (2, '2040-05-07 02:00:00'))");

        queue.pass(Duration.ofHours(3));
        List<String> told = queue.rotate(false);

        // First the partitions of the state in progress are made again, and its job goes there.
        assertThat(queue.bodies()).as("%s", told).containsExactly("in progress");
        assertThat(queue.names()).contains("pIN_PROGRESS_2040050700_1").doesNotContain("mine");
    }

    @Test
    void jobsThatHaveNotExpiredComeBackFromAnExchangedPartition() throws Exception {
        queue.rotate(false);
        // As a proxy leaves it that dies behind EXCHANGE PARTITION, with what a client wrote just before.
        Jdbc.execute(queue.shard(), "CREATE TABLE pinion_expired_jobs LIKE jobs");
        Jdbc.execute(queue.shard(), "ALTER TABLE pinion_expired_jobs REMOVE PARTITIONING");
        Jdbc.execute(
                queue.shard(),
                "INSERT INTO pinion_expired_jobs VALUES (1001, 2, '2040-05-06 20:00:00', 'expired'),"
                        + " (1002, 1, '2040-05-06 20:00:00', 'young'), (1003, 7, '2001-01-01', 'odd')");

        assertThat(queue.rotate(false))
                .first()
                .isEqualTo(
                        "pinterest.jobs: 0 times partitions made, 0 dropped, 2 jobs brought back that had not expired");

        assertThat(queue.bodies()).containsExactly("odd", "young");
        assertThat(Jdbc.lines(queue.shard(), "SHOW TABLES LIKE 'pinion%'")).isEmpty();
    }

    @Test
    void aJobWhoseKeyIsTakenStaysWhereItIs() throws Exception {
        queue.rotate(false);
        queue.insert(1, MAY_7, "there");
        Jdbc.execute(queue.shard(), "CREATE TABLE pinion_expired_jobs LIKE jobs");
        Jdbc.execute(queue.shard(), "ALTER TABLE pinion_expired_jobs REMOVE PARTITIONING");
        Jdbc.execute(queue.shard(), "INSERT INTO pinion_expired_jobs SELECT n, state, updated_at, 'twice' FROM jobs");

        assertThat(queue.rotate(false)).anyMatch(line -> line.contains("can't come back"));

        assertThat(queue.bodies()).containsExactly("there");
        assertThat(Jdbc.lines(queue.shard(), "SELECT body FROM pinion_expired_jobs"))
                .containsExactly("twice");
    }

    @Test
    void manyRowsAreCopiedOnlyWhenSomebodySaysSo() throws Exception {
        Jdbc.execute(
                queue.shard(),
                "INSERT INTO jobs (state, updated_at, body) WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL"
                        + " SELECT i + 1 FROM r WHERE i < 900) SELECT 2, '2040-05-07 01:40:00', i FROM r");
        for (int i = 0; i < 2; i++) {
            Jdbc.execute(
                    queue.shard(),
                    "INSERT INTO jobs (state, updated_at, body) SELECT state, updated_at, body FROM jobs");
        }

        assertThat(queue.rotate(false)).anyMatch(line -> line.contains("ROTATE PARTITIONS OF pinterest.jobs FORCE"));
        assertThat(queue.names()).doesNotContain("pOK_2040050701_1");
        queue.rotate(true);
        assertThat(queue.names()).contains("pOK_2040050701_1");
        assertThat(Jdbc.value(queue.shard(), "SELECT COUNT(*) FROM jobs PARTITION (pOK_2040050701_1)"))
                .isEqualTo("3600");
    }

    @Test
    void keepersThatEndEachOtherInTheMiddleLoseNothing() throws Exception {
        for (int i = 0; i < 20; i++) {
            queue.insert(0, MAY_7.plusHours(i), "new " + i);
            queue.insert(2, MAY_7.plusMinutes(40L * i), "done " + i);
        }
        List<Queues> keepers = List.of(queue.another(Duration.ofMillis(5)), queue.another(Duration.ofMillis(7)));
        try {
            for (int hour = 0; hour < 15; hour++) {
                queue.pass(Duration.ofHours(1));
                int step = hour;
                Conditions.await("hour " + hour, MoveCluster.TIMEOUT, () -> {
                    queue.insert(2, queue.now(), "later " + step);
                    return isKept();
                });
            }
        } finally {
            keepers.forEach(Queues::close);
        }
        assertThat(queue.rotate(false)).as("what the last one has left").hasSize(1);

        assertThat(queue.bodies())
                .filteredOn(body -> body.startsWith("new"))
                .hasSize(20)
                .doesNotHaveDuplicates();
        assertThat(queue.bodies()).filteredOn(body -> body.startsWith("done")).isEmpty();
        assertThat(Jdbc.lines(queue.shard(), "SHOW TABLES LIKE 'pinion%'")).isEmpty();
    }

    private boolean isKept() throws Exception {
        PartitionPlan plan = new PartitionPlan(QueueCluster.queue(), queue.partitions(), queue.now());
        return plan.missing().isEmpty() && plan.expired().isEmpty();
    }

    @Test
    void aTableBecomesAQueueWithItsRows() throws Exception {
        Jdbc.execute(
                queue.operator(),
                "CREATE TABLE old (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, state TINYINT UNSIGNED NOT NULL,"
                        + " updated_at DATETIME NOT NULL, data LONGTEXT) COMMENT 'pinion: object type=9'");
        for (int i = 0; i < 8; i++) {
            Jdbc.execute(queue.operator(), "INSERT INTO old (state, updated_at) VALUES (0, UTC_TIMESTAMP())");
        }
        Jdbc.execute(queue.operator(), "ALTER TABLE old DROP PRIMARY KEY, ADD PRIMARY KEY (id, state, updated_at)");
        String states = "NEW:0:24h:48h,SENT:1";
        String declare = "DECLARE TABLE pinterest.old AS 'object type=9 queue=state,updated_at states=" + states + "'";
        String alter = "ALTER TABLE pinterest.old "
                + JobQueue.parse("state,updated_at", states).partitionClause();

        assertThatThrownBy(() -> Jdbc.execute(queue.operator(), declare))
                .hasMessageContaining("isn't partitioned as a queue: " + alter + " first");
        Jdbc.execute(queue.operator(), alter);
        String time = "ALTER TABLE old MODIFY updated_at DATETIME NOT NULL";
        Jdbc.execute(queue.operator(), time + " DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP");
        assertThatThrownBy(() -> Jdbc.execute(queue.operator(), declare))
                .hasMessageContaining("gets the local time of sessions by itself");
        Jdbc.execute(queue.operator(), time);
        Jdbc.execute(queue.operator(), declare);
        assertThatThrownBy(() -> Jdbc.execute(queue.operator(), time)).hasMessageContaining("jobs of the queue expire");
        Jdbc.rows(queue.operator(), "ROTATE PARTITIONS OF pinterest.old");

        assertThat(Jdbc.value(queue.operator(), "SELECT COUNT(*) FROM old")).isEqualTo("8");
        assertThat(Jdbc.rows(queue.shard(), "SHOW CREATE TABLE old").getFirst().get(1))
                .contains("pNEW_2")
                .contains("pSENT_FUTURE");
        assertThat(Jdbc.lines(queue.operator(), "SHOW QUEUES"))
                .anyMatch(line -> line.startsWith("pinterest | old | NEW"));
    }

    @Test
    void aTransactionThatHasTheTableIsWaitedForButNobodyWaitsBehindIt() throws Exception {
        queue.rotate(false);
        queue.pass(Duration.ofHours(1));
        try (Connection busy = cluster.connect(0)) {
            busy.setAutoCommit(false);
            Jdbc.execute(
                    busy, "INSERT INTO pinterest.jobs (state, updated_at, body) VALUES (0, '" + MAY_7 + "', 'open')");

            assertThat(queue.rotate(false)).anyMatch(line -> line.startsWith("db00003.jobs is in use"));
            busy.commit();
        }
        assertThat(queue.rotate(false)).noneMatch(line -> line.contains("in use"));
        assertThat(queue.bodies()).containsExactly("open");
    }

    @Test
    void whatHasOnlyAUniqueKeyIsNoQueueAndOneThatIsGetsWell() throws Exception {
        queue.rotate(false);
        // As a table was declared before a primary key was asked for.
        Jdbc.execute(queue.shard(), "ALTER TABLE jobs DROP PRIMARY KEY, ADD UNIQUE KEY whole (n, state, updated_at)");
        queue.insert(2, MAY_7, "done");
        Jdbc.execute(queue.shard(), "CREATE TABLE pinion_expired_jobs LIKE jobs");
        Jdbc.execute(queue.shard(), "ALTER TABLE pinion_expired_jobs REMOVE PARTITIONING");
        Jdbc.execute(
                queue.shard(),
                "INSERT INTO pinion_expired_jobs VALUES (1001, 2, '2040-05-06 20:00:00', 'expired'),"
                        + " (1002, 1, '2040-05-06 20:00:00', 'young'), (1003, 1, '2040-05-06 20:00:00', 'young too')");

        queue.pass(Duration.ofMinutes(90));
        assertThat(queue.rotate(false))
                .containsExactly(
                        "pinterest.jobs: 2 times partitions made, 1 dropped, 2 jobs brought back that had not expired");

        assertThat(queue.bodies()).containsExactly("young", "young too");
        assertThat(Jdbc.lines(queue.shard(), "SHOW TABLES LIKE 'pinion%'")).isEmpty();
        assertThatThrownBy(() -> Jdbc.execute(
                        queue.operator(),
                        "DECLARE TABLE pinterest.jobs AS 'single shard=3 queue=state,updated_at states=NEW:0'"))
                .hasMessageContaining("pinterest.jobs has no primary key, as a queue has: ALTER TABLE pinterest.jobs"
                        + " ADD PRIMARY KEY (…, state, updated_at) first");
    }

    @Test
    void aQueueMayHaveChecks() throws Exception {
        Jdbc.execute(queue.shard(), "ALTER TABLE jobs ADD CONSTRAINT known CHECK (state < 10), ADD CHECK (state < 9)");
        queue.rotate(false);
        queue.insert(2, MAY_7, "done");
        queue.insert(3, MAY_7, "failed");

        queue.pass(Duration.ofMinutes(90));
        assertThat(queue.rotate(false)).containsExactly("pinterest.jobs: 2 times partitions made, 1 dropped");

        assertThat(queue.bodies()).containsExactly("failed");
        assertThat(Jdbc.lines(queue.shard(), "SHOW TABLES LIKE 'pinion%'")).isEmpty();
        assertThat(Jdbc.rows(queue.shard(), "SHOW CREATE TABLE jobs").getFirst().get(1))
                .contains("CONSTRAINT `known` CHECK");
    }

    @Test
    void columnsMayHaveNamesThatServersReserve() throws Exception {
        Jdbc.execute(
                queue.operator(),
                "CREATE TABLE pinterest.ranks (n BIGINT UNSIGNED NOT NULL, `rank` TINYINT UNSIGNED NOT NULL, `change`"
                        + " DATETIME NOT NULL, PRIMARY KEY (n, `rank`, `change`)) COMMENT 'pinion: single shard=3"
                        + " queue=rank,change states=OK:2:1h:1h'");
        assertThat(queue.rotate("ranks", false)).containsExactly("pinterest.ranks: 1 times partitions made, 0 dropped");
        Jdbc.execute(queue.shard(), "INSERT INTO ranks VALUES (1, 2, '" + MAY_7 + "')");

        queue.pass(Duration.ofMinutes(90));
        assertThat(queue.rotate("ranks", false)).containsExactly("pinterest.ranks: 1 times partitions made, 1 dropped");
        assertThat(Jdbc.value(queue.shard(), "SELECT COUNT(*) FROM ranks")).isEqualTo("0");
    }

    @Test
    void anOperationWhoseConnectionIsLostHasFailedAndGoesOn() throws Exception {
        queue.rotate(false);
        queue.pass(Duration.ofHours(1));
        try (Connection busy = cluster.connect(0)) {
            busy.setAutoCommit(false);
            Jdbc.execute(
                    busy, "INSERT INTO pinterest.jobs (state, updated_at, body) VALUES (0, '" + MAY_7 + "', 'open')");
            CompletableFuture<OperationOutcome> rotation = queue.beginRotation("jobs", false);
            Conditions.await("the end of its connection", MoveCluster.TIMEOUT, () -> {
                Kill.all(
                        queue.shard(),
                        Jdbc.column(
                                queue.shard(),
                                "SELECT id FROM information_schema.processlist WHERE info LIKE 'LOCK TABLES `db00003`%'"));
                return rotation.isDone();
            });

            assertThat(QueueCluster.told(rotation.join()))
                    .singleElement()
                    .asString()
                    .startsWith("failed: the connection on which the partitions of db00003.jobs were changed is lost")
                    .contains("which may take 10 minutes")
                    .contains("RESUME OPERATION");
            busy.commit();
        }
        // Whoever asks for the same goes on with it.
        assertThat(queue.rotate(false)).containsExactly("pinterest.jobs: 2 times partitions made, 0 dropped");
        assertThat(Jdbc.lines(queue.operator(), "SHOW OPERATIONS")).noneMatch(line -> line.contains("failed"));
    }

    @Test
    void pairsDontWaitForEachOther() throws Exception {
        Jdbc.execute(
                queue.operator(),
                "CREATE TABLE mails (user_id BIGINT NOT NULL, state TINYINT UNSIGNED NOT NULL, updated_at DATETIME NOT NULL,"
                        + " PRIMARY KEY (user_id, state, updated_at)) COMMENT 'pinion: mapping from=user_id"
                        + " queue=state,updated_at states=NEW:0:24h:48h'");
        List<Connection> busy = new ArrayList<>();
        try (Connection other = cluster.primary(1).connection()) {
            for (int shard = 0; shard < 4; shard++) {
                Connection open = cluster.connect(0);
                busy.add(open);
                open.setAutoCommit(false);
                Jdbc.rows(open, "SELECT * FROM " + MoveCluster.database(shard) + ".mails");
            }
            CompletableFuture<OperationOutcome> rotation = queue.beginRotation("mails", false);
            for (int shard = 4; shard < 8; shard++) {
                String database = MoveCluster.database(shard);
                Conditions.await(
                        database,
                        MoveCluster.TIMEOUT,
                        () -> Jdbc.rows(
                                                other,
                                                "SELECT 1 FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = '"
                                                        + database + "' AND TABLE_NAME = 'mails'")
                                        .size()
                                > 2);
            }
            for (Connection open : busy) {
                open.commit();
            }

            assertThat(QueueCluster.told(rotation.join()))
                    .as("the last one of the first pair comes behind all of the second")
                    .noneMatch(line -> line.startsWith("db00003.mails"));
        } finally {
            for (Connection open : busy) {
                open.close();
            }
        }
    }

    @Test
    void statementsOfPinionDoTheSame() throws Exception {
        // By the servers' clock.
        assertThat(Jdbc.rows(queue.operator(), "EXPLAIN ROTATE PARTITIONS OF pinterest.jobs"))
                .isNotNull();
        Jdbc.rows(queue.operator(), "ROTATE PARTITIONS");
        Conditions.await(() -> queue.names().size() >= 4 * 5 + 1);
        assertThat(Jdbc.rows(queue.operator(), "EXPLAIN ROTATE PARTITIONS OF pinterest.jobs"))
                .isEmpty();
        assertThat(Jdbc.rows(queue.operator(), "SHOW QUEUES")).hasSize(4);
    }

    /** Statistics take a partition for empty that was filled, or made anew, a moment ago. */
    @Test
    void aJobBehindAllPartitionsIsToldAtOnce() throws Exception {
        queue.rotate(false);
        Jdbc.execute(
                queue.operator(),
                "INSERT INTO jobs (state, updated_at, body) VALUES (9, '" + MAY_7
                        + "', 'undeclared'), (2, '2099-01-01', 'future')");
        Jdbc.rows(queue.shard(), "ANALYZE TABLE jobs");
        Jdbc.execute(
                queue.shard(),
                "UPDATE mysql.innodb_table_stats SET n_rows = 0 WHERE database_name = 'db00003' AND table_name LIKE 'jobs#%'");
        Jdbc.execute(queue.shard(), "FLUSH TABLES jobs");
        assertThat(queue.rotate(false))
                .anyMatch(line -> line.contains("p_CATCHALL") && line.contains("doesn't declare"))
                .anyMatch(line -> line.contains("_FUTURE") && line.contains("behind all other partitions"));
        assertThat(Jdbc.lines(queue.operator(), "EXPLAIN ROTATE PARTITIONS OF pinterest.jobs"))
                .anyMatch(line -> line.contains("p_CATCHALL") && line.contains("doesn't declare"));
    }

    @Test
    void shardsMayHaveOtherPartitionsAndAreAlikeAllTheSame() throws Exception {
        Jdbc.execute(
                queue.operator(),
                "CREATE TABLE mails (user_id BIGINT NOT NULL, state TINYINT UNSIGNED NOT NULL, updated_at DATETIME NOT NULL,"
                        + " PRIMARY KEY (user_id, state, updated_at)) COMMENT 'pinion: mapping from=user_id"
                        + " queue=state,updated_at states=NEW:0:24h:48h,SENT:1'");
        Jdbc.rows(queue.operator(), "ROTATE PARTITIONS OF mails");
        Jdbc.execute(queue.shard(), "ALTER TABLE mails DROP PARTITION pNEW_FUTURE");

        assertThat(Jdbc.lines(queue.operator(), "SHOW SCHEMA DRIFT FROM pinterest"))
                .noneMatch(line -> line.contains("mails"));
        Jdbc.execute(queue.operator(), "ALTER TABLE mails ADD COLUMN subject VARCHAR(100), ALGORITHM=INPLACE");
        assertThat(Jdbc.lines(queue.operator(), "SHOW SCHEMA DRIFT FROM pinterest"))
                .noneMatch(line -> line.contains("mails"));

        Jdbc.rows(queue.operator(), "ROTATE PARTITIONS OF mails");
        assertThat(Jdbc.value(queue.shard(), "SHOW CREATE TABLE mails")).isEqualTo("mails");
        assertThat(Jdbc.rows(queue.shard(), "SHOW CREATE TABLE mails")
                        .getFirst()
                        .get(1))
                .contains("pNEW_FUTURE")
                .contains("pSENT_FUTURE");
    }
}
