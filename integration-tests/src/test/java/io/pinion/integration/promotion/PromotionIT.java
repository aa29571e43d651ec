package io.pinion.integration.promotion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Topology;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.OperatorConnections;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.RowWriters;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.integration.testing.StillProxy;
import io.pinion.operations.engine.RequestKinds;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.pair.PairOperations;
import io.pinion.operations.pair.ReplacementRequest;
import io.pinion.operations.promotion.Promotions;
import io.pinion.operations.promotion.WantedOpening;
import io.pinion.operations.promotion.WantedPromotion;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** {@code PROMOTE PAIR} with two proxies, a real pair and a real ZooKeeper, while clients write. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachServer
class PromotionIT {
    private static final Duration TIMEOUT = PairCluster.TIMEOUT;
    private static final int WRITERS = Integer.getInteger("pinion.promotion.writers", 16);
    private static final int TURNS = Integer.getInteger("pinion.promotion.turns", 4);
    private static final Duration THINK = Duration.ofMillis(Integer.getInteger("pinion.promotion.think", 30));
    private static final int ROWS_AT_LEAST = 200;

    private PairCluster cluster;
    private ManagedServer first;
    private ManagedServer second;

    @Parameter
    ServerProduct product;

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPair(directory);
        List<ManagedServer> servers = started.all();
        first = servers.get(0);
        second = servers.get(1);
        cluster = new PairCluster(directory, first, second, started.end());
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (cluster != null) {
            cluster.stop();
        }
    }

    /** @return the new primary */
    private static String promote(Connection operator) throws SQLException {
        List<String> promoted = Jdbc.rows(operator, "PROMOTE PAIR p").getFirst();
        System.out.println("promoted in " + promoted.get(3) + " ms, " + promoted.get(4) + " connections ended");
        assertThat(promoted.getLast()).isEqualTo("nothing");
        return promoted.get(1);
    }

    @Test
    void clientsSeeAPauseAndNothingElse() throws Exception {
        List<String> primaries = new ArrayList<>();
        RowWriters writers = new RowWriters(cluster, WRITERS, THINK);
        try (writers;
                Connection operator = cluster.connect(0)) {
            String before = PairCluster.primary(operator);
            for (int turn = 0; turn < TURNS; turn++) {
                writers.awaitMore(ROWS_AT_LEAST);
                writers.pauses.begin();
                primaries.add(promote(operator));
                writers.awaitMore(ROWS_AT_LEAST);
                writers.pauses.end();
            }
            System.out.println("PROMOTE PAIR, " + writers.pauses);
            writers.close();
            assertThat(writers.errors).isEmpty();
            for (String primary : primaries) {
                assertThat(primary).isNotEqualTo(before);
                before = primary;
            }
            cluster.replication().awaitCaughtUp(TIMEOUT);
            for (ManagedServer server : List.of(first, second)) {
                try (Connection root = server.connection()) {
                    assertThat(Jdbc.value(root, "SELECT COUNT(*) FROM shop.rows_of"))
                            .isEqualTo(Integer.toString(writers.acknowledged.size()));
                }
            }
            assertThat(PairCluster.lastOperation(operator)).contains("done", "PROMOTE PAIR p TO " + before);
        } finally {
            Jdbc.execute(first.isFenced() ? second.connection() : first.connection(), "DELETE FROM shop.rows_of");
        }
    }

    @Test
    void aStandbyThatDoesntFollowIsRefusedAndNothingIsHeld() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection writer = cluster.connect(1)) {
            ManagedServer standby = standby(operator);
            standby.execute(standby.dialect().stopFollowing());
            try {
                assertThat(Failure.of(() -> promote(operator)).message())
                        .contains("not promoted", "doesn't follow", "replication is stopped");
                assertThat(Failure.of(() -> Jdbc.rows(operator, "EXPLAIN PROMOTE PAIR p"))
                                .message())
                        .contains("would be refused", "doesn't follow");
                assertThat(PairCluster.lastOperation(operator)).contains("cancelled");
            } finally {
                standby.execute(standby.dialect().resumeFollowing());
            }
            PairCluster.write(writer);
            cluster.replication().awaitRunning(TIMEOUT);
        }
    }

    /** Until then only the session's connection there knew it. */
    @Test
    void whatAStatementHasLeftOnTheOldPrimaryIsKnownBehindIt() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1)) {
            ManagedServer primary = standby(operator).equals(first) ? second : first;
            primary.execute(List.of(
                    "DROP TABLE IF EXISTS shop.numbered",
                    "CREATE TABLE shop.numbered (n INT AUTO_INCREMENT PRIMARY KEY, v INT UNIQUE)"));
            Jdbc.execute(client, "INSERT IGNORE INTO numbered (v) VALUES (1), (1)");
            promote(operator);
            assertThat(Jdbc.rows(client, "SHOW WARNINGS").getFirst()).contains("1062");
            assertThat(Jdbc.value(client, "SELECT v FROM numbered WHERE n = LAST_INSERT_ID()"))
                    .isEqualTo("1");

            Jdbc.rows(client, "SELECT SQL_CALC_FOUND_ROWS n FROM numbered LIMIT 0");
            promote(operator);
            assertThat(Jdbc.value(client, "SELECT FOUND_ROWS()")).isEqualTo("1");
        }
    }

    /** The promotion finds it in the moments in which the connection is kept for who asks for the id. */
    @Test
    void anInsertJustBeforeItHasItsIdBehindIt() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        try (Connection operator = cluster.connect(0);
                Connection client = cluster.connect(1)) {
            ManagedServer primary = standby(operator).equals(first) ? second : first;
            primary.execute(List.of(
                    "DROP TABLE IF EXISTS shop.inserted",
                    "CREATE TABLE shop.inserted (n INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(40))"));
            CompletableFuture<Integer> inserted = CompletableFuture.supplyAsync(() -> insertAndAsk(client, over));
            for (int turn = 0; turn < TURNS; turn++) {
                promote(operator);
            }
            over.set(true);
            assertThat(inserted.get(1, TimeUnit.MINUTES)).isPositive();
        } finally {
            over.set(true);
        }
    }

    /** @return how often */
    private static int insertAndAsk(Connection client, AtomicBoolean over) {
        try {
            int rows = 0;
            while (!over.get()) {
                String value = "row " + rows++;
                Jdbc.execute(client, "INSERT INTO inserted (v) VALUES ('" + value + "')");
                // So that a promotion may come in between.
                LockSupport.parkNanos(THINK.toNanos());
                assertThat(Jdbc.value(client, "SELECT v FROM inserted WHERE n = LAST_INSERT_ID()"))
                        .isEqualTo(value);
            }
            return rows;
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    @Test
    void aStandbyThatDoesntLetClientsInIsRefused() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection writer = cluster.connect(1)) {
            ManagedServer standby = standby(operator);
            setDataPassword(standby, "another");
            try {
                assertThat(Failure.of(() -> promote(operator)).message())
                        .contains("not promoted", "account data", "can't log in", "as on the other servers");
            } finally {
                setDataPassword(standby, "data-secret");
            }
            PairCluster.write(writer);
        }
    }

    private static void setDataPassword(ManagedServer standby, String password) throws SQLException {
        standby.execute(standby.dialect().unfence());
        standby.executeUnreplicated(List.of(
                "ALTER USER '" + AccountRole.DATA.userName() + "'@'127.0.0.1' IDENTIFIED BY '" + password + "'"));
        standby.fence(TIMEOUT);
    }

    /** Neither the promotion nor its way back could go on behind the hold. */
    @Test
    void aServerWhoseOperatorMayNotFenceIsRefusedAndNothingIsHeld() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection writer = cluster.connect(1)) {
            ManagedServer primary = standby(operator).equals(first) ? second : first;
            String right = product == ServerProduct.MARIADB ? "READ_ONLY ADMIN" : "SYSTEM_VARIABLES_ADMIN";
            String account = "'" + AccountRole.OPERATOR.userName() + "'@'127.0.0.1'";
            String grant = "GRANT " + right + " ON *.* TO " + account + " WITH GRANT OPTION";
            primary.executeUnreplicated(List.of("REVOKE " + right + " ON *.* FROM " + account));
            try {
                assertThat(Failure.of(() -> Jdbc.rows(operator, "EXPLAIN PROMOTE PAIR p"))
                                .message())
                        .contains(
                                "account operator (pinion_operator) lacks rights on",
                                ":" + primary.port() + ")",
                                grant);
                Failure refused = Failure.of(() -> promote(operator));
                assertThat(refused.message())
                        .contains("not promoted", "account operator (pinion_operator) lacks rights on", grant);
                assertThat(refused.code()).isEqualTo(1227);
                assertThat(Jdbc.rows(operator, "SHOW PAIRS").toString()).doesNotContain("held");
                assertThat(PairCluster.lastOperation(operator)).contains("cancelled");
            } finally {
                primary.executeUnreplicated(List.of(grant));
            }
            PairCluster.write(writer);
            promote(operator);
        }
    }

    @Test
    void whatItWouldDoIsExplainedAndNothingIsDone() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            String before = PairCluster.primary(operator);

            List<List<String>> steps = Jdbc.rows(operator, "EXPLAIN PROMOTE PAIR p");

            assertThat(steps.stream().map(step -> step.get(2)))
                    .containsAll(standby(operator).dialect().unfence())
                    .contains("XA RECOVER", "pairs.p.held = true");
            assertThat(PairCluster.primary(operator)).isEqualTo(before);
        }
    }

    @Test
    void aServerIsNamedThatIsThePrimaryOrNone() throws Exception {
        try (Connection operator = cluster.connect(0)) {
            String primary = PairCluster.primary(operator);
            assertThat(Failure.of(() -> Jdbc.execute(operator, "PROMOTE PAIR p TO " + primary))
                            .message())
                    .contains(primary + " is the primary of pair p already");
            assertThat(Failure.of(() -> Jdbc.execute(operator, "PROMOTE PAIR p TO x"))
                            .message())
                    .contains("no server x");
        }
    }

    /** A proxy that takes the primary of before for today's must not open it, nor empty today's. */
    @Test
    void whoIsBehindLeavesThePairAlone() throws Exception {
        Topology before = cluster.editor().current();
        try (Connection operator = cluster.connect(0);
                Promotions behind = cluster.promotionsBehind(before);
                PairOperations pairs = cluster.pairsBehind(before)) {
            String old = PairCluster.primary(operator);
            String next = promote(operator);

            String behindTheStored = "the stored topology has other servers for pair p";
            RequestKinds asked = new RequestKinds(List.of(behind, pairs));
            assertThatThrownBy(() -> join(asked.run(new WantedOpening("p"), "app")))
                    .hasMessageContaining(behindTheStored);
            for (Manner manner : List.of(Manner.PLANNED, Manner.FENCED)) {
                WantedPromotion wanted = new WantedPromotion("p", Optional.empty(), manner);
                assertThatThrownBy(() -> join(asked.run(wanted, "app"))).hasMessageContaining(behindTheStored);
            }
            assertThatThrownBy(() -> join(asked.run(
                            new ReplacementRequest("p", next, Optional.empty(), true, Optional.empty()), "app")))
                    .hasMessageContaining(behindTheStored);
            assertThat((old.equals("A") ? first : second).isFenced()).isTrue();
            assertThat(PairCluster.primary(operator)).isEqualTo(next);
        }
    }

    private static <T> T join(CompletionStage<T> answer) throws Exception {
        return answer.toCompletableFuture().get(1, TimeUnit.MINUTES);
    }

    /** As when the proxy that ran it died behind the fence. */
    @Test
    void aPromotionThatBrokeOffGoesOn() throws Exception {
        try (Connection operator = cluster.connect(1);
                Connection writer = cluster.connect(0)) {
            String next = cluster.breakOff(operator);
            assertThat(PairCluster.lastOperation(operator)).contains("interrupted");

            Jdbc.execute(
                    operator,
                    "RESUME OPERATION " + PairCluster.lastOperation(operator).getFirst());

            assertThat(PairCluster.primary(operator)).isEqualTo(next);
            assertThat(PairCluster.lastOperation(operator)).contains("done");
            PairCluster.write(writer);
        }
    }

    /** Another PROMOTE PAIR is the same promotion, so that somebody who repeats it doesn't turn it back. */
    @Test
    void aPromotionThatBrokeOffGoesOnWhenItIsSaidAgain() throws Exception {
        try (Connection operator = cluster.connect(1);
                Connection writer = cluster.connect(0)) {
            String next = cluster.breakOff(operator);
            String number = PairCluster.lastOperation(operator).getFirst();

            assertThat(promote(operator)).isEqualTo(next);

            assertThat(PairCluster.lastOperation(operator)).contains(number, "done");
            PairCluster.write(writer);
        }
    }

    @Test
    void aPromotionThatBrokeOffIsGivenUp() throws Exception {
        try (Connection operator = cluster.connect(1);
                Connection writer = cluster.connect(0)) {
            String before = PairCluster.primary(operator);
            cluster.breakOff(operator);

            Jdbc.execute(
                    operator,
                    "CANCEL OPERATION " + PairCluster.lastOperation(operator).getFirst());

            assertThat(PairCluster.primary(operator)).isEqualTo(before);
            assertThat(PairCluster.lastOperation(operator)).contains("cancelled");
            PairCluster.write(writer);
        }
    }

    /** As when the proxy that ran it died behind the opening of the standby: the old primary must not be opened again. */
    @Test
    void aPromotionThatBrokeOffAndFailsAgainOpensNothing() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection writer = cluster.connect(1)) {
            ManagedServer next = standby(operator);
            ManagedServer old = next.equals(second) ? first : second;
            try (Connection root = old.connection()) {
                Jdbc.execute(root, "XA START 'left'");
                Jdbc.execute(root, "INSERT INTO shop.rows_of VALUES ('of a branch', 1)");
                Jdbc.execute(root, "XA END 'left'");
                Jdbc.execute(root, "XA PREPARE 'left'");
                cluster.breakOff(operator);
                next.unfence();
                String number = PairCluster.lastOperation(operator).getFirst();

                assertThat(Failure.of(() -> promote(operator)).message())
                        .contains("prepared transactions", "RESUME OPERATION " + number);
                assertThat(PairCluster.lastOperation(operator)).contains("failed");
                assertThat(Failure.of(() -> Jdbc.execute(operator, "CANCEL OPERATION " + number))
                                .message())
                        .contains("takes writes already");

                assertThat(old.isFenced()).isTrue();
                Jdbc.execute(root, "XA ROLLBACK 'left'");
                Jdbc.execute(operator, "RESUME OPERATION " + number);
            }
            PairCluster.write(writer);
        }
    }

    @Test
    void aTransactionThatStaysOpenIsEndedAndNothingOfItIsLeft() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection idle = cluster.connect(1);
                Connection reader = cluster.connect(1)) {
            Jdbc.execute(idle, "BEGIN");
            Jdbc.execute(idle, "INSERT INTO rows_of VALUES ('never committed', 1)");
            promote(operator);
            assertThat(Failure.of(() -> Jdbc.execute(idle, "COMMIT")).message()).contains("pair p");
            assertThat(Jdbc.value(reader, "SELECT COUNT(*) FROM rows_of WHERE id = 'never committed'"))
                    .isEqualTo("0");
        }
    }

    @Test
    void aProxyThatCantBeToldToHoldIsWaitedFor() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection looking = cluster.connect(0);
                Connection writer = cluster.connect(1)) {
            String before = PairCluster.primary(looking);
            CompletableFuture<Void> promotion;
            try (StillProxy still = StillProxy.in(cluster.registry())) {
                promotion = promoting(operator);
                Conditions.await(() -> PairCluster.lastOperation(looking)
                        .toString()
                        .contains("waiting for proxies that can't be told to hold statements: " + still.name()));
                PairCluster.write(writer);
                assertThat(promotion).isNotDone();
            }
            promotion.join();
            Conditions.await(() -> !PairCluster.primary(looking).equals(before));
            PairCluster.write(writer);
        }
    }

    /** In the moment in which clients wait. */
    @Test
    void aPromotionWhoseConnectionBreaksIsUndone() throws Exception {
        try (Connection operator = cluster.connect(0);
                Connection looking = cluster.connect(0);
                Connection idle = cluster.connect(1);
                Connection writer = cluster.connect(1)) {
            // On a slow machine the hold may be over before it is seen.
            Conditions.await("a break in time", Conditions.LONG.multipliedBy(3), () -> breaks(operator, looking, idle));

            assertThat(PairCluster.lastOperation(looking)).contains("cancelled");
            PairCluster.write(writer);
        }
    }

    /** Whether the promotion has failed of it. */
    private boolean breaks(Connection operator, Connection looking, Connection idle) throws SQLException {
        ManagedServer old = standby(looking).equals(second) ? first : second;
        Jdbc.execute(idle, "BEGIN");
        Jdbc.execute(idle, "INSERT INTO rows_of VALUES ('never committed', 1)");
        CompletableFuture<Void> promotion = promoting(operator);
        boolean[] held = {false};
        Conditions.await(() -> {
            held[0] = Jdbc.rows(looking, "SHOW PAIRS").toString().contains("statements held");
            return held[0] || promotion.isDone();
        });

        OperatorConnections.end(old);

        try {
            promotion.join();
            // Its connection was ended.
            Failure.of(() -> Jdbc.execute(idle, "ROLLBACK"));
            return false;
        } catch (CompletionException e) {
            return held[0];
        }
    }

    private static CompletableFuture<Void> promoting(Connection operator) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        promote(operator);
                    } catch (SQLException e) {
                        throw new CompletionException(e);
                    }
                },
                task -> Thread.ofVirtual().start(task));
    }

    /** Connector/J asks for {@code @@session.transaction_read_only} behind BEGIN, so that the server knows of it already. */
    @Test
    void aTransactionThatHasDoneNothingGoesOnBehindIt() throws Exception {
        try (Connection operator = cluster.connect(1);
                Connection before = cluster.connect(1);
                Connection meanwhile = cluster.connect(1)) {
            for (Connection client : List.of(before, meanwhile)) {
                Jdbc.execute(client, "BEGIN");
                Jdbc.value(client, "SELECT @@session.transaction_isolation");
            }
            String generation = generation(operator);
            cluster.breakOff(operator);
            Conditions.await(() -> !generation(operator).equals(generation));
            CompletableFuture<Void> waiting = inserting(meanwhile, "meanwhile");
            Conditions.await(() -> waiting.isDone()
                    || !Jdbc.rows(operator, "SHOW POOLS WHERE waiting = '1'").isEmpty());
            assertThat(waiting).isNotDone();

            Jdbc.execute(
                    operator,
                    "RESUME OPERATION " + PairCluster.lastOperation(operator).getFirst());

            waiting.join();
            insert(before, "behind");
            for (Connection client : List.of(before, meanwhile)) {
                Jdbc.execute(client, "COMMIT");
            }
            assertThat(Jdbc.column(operator, "SELECT id FROM shop.rows_of ORDER BY id"))
                    .containsExactly("behind", "meanwhile");
            Jdbc.execute(before, "DELETE FROM rows_of");
        }
    }

    private static String generation(Connection operator) throws SQLException {
        return Jdbc.rows(operator, "SHOW TOPOLOGY STATUS LIKE 'generation'")
                .getFirst()
                .get(1);
    }

    private static CompletableFuture<Void> inserting(Connection client, String id) {
        return CompletableFuture.runAsync(
                () -> insert(client, id), task -> Thread.ofVirtual().start(task));
    }

    private static void insert(Connection client, String id) {
        try {
            Jdbc.execute(client, "INSERT INTO rows_of VALUES ('" + id + "', 1)");
        } catch (SQLException e) {
            throw new CompletionException(e);
        }
    }

    private ManagedServer standby(Connection operator) throws SQLException {
        return PairCluster.primary(operator).equals("A") ? second : first;
    }
}
