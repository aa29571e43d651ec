package io.pinion.server.execution.single;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.SessionEffects.InsertIdEffect;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.observe.PoolSnapshot;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestPlanner;
import io.pinion.server.testing.TestProxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of the connection that ran an insert. */
@ExtendWith(LeakWatch.class)
class InsertIdTest {
    private static final String QUESTION = "SELECT LAST_INSERT_ID(), LAST_INSERT_ID(0) LIMIT 1";

    private static final String OUT_OF_REACH = "LAST_INSERT_ID() is out of reach";

    private static final int IN_TRANSACTION = 3;
    private static final int INIT_DB = 2;
    private static final int MARIADB_VERSION = 101100;

    private final ScriptedServer server = new ScriptedServer();
    private final TestProxy proxy = TestProxy.inFrontOf(server).start();
    private final RawClient client = RawClient.loggedIn(proxy);

    @AfterEach
    void stop() {
        client.close();
        proxy.close();
        server.close();
    }

    @Test
    void aConnectionThatIsKeptForItsIdIsSoonGivenBack() {
        server.on("WRITE", reply -> reply.okWithId(1, 7, 2));
        client.query("WRITE");

        Conditions.await(() -> server.commands().contains(QUESTION));
        Conditions.await(() -> busy() == 0);
        assertThat(client.query("READ").errorCode()).isZero();
        assertThat(server.commands().stream().filter(QUESTION::equals)).hasSize(1);
    }

    @Test
    void aTransactionKeepsItsConnectionAllTheSame() {
        server.on("WRITE", reply -> reply.okWithId(1, 7, 3));
        server.on("LATER", reply -> reply.okWithId(1, 8, 2));
        client.query("BEGIN");
        client.query("WRITE");
        try (RawClient other = RawClient.loggedIn(proxy)) {
            other.query("LATER");
            Conditions.await(() -> server.commands().contains(QUESTION));
        }

        Conditions.await(() -> busy() == 1);
        assertThat(server.commands().stream().filter(QUESTION::equals)).hasSize(1);
    }

    @Test
    void anInsertWithoutAnIdLeavesTheOneBeforeWhoseConnectionIsBeingAsked() {
        CountDownLatch later = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        server.on("INSERT INTO first", reply -> reply.okWithId(1, 7, 2));
        server.on("INSERT INTO second", reply -> reply.okWithId(2, 3, 2));
        server.on(QUESTION, reply -> {
            if (asked.getAndIncrement() == 0) {
                reply.waitFor(later);
                reply.rows("7");
            } else {
                reply.rows("0");
            }
        });
        try (TestProxy planning = planning();
                RawClient own = inLegacy(planning)) {
            own.query("INSERT INTO first VALUES (1)");
            Conditions.await(() -> asked.get() == 1);
            own.query("INSERT INTO second VALUES (1)");
            later.countDown();
            Conditions.await(() -> asked.get() == 2);
            own.query("SELECT LAST_INSERT_ID()");
        }
        assertThat(server.commands()).last().asString().startsWith("SELECT (7|0)");
    }

    @Test
    void anIdThatWasNotReadBeforeAnotherPairsInsertMadeNoneIsLost() {
        InsertsOnSecondPair planner = new InsertsOnSecondPair();
        server.on("WRITE", reply -> reply.okWithId(1, 7, IN_TRANSACTION));
        try (ScriptedServer second = new ScriptedServer();
                TestProxy both = TestProxy.inFrontOf(server, second)
                        .planner(() -> planner)
                        .start();
                RawClient own = RawClient.loggedIn(both)) {
            second.on("INSERT", reply -> reply.okWithId(1, 5, IN_TRANSACTION));
            second.on(QUESTION, reply -> reply.rows("0"));
            own.query("BEGIN");
            own.query("WRITE");
            own.query("INSERT");
            own.query("READ LAST_INSERT_ID()");
        }
        assertThat(planner.seen.get()).isEqualTo(LastInsertId.LOST);
    }

    @Test
    void aDeadlockElsewhereLeavesTheIdAndWhatElseItsConnectionHas() {
        InsertsOnSecondPair planner = new InsertsOnSecondPair();
        server.on("WRITE", reply -> reply.okWithId(1, 7, IN_TRANSACTION));
        server.on(QUESTION, reply -> reply.rows("7"));
        try (ScriptedServer second = new ScriptedServer();
                TestProxy both = TestProxy.inFrontOf(server, second)
                        .planner(() -> planner)
                        .start();
                RawClient own = RawClient.loggedIn(both)) {
            second.on("INSERT", reply -> reply.error(1213, "40001", "Deadlock found"));
            second.on("COM_SET_OPTION", reply -> reply.ok(2));
            second.on(QUESTION, reply -> reply.rows("0"));
            own.query("TEMPORARY t");
            own.query("BEGIN");
            own.query("WRITE");
            own.query("INSERT");
            own.query("READ LAST_INSERT_ID()");
        }
        assertThat(planner.seen.get()).isEqualTo(new LastInsertId.Known(7));
        assertThat(connectionsOf("TEMPORARY t", QUESTION, "ROLLBACK", "READ LAST_INSERT_ID()"))
                .hasSize(1);
    }

    /** Outside of the client's transaction, which is rolled back, its statement would be committed. */
    @Test
    void aStatementThatWaitsForAnIdDoesNotRunWithoutItsClient() {
        CountDownLatch gone = new CountDownLatch(1);
        server.on("WRITE", reply -> reply.okWithId(1, 7, IN_TRANSACTION));
        server.on(QUESTION, reply -> {
            reply.waitFor(gone);
            reply.rows("7");
        });
        try (ScriptedServer second = new ScriptedServer();
                TestProxy both = TestProxy.inFrontOf(server, second)
                        .planner(InsertsOnSecondPair::new)
                        .start();
                RawClient other = RawClient.loggedIn(both)) {
            try (RawClient own = RawClient.loggedIn(both)) {
                own.query("BEGIN");
                own.query("WRITE");
                own.sendQuery("INSERT UNSEEN");
                Conditions.await(() -> server.commands().contains(QUESTION));
            }
            Conditions.await(() -> both.server().sessions().size() == 1);
            gone.countDown();
            other.query("ON pair2 READ");
            Conditions.await(() -> pools(both).allMatch(pool -> pool.busy() + pool.opening() + pool.waiting() == 0));
            assertThat(second.commands()).doesNotContain("INSERT UNSEEN");
        }
    }

    @Test
    void aConnectionThatIsAskedForItsIdIsAskedForVariablesBehindThat() {
        CountDownLatch later = new CountDownLatch(1);
        server.on("FUNCTION", reply -> reply.okWithId(1, 7, 2));
        server.on(QUESTION, reply -> {
            reply.waitFor(later);
            reply.rows("7");
        });
        try (ScriptedServer second = new ScriptedServer();
                TestProxy both = TestProxy.inFrontOf(server, second)
                        .planner(InsertsOnSecondPair::new)
                        .start();
                RawClient own = RawClient.loggedIn(both)) {
            second.on("INSERT", reply -> reply.okWithId(1, 5, 2));
            own.query("FUNCTION f()");
            own.query("INSERT");
            own.sendQuery("ON pair2 READ @a");
            Conditions.await(() -> server.commands().contains(QUESTION));
            later.countDown();
            own.readAnswer();
        }
        assertThat(server.commands()).anyMatch(command -> command.startsWith("SELECT @`a`"));
    }

    private List<Integer> connectionsOf(String... commands) {
        return server.received().stream()
                .filter(received -> List.of(commands).contains(received.command()))
                .map(ScriptedServer.Received::connection)
                .distinct()
                .toList();
    }

    @Test
    void anIdThatAComposedOneHasReplacedIsNeverAnothersId() {
        server.on("ID", reply -> reply.okWithId(1, 8, IN_TRANSACTION));
        try (ScriptedServer second = new ScriptedServer();
                TestProxy both = TestProxy.inFrontOf(server, second)
                        .planner(InsertsOnSecondPair::new)
                        .start();
                RawClient own = RawClient.loggedIn(both);
                RawClient other = RawClient.loggedIn(both)) {
            second.on("INSERT", reply -> reply.okWithId(1, 7, IN_TRANSACTION));
            own.query("BEGIN");
            own.query("INSERT");
            own.query("ID 4096 INSERT");
            own.query("COMMIT");
            other.query("INSERT of another");

            assertThat(second.commands())
                    .containsSubsequence("INSERT", "COMMIT", "SET last_insert_id=0", "INSERT of another");
        }
    }

    /** A text that begins with INSERT goes to pair2, with the effects of an insert by a physical name. */
    private static final class InsertsOnSecondPair extends TestPlanner {
        private final AtomicReference<LastInsertId> seen = new AtomicReference<>();

        @Override
        public RoutePlan plan(Catalog catalog, SessionView session, byte[] sql) {
            seen.set(session.lastInsertId());
            return new String(sql, StandardCharsets.UTF_8).startsWith("INSERT")
                    ? new RoutePlan.SingleShard(
                            new Target("pair2", "db1"),
                            text(sql),
                            new RoutePlan.DatabaseContext.Irrelevant(),
                            new RoutePlan.InsertedId.AsReported(),
                            new SessionEffects(false, Set.of(), effect(sql)))
                    : super.plan(catalog, session, sql);
        }

        /** What the client sent is released when it goes. */
        private static StatementText text(byte[] sql) {
            return effect(sql) == InsertIdEffect.UNSEEN ? new StatementText.Edited(sql) : new StatementText.Original();
        }

        private static InsertIdEffect effect(byte[] sql) {
            return new String(sql, StandardCharsets.UTF_8).equals("INSERT UNSEEN")
                    ? InsertIdEffect.UNSEEN
                    : InsertIdEffect.AS_ACKNOWLEDGED;
        }
    }

    @Test
    void anIdThatIsLostWithItsConnectionIsRefusedUntilTheNextInsert() {
        AtomicInteger asked = new AtomicInteger();
        server.on("INSERT INTO", reply -> reply.okWithId(1, 7, 2));
        server.on(QUESTION, reply -> {
            if (asked.getAndIncrement() == 0) {
                reply.hangUp();
            } else {
                reply.rows("8");
            }
        });
        try (TestProxy planning = planning();
                RawClient own = inLegacy(planning)) {
            own.query("INSERT INTO first VALUES (1)");
            assertThat(own.query("SELECT LAST_INSERT_ID()").error()).contains(OUT_OF_REACH);
            assertThat(own.query("UPDATE first SET n = LAST_INSERT_ID()").error())
                    .contains(OUT_OF_REACH);
            own.query("INSERT INTO first VALUES (2)");
            own.query("SELECT LAST_INSERT_ID()");
        }
        assertThat(server.commands())
                .noneMatch(command -> command.startsWith("SELECT LAST_INSERT_ID() AS"))
                .noneMatch(command -> command.startsWith("UPDATE"))
                .last()
                .asString()
                .startsWith("SELECT (8|0)");
    }

    @Test
    void aCountOfTheStatementBeforeDoesNotLetALostIdThrough() {
        server.on("INSERT INTO", reply -> reply.okWithId(1, 7, 2));
        try (TestProxy planning = planning();
                RawClient own = inLegacy(planning)) {
            own.query("INSERT INTO first VALUES (1)");
            server.hangUp();
            Conditions.await(() -> pools(planning).allMatch(pool -> pool.total() == 0));

            assertThat(own.query("SELECT LAST_INSERT_ID(), ROW_COUNT()").error())
                    .contains(OUT_OF_REACH);
        }
    }

    @Test
    void anIdThatTheServerDoesNotTellIsNeverAnothersId() {
        server.on("INSERT INTO", reply -> reply.okWithId(1, 7, 2));
        server.on(QUESTION, reply -> reply.error(1317, "70100", "Query execution was interrupted"));
        try (TestProxy planning = planning();
                RawClient own = inLegacy(planning);
                RawClient other = inLegacy(planning)) {
            own.query("INSERT INTO first VALUES (1)");
            assertThat(own.query("SELECT LAST_INSERT_ID()").error()).contains(OUT_OF_REACH);
            other.query("INSERT INTO second VALUES (1)");
        }
        assertThat(server.commands())
                .containsSubsequence(
                        "INSERT INTO first VALUES (1)", "SET last_insert_id=0", "INSERT INTO second VALUES (1)");
    }

    @Test
    void aValueThatTheClientSetsIsTheIdFromThenOn() {
        server.on("INSERT INTO", reply -> reply.okWithId(1, 7, 2));
        server.on(QUESTION, reply -> reply.rows("7"));
        try (TestProxy planning = planning();
                RawClient own = inLegacy(planning)) {
            own.query("INSERT INTO first VALUES (1)");
            own.query("SET LAST_INSERT_ID=5");
            own.query("SELECT LAST_INSERT_ID()");
        }
        assertThat(server.commands()).anyMatch(command -> command.startsWith("SELECT (5|0)"));
    }

    @Test
    void aValueThatTheServerComputesIsReadFromIt() {
        server.on(QUESTION, reply -> reply.rows("5"));
        try (TestProxy planning = planning();
                RawClient own = inLegacy(planning)) {
            own.query("SET LAST_INSERT_ID=2+3");
            own.query("SELECT LAST_INSERT_ID()");
        }
        assertThat(server.commands()).anyMatch(command -> command.startsWith("SELECT (5|0)"));
    }

    private TestProxy planning() {
        return TestProxy.inFrontOf(server)
                .planner(() ->
                        Planners.make(new PlanCache(10), new FingerprintKey(1, 2), SqlDialect.MARIADB, MARIADB_VERSION))
                .start();
    }

    private static RawClient inLegacy(TestProxy planning) {
        RawClient client = RawClient.loggedIn(planning);
        client.command(INIT_DB, "legacy");
        return client;
    }

    private int busy() {
        return pools(proxy).mapToInt(PoolSnapshot::busy).sum();
    }

    private static Stream<PoolSnapshot> pools(TestProxy of) {
        return of.server().pools().toCompletableFuture().join().stream();
    }
}
