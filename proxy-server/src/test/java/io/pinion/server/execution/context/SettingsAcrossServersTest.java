package io.pinion.server.execution.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.observe.PoolSnapshot;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.ProxyOfTwoServers;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.ScriptedServer.Received;
import io.pinion.server.testing.TestPlanner;
import io.pinion.server.testing.TestProxy;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a client sets holds wherever its statements run. */
@ExtendWith(LeakWatch.class)
class SettingsAcrossServersTest {
    private static final String CLEARING = "DO (SELECT 1 FROM (SELECT 1) AS nothing)";

    @RegisterExtension
    final ProxyOfTwoServers servers = new ProxyOfTwoServers(proxy -> proxy.maxConnections(1));

    private final ScriptedServer first = servers.first();
    private final ScriptedServer second = servers.second();
    private final TestProxy proxy = servers.proxy();
    private final RawClient client = servers.client();

    @Test
    void theHandshakesCharacterSetIsSetOnAFreshConnection() {
        client.query("READ");

        assertThat(first.commands())
                .containsExactly("SET NAMES utf8mb4 COLLATE utf8mb4_general_ci, autocommit=1", "READ");
    }

    @Test
    void aSettingIsAskedOnceAndReplayedOnOtherServers() {
        assertThat(client.query("SET sql_mode='ANSI'").errorCode()).isZero();
        client.query("ON pair2 READ");

        assertThat(first.commands()).endsWith("SET sql_mode='ANSI'");
        assertThat(second.commands())
                .containsExactly(
                        "SET NAMES utf8mb4 COLLATE utf8mb4_general_ci, autocommit=1, sql_mode='ANSI'", "ON pair2 READ");
    }

    @Test
    void aRefusedSettingIsNotReplayed() {
        first.on("SET sql_mode", reply -> reply.error(1231, "42000", "Variable can't be set"));

        assertThat(client.query("SET sql_mode='NONSENSE'").errorCode()).isEqualTo(1231);
        client.query("ON pair2 READ");
        assertThat(second.commands()).noneMatch(command -> command.contains("NONSENSE"));
    }

    @Test
    void aDatabaseThatOnlyItsServerKnowsIsAskedForAtOnce() {
        first.on("USE missing", reply -> reply.error(1049, "42000", "Unknown database 'missing'"));

        assertThat(client.query("USE there").errorCode()).isZero();
        assertThat(client.query("USE missing").errorCode()).isEqualTo(1049);
        assertThat(first.commands()).endsWith("USE there", "USE missing");
    }

    @Test
    void aShardsNameIsKnownWithoutItsServer() {
        first.on("USE", reply -> reply.error(1049, "42000", "Unknown database"));
        Keyspace pins = new Keyspace.Id(
                "pins",
                new DatabasePattern("db", 5, ""),
                new RangeTable(List.of(new ShardRange(0, 4095, "pair2", 1))),
                Map.of());
        try (TestProxy sharded =
                        TestProxy.inFrontOf(first, second).keyspace(pins).start();
                RawClient using = RawClient.loggedIn(sharded);
                RawClient login = new RawClient(sharded.port())) {
            assertThat(using.query("USE `pins:3429`").errorCode()).isZero();
            assertThat(login.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC, "pins:3429")
                            .errorCode())
                    .isZero();
        }
    }

    @Test
    void aDroppedDatabaseIsLeft() {
        first.on("DROP", reply -> reply.ok(0x0102));
        first.on("SELECT DATABASE() IS NULL", reply -> reply.rows("1"));
        client.query("USE there");
        client.query("DROP DATABASE there");

        // The server is asked behind the answer.
        Conditions.await(() -> proxy.server()
                .sessions()
                .snapshots()
                .toCompletableFuture()
                .join()
                .getFirst()
                .database()
                .isEmpty());
    }

    @Test
    void aServerThatRefusesAReplayedSettingAnswersTheStatementAndNeverSeesIt() {
        second.on("SET", reply -> reply.error(1193, "HY000", "Unknown system variable 'x'"));
        client.query("SET x='1'");

        Answer answer = client.query("ON pair2 WRITE");

        assertThat(answer.errorCode()).isEqualTo(1193);
        assertThat(second.commands()).doesNotContain("ON pair2 WRITE");
    }

    @Test
    void aServerThatHangsUpBeforeTheStatementWasSentIsAskedOnceMore() {
        AtomicBoolean hungUp = new AtomicBoolean();
        second.on("SET", reply -> {
            if (hungUp.getAndSet(true)) {
                reply.ok();
            } else {
                reply.hangUp();
            }
        });
        client.query("SET x='1'");

        assertThat(client.query("ON pair2 WRITE").errorCode()).isZero();
        assertThat(second.commands().stream().filter("ON pair2 WRITE"::equals)).hasSize(1);
        assertThat(second.connections()).isEqualTo(2);
    }

    @Test
    void aServerThatHangsUpBetweenSettingsAndStatementOfOneWriteIsNotAskedAgain() {
        client.query("SET x='1'");
        client.query("ON pair2 READ");
        second.hangUp();
        second.on("SET", ScriptedServer.Reply::hangUp);
        Conditions.await(() -> busyOrIdle("pair2") == 0);

        Answer answer = client.query("ON pair2 WRITE");

        assertThat(answer.error()).contains("pair2A", "it may have run");
        assertThat(second.commands()).doesNotContain("ON pair2 WRITE");
        assertThat(client.query("ON pair1 READ").errorCode()).isZero();
    }

    @Test
    void aServerThatHangsUpAfterAnErrorIsNotMissed() {
        first.on("TOO LONG", reply -> {
            reply.error(1153, "08S01", "Got a packet bigger than 'max_allowed_packet' bytes");
            reply.hangUp();
        });
        assertThat(client.query("TOO LONG").errorCode()).isEqualTo(1153);
        Conditions.await(() -> busyOrIdle("pair1") == 0);

        assertThat(client.query("READ").errorCode()).isZero();
    }

    @Test
    void whatAnyServerAnswersSurvivesTheHomePair() {
        first.refuseConnections(true);

        assertThat(client.query("SET NAMES latin1").errorCode()).isZero();
        assertThat(client.query("SELECT 1").errorCode()).isZero();
        assertThat(second.commands()).endsWith("SELECT 1");
        assertThat(client.query("ON pair1 READ").errorCode()).isNotZero();
    }

    /** Nobody has needed it since, so that only trying tells that it is back. */
    @Test
    void whatAnyServerAnswersIsAskedOfOneThatWasDownAWhileAgo() {
        second.refuseConnections(true);
        assertThat(client.query("ON pair2 READ").errorCode()).isNotZero();
        second.refuseConnections(false);
        first.refuseConnections(true);

        Conditions.await(() -> client.query("SELECT 1").errorCode() == 0);
        assertThat(second.commands()).endsWith("SELECT 1");
    }

    private int busyOrIdle(String pair) {
        return proxy.server().pools().toCompletableFuture().join().stream()
                .filter(pool -> pool.pair().equals(pair))
                .mapToInt(PoolSnapshot::total)
                .sum();
    }

    @Test
    void anotherSessionsSettingsAreUndoneBeforeItsConnectionIsUsed() {
        client.query("SET sql_mode='ANSI'");
        try (RawClient other = RawClient.loggedIn(proxy)) {
            other.query("READ");
        }

        assertThat(first.connections()).isEqualTo(1);
        assertThat(first.commands())
                .endsWith(
                        "SET sql_mode='ANSI'",
                        "COM_RESET_CONNECTION",
                        "SET NAMES utf8mb4 COLLATE utf8mb4_general_ci, autocommit=1",
                        "READ");
    }

    @Test
    void aComputedValuePinsTheSessionWithAReason() {
        client.query("SET @x=NOW()");
        client.query("READ");

        assertThat(proxy.server()
                        .sessions()
                        .snapshots()
                        .toCompletableFuture()
                        .join()
                        .getFirst()
                        .pinnedBecause())
                .isEqualTo("a user variable with a computed value");
        assertThat(client.query("ON pair2 READ @x").error()).contains("literal value");
        assertThat(client.query("ON pair2 READ").errorCode()).isZero();
    }

    @Test
    void aComputedValueTakesThePlaceOfALiteralOne() {
        client.query("SET @x=5");
        client.query("SET @x=NOW()");
        client.query("READ @x");
        client.query("ON pair2 READ");

        assertThat(first.commands()).containsSubsequence("SET @x=5", "SET @x=NOW()", "READ @x");
        assertThat(second.commands()).noneMatch(command -> command.contains("@x"));
    }

    @Test
    void whatAnotherSqlModeWouldReadDifferentlyIsNotReplayed() {
        client.query("SET sql_mode='NO_BACKSLASH_ESCAPES'");
        client.query("SET @p='C:\\new'");

        assertThat(client.query("ON pair2 READ").errorCode()).isZero();
        assertThat(client.query("ON pair2 READ @p").error()).contains("literal value");
        assertThat(second.commands()).noneMatch(command -> command.contains("@p="));
    }

    @Test
    void aValueThatTheNextStatementUsesUpStaysWhereItIs() {
        client.query("SET INSERT_ID=5");
        client.query("WRITE");

        assertThat(client.query("ON pair2 WRITE").error()).contains("holds on another pair than pair2");
        assertThat(second.commands()).isEmpty();
    }

    @Test
    void aGivenInsertIdIsAnsweredOnAnyServer() {
        AtomicReference<LastInsertId> seen = new AtomicReference<>();
        TestPlanner planner = new TestPlanner() {
            @Override
            public RoutePlan plan(Catalog catalog, SessionView session, byte[] sql) {
                seen.set(session.lastInsertId());
                return super.plan(catalog, session, sql);
            }
        };
        try (ScriptedServer server = new ScriptedServer();
                TestProxy spying =
                        TestProxy.inFrontOf(server).planner(() -> planner).start();
                RawClient insider = RawClient.loggedIn(spying)) {
            insider.query("SET LAST_INSERT_ID=5");
            insider.query("READ");
        }

        assertThat(seen.get()).isEqualTo(new LastInsertId.Known(5));
    }

    @Test
    void aComputedSettingIsReadBackAndReplayedAsALiteral() {
        first.on("SELECT @@session.sql_mode FROM DUAL", reply -> reply.rows("NO_BACKSLASH_ESCAPES,ANSI_QUOTES"));
        client.query("SET sql_mode=CONCAT(@@sql_mode,',NO_BACKSLASH_ESCAPES')");

        assertThat(client.query("ON pair2 WRITE").errorCode()).isZero();
        assertThat(second.commands())
                .containsExactly(
                        "SET NAMES utf8mb4 COLLATE utf8mb4_general_ci, autocommit=1,"
                                + " @@session.sql_mode='NO_BACKSLASH_ESCAPES,ANSI_QUOTES'",
                        "ON pair2 WRITE");
        assertThat(client.query("LOCAL").status() & 0x200).isNotZero();
        assertThat(pinnedBecause()).isEmpty();
    }

    @Test
    void aDefaultIsTheValueOfTheServerThatWasAsked() {
        first.on("SELECT @@session.time_zone FROM DUAL", reply -> reply.rows("SYSTEM"));
        client.query("SET time_zone=DEFAULT");
        client.query("ON pair2 READ");

        assertThat(second.commands().getFirst()).endsWith("autocommit=1, @@session.time_zone='SYSTEM'");
    }

    @Test
    void aLiteralBehindAComputedValueCounts() {
        client.query("SET time_zone=@@global.time_zone, time_zone='+00:00'");
        client.query("ON pair2 READ");

        assertThat(first.commands()).noneMatch(command -> command.startsWith("SELECT"));
        assertThat(second.commands().getFirst()).endsWith("autocommit=1, time_zone='+00:00'");
    }

    @Test
    void aServerThatGoesBeforeItTellsAValueEndsTheSession() {
        first.on("SELECT @@session.time_zone FROM DUAL", ScriptedServer.Reply::hangUp);
        client.query("SET time_zone=DEFAULT");

        assertThat(client.isClosedByProxy()).isTrue();
    }

    @Test
    void userVariablesAreReplayedBehindTheNames() {
        client.query("SET @x=5");
        client.query("ON pair2 READ @x");

        assertThat(second.commands())
                .containsExactly(
                        "SET NAMES utf8mb4 COLLATE utf8mb4_general_ci, autocommit=1", "SET @x=5", "ON pair2 READ @x");
    }

    @Test
    void aSettingThatFailedDoesNotPin() {
        first.on("SET INSERT_ID", reply -> reply.error(1232, "42000", "Incorrect argument type"));
        assertThat(client.query("SET INSERT_ID='x'").errorCode()).isEqualTo(1232);

        assertThat(client.query("ON pair2 WRITE").errorCode()).isZero();
        assertThat(client.query("READ").errorCode()).isZero();
        assertThat(first.commands())
                .endsWith("COM_RESET_CONNECTION", "SET NAMES utf8mb4 COLLATE utf8mb4_general_ci, autocommit=1", "READ");
    }

    @Test
    void switchingAutocommitOnBesideAnotherSettingEndsADeferredTransaction() {
        client.query("SET autocommit=0");
        client.query("BEGIN");

        Answer set = client.query("SET autocommit=1, x='1'");
        assertThat(set.inTransaction()).isFalse();
        assertThat(client.command(0x0E, "").inTransaction()).isFalse();
        client.query("WRITE");
        assertThat(first.commands()).doesNotContain("START TRANSACTION");
    }

    @Test
    void aSetThatAsksForTheRowCountRunsWhereTheRowsWere() {
        client.query("WRITE");
        try (RawClient other = RawClient.loggedIn(proxy)) {
            other.query("READ");
        }

        assertThat(client.query("SET @n=ROW_COUNT()").error()).contains("another session has used the connection");
    }

    @Test
    void aVariableThatTheSessionNeverSetIsNotAnothers() {
        try (RawClient other = RawClient.loggedIn(proxy)) {
            other.query("READ");
        }
        client.query("READ @unset");
        client.query("CALLS f");
        client.query("SET @x=5");
        client.query("READ @x");

        String settings = "SET NAMES utf8mb4 COLLATE utf8mb4_general_ci, autocommit=1";
        assertThat(first.commands())
                .endsWith(
                        "COM_RESET_CONNECTION",
                        settings,
                        "READ @unset",
                        "COM_RESET_CONNECTION",
                        settings,
                        "CALLS f",
                        "SET @x=5",
                        "READ @x");
    }

    @Test
    void aComputedVariableElsewhereIsRefusedAlsoOnAConnectionThatIsKept() {
        client.query("SET @x=NOW()");
        second.on("ON", reply -> reply.packet(0, 0, 0, 2, 0, 1, 0));
        assertThat(client.query("ON pair2 WARN").errorCode()).isZero();

        assertThat(client.query("ON pair2 READ @x").error()).contains("literal value");
        assertThat(client.query("SHOW WARNINGS").errorCode()).isZero();
        assertThat(client.query("READ @x").errorCode()).isZero();
    }

    @Test
    void useOfADatabaseWhosePairIsDownLeavesTheSessionUsable() {
        client.query("USE there");
        first.hangUp();
        first.refuseConnections(true);
        Conditions.await(() -> busyOrIdle("pair1") == 0);

        Answer use = client.query("USE other");
        assertThat(use.error()).contains("'other'", "pair1", "there");
        assertThat(client.query("ON pair2 READ").errorCode()).isZero();
        assertThat(database()).isEqualTo("there");
        first.refuseConnections(false);
        Conditions.await(() -> client.query("USE other").errorCode() == 0);
        assertThat(database()).isEqualTo("other");
    }

    private String database() {
        return String.valueOf(proxy.server()
                .sessions()
                .snapshots()
                .toCompletableFuture()
                .join()
                .getFirst()
                .database());
    }

    private String pinnedBecause() {
        return proxy.server()
                .sessions()
                .snapshots()
                .toCompletableFuture()
                .join()
                .getFirst()
                .pinnedBecause();
    }

    @Test
    void aComputedSettingThatCannotBeReadIsNeverSilentlyMissing() {
        client.query("SET time_zone=CONCAT('+01',':00')");

        assertThat(client.query("READ").errorCode()).isZero();
        assertThat(client.query("ON pair2 WRITE").error()).contains("holds on another pair than pair2");
        assertThat(second.commands()).isEmpty();
    }

    /** Nobody can tell any more what the next text says. */
    @Test
    void aSqlModeThatCannotBeReadEndsTheSession() {
        client.query("SET sql_mode=CONCAT(@@sql_mode,',NO_BACKSLASH_ESCAPES')");

        assertThatThrownBy(() -> client.query("READ")).isInstanceOf(UncheckedIOException.class);
        assertThat(first.commands()).doesNotContain("READ");
    }

    @Test
    void aTemporaryTableKeepsItsConnectionUntilTheSessionIsReset() {
        client.query("TEMPORARY t");
        assertThat(client.command(0x1F, "").errorCode()).isZero();
        client.query("READ");

        assertThat(first.commands()).containsSubsequence("TEMPORARY t", "COM_RESET_CONNECTION", "READ");
    }

    /** That its statements have ended all of it is only what Pinion believes. */
    @Test
    void whatHadStateOfASessionIsResetBeforeAnyOtherGetsIt() {
        client.query("LOCK TABLES t READ");
        assertThat(client.query("UNLOCK TABLES").errorCode()).isZero();

        Conditions.await(() -> first.commands().contains("COM_RESET_CONNECTION"));
        assertThat(first.commands()).endsWith("UNLOCK TABLES", "ROLLBACK", "COM_RESET_CONNECTION");
    }

    @Test
    void theDatabaseIsAwaitedBeforeUnqualifiedNames() {
        first.on("COM_INIT_DB db00007", reply -> reply.error(1049, "42000", "Unknown database 'db00007'"));

        assertThat(client.query("IN db00007 WRITE").errorCode()).isEqualTo(1049);
        assertThat(client.query("IN db00008 WRITE").errorCode()).isZero();
        assertThat(client.query("IN db00008 WRITE").errorCode()).isZero();
        assertThat(first.commands()).doesNotContain("IN db00007 WRITE");
        assertThat(first.commands().stream().filter("COM_INIT_DB db00008"::equals))
                .hasSize(1);
    }

    @Test
    void warningsAreAskedOnTheConnectionThatHasThem() {
        first.on("WARN", reply -> reply.packet(0, 0, 0, 2, 0, 1, 0));
        client.query("WARN");
        client.query("SHOW WARNINGS");

        List<Integer> connections = first.received().stream()
                .filter(received -> !received.command().startsWith("SET"))
                .map(Received::connection)
                .distinct()
                .toList();
        assertThat(connections).hasSize(1);
        assertThat(first.commands()).endsWith("WARN", "SHOW WARNINGS");
    }

    @Test
    void noWarningsNeedNoServer() {
        client.query("READ");
        int before = first.commands().size();

        assertThat(client.query("SHOW WARNINGS").errorCode()).isZero();
        assertThat(first.commands()).hasSize(before);
    }

    @Test
    void whatAnotherSessionLeftIsNeverTakenForThisOnes() {
        client.query("READ");
        try (RawClient other = RawClient.loggedIn(proxy)) {
            other.query("READ");
        }

        assertThat(client.query("SHOW ROW_COUNT").error()).contains("another session has used the connection");
    }

    @Test
    void theFirstStatementFindsNothingOfOthers() {
        try (RawClient other = RawClient.loggedIn(proxy)) {
            other.query("READ");
        }
        client.query("SHOW ROW_COUNT");

        assertThat(first.commands()).containsSubsequence("READ", "COM_RESET_CONNECTION", "SHOW ROW_COUNT");
    }

    @Test
    void aConnectionKeptForWarningsIsGivenToWhoWaits() {
        first.on("WARN", reply -> reply.packet(0, 0, 0, 2, 0, 1, 0));
        client.query("WARN");
        try (RawClient other = RawClient.loggedIn(proxy)) {
            assertThat(other.query("READ").errorCode()).isZero();
        }
        assertThat(first.connections()).isEqualTo(1);
    }

    @Test
    void anErrorOfAnotherSessionIsClearedBeforeTheConnectionIsUsed() {
        first.on("FAIL", reply -> reply.error(1146, "42S02", "Table 'secret' doesn't exist"));
        try (RawClient other = RawClient.loggedIn(proxy)) {
            other.query("FAIL");
        }
        client.query("SELECT first");
        client.query("SELECT second");

        List<String> commands = first.commands();
        assertThat(commands).containsSubsequence("FAIL", "SELECT first", "SELECT second");
        // The other session's end may come first, and then the reset that follows it clears the error.
        assertThat(commands.subList(commands.indexOf("FAIL"), commands.indexOf("SELECT first")))
                .containsAnyOf(CLEARING, "COM_RESET_CONNECTION");
        assertThat(commands.stream().filter(CLEARING::equals).count()).isLessThan(2);
    }

    /** MariaDB's BEGIN outlives the rollback of a deadlock: the next statement would be in a transaction. */
    @Test
    void aTransactionThatOutlivedItsEndIsClearedAlsoBehindARefusedDatabase() {
        first.logsInBy(ScriptedServer.greetingOfMariaDb(), ScriptedServer.loggedIn());
        first.on("BEGIN", reply -> reply.ok(0x0003));
        first.on("START TRANSACTION", reply -> reply.ok(0x0003));
        first.on("READ", reply -> reply.ok(0x0003));
        first.on("FAIL", reply -> reply.error(1213, "40001", "Deadlock found when trying to get lock"));
        first.on("COM_INIT_DB gone", reply -> reply.error(1049, "42000", "Unknown database 'gone'"));
        try (TestProxy one =
                        TestProxy.inFrontOf(first).maxConnections(1).loops(1).start();
                RawClient other = RawClient.loggedIn(one);
                RawClient next = RawClient.loggedIn(one)) {
            other.query("BEGIN");
            other.query("READ");
            assertThat(other.query("FAIL").errorCode()).isEqualTo(1213);
            other.query("COMMIT");

            assertThat(next.query("IN gone").errorCode()).isEqualTo(1049);
            assertThat(next.query("IN there WRITE").errorCode()).isZero();
        }
        assertThat(first.commands())
                .containsSubsequence("FAIL", "COM_INIT_DB gone", "COM_INIT_DB there", "COMMIT", "IN there WRITE");
    }

    @Test
    void aSessionsOwnErrorStaysForItToAskFor() {
        first.on("FAIL", reply -> reply.error(1146, "42S02", "Table 'secret' doesn't exist"));
        client.query("FAIL");
        client.query("SELECT first");

        assertThat(first.commands()).endsWith("FAIL", "SELECT first").doesNotContain(CLEARING);
    }

    @Test
    void composedIdsReachTheClient() {
        first.on("ID", reply -> reply.okWithId(1, 7, 2));

        assertThat(client.query("ID 4096 INSERT").insertId()).isEqualTo(4103);
    }
}
