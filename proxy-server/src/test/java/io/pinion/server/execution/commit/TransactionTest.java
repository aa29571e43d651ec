package io.pinion.server.execution.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Server;
import io.pinion.server.session.Savepoints;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.ProxyOfTwoServers;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.ScriptedServer.Received;
import io.pinion.server.testing.TestProxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** BEGIN to COMMIT, as servers and clients see it. */
@ExtendWith(LeakWatch.class)
class TransactionTest {
    private static final int AUTOCOMMIT = 2;
    private static final int IN_TRANS = 1 | AUTOCOMMIT;

    @RegisterExtension
    final ProxyOfTwoServers servers = new ProxyOfTwoServers();

    private final ScriptedServer first = servers.first();
    private final ScriptedServer second = servers.second();
    private final TestProxy proxy = servers.proxy();
    private final RawClient client = servers.client();

    @Test
    void beginIsDeferredAndShown() {
        assertThat(client.query("BEGIN").inTransaction()).isTrue();
        assertThat(first.commands()).isEmpty();
        assertThat(client.command(0x0E, "").inTransaction()).isTrue();
    }

    @Test
    void beginGoesOutAheadOfTheFirstStatement() {
        first.on("WRITE", reply -> reply.ok(IN_TRANS));
        client.query("BEGIN");
        client.query("WRITE a");

        assertThat(first.commands()).endsWith("START TRANSACTION", "WRITE a");
    }

    @Test
    void characteristicsGoOutAheadOfABeginThatReleasesTableLocks() {
        client.query("LOCK TABLES t READ");
        client.query("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
        client.query("BEGIN");

        assertThat(first.commands())
                .endsWith("LOCK TABLES t READ", "SET TRANSACTION ISOLATION LEVEL READ COMMITTED", "BEGIN");
    }

    @Test
    void aChainReleasesTableLocksAtOnce() {
        first.on("COMMIT", reply -> reply.ok(IN_TRANS));
        client.query("LOCK TABLES t READ");

        assertThat(client.query("COMMIT AND CHAIN").inTransaction()).isTrue();
        assertThat(first.commands()).endsWith("LOCK TABLES t READ", "COMMIT AND CHAIN NO RELEASE");
    }

    @Test
    void aChainThatReleasesTableLocksBeginsWithTheCharacteristics() {
        first.on("COMMIT", reply -> reply.ok(IN_TRANS));
        client.query("LOCK TABLES t READ");
        client.query("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
        client.query("COMMIT AND CHAIN");

        assertThat(first.commands())
                .endsWith(
                        "LOCK TABLES t READ",
                        "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
                        "COMMIT AND CHAIN NO RELEASE");
    }

    @Test
    void aTransactionThatHasBegunKeepsItsCharacteristics() {
        first.on("WRITE", reply -> reply.ok(IN_TRANS));
        client.query("SET SESSION TRANSACTION READ ONLY");
        client.query("BEGIN");
        client.query("SET SESSION TRANSACTION READ WRITE");
        client.query("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
        client.query("WRITE a");

        assertThat(first.commands())
                .endsWith("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY", "START TRANSACTION", "WRITE a");
    }

    @Test
    void aTransactionStaysOnItsConnection() {
        first.on("WRITE", reply -> reply.ok(IN_TRANS));
        client.query("BEGIN");
        client.query("WRITE a");
        try (RawClient other = RawClient.loggedIn(proxy)) {
            other.query("OTHER");
        }
        client.query("WRITE b");
        client.query("COMMIT");

        assertThat(connectionsOf("WRITE a", "WRITE b", "COMMIT")).hasSize(1);
        assertThat(connectionsOf("OTHER")).doesNotContainAnyElementsOf(connectionsOf("WRITE a"));
    }

    @Test
    void commitBeforeAnyStatementIsLocal() {
        client.query("BEGIN");
        Answer commit = client.query("COMMIT");

        assertThat(commit.inTransaction()).isFalse();
        assertThat(first.commands()).isEmpty();
    }

    @Test
    void chainBeginsATransactionWhereThereWasNone() {
        first.on("WRITE", reply -> reply.ok(IN_TRANS));

        assertThat(client.query("COMMIT AND CHAIN").inTransaction()).isTrue();
        client.query("WRITE a");
        assertThat(first.commands()).endsWith("START TRANSACTION", "WRITE a");
    }

    @Test
    void beginInsideATransactionCommitsFirst() {
        first.on("WRITE", reply -> reply.ok(IN_TRANS));
        client.query("BEGIN");
        client.query("WRITE a");
        Answer begin = client.query("BEGIN");

        assertThat(begin.inTransaction()).isTrue();
        assertThat(first.commands()).endsWith("COMMIT");
    }

    @Test
    void aFailedCommitBeforeBeginIsTheClientsAnswer() {
        first.on("WRITE", reply -> reply.ok(IN_TRANS));
        first.on("COMMIT", reply -> reply.error(1290, "HY000", "read-only"));
        client.query("BEGIN");
        client.query("WRITE a");

        assertThat(client.query("BEGIN").errorCode()).isEqualTo(1290);
        assertThat(client.command(0x0E, "").inTransaction()).isFalse();
    }

    @Test
    void aTransactionThatHasOnlyAskedMovesToTheShardsPair() {
        first.on("SELECT", reply -> {
            reply.beginRows();
            reply.row("1");
            reply.endRows(IN_TRANS);
        });
        second.on("ON", reply -> reply.ok(IN_TRANS));
        client.query("BEGIN");
        assertThat(client.query("SELECT 1").inTransaction()).isTrue();
        Answer written = client.query("ON pair2 WRITE b");

        assertThat(written.errorCode()).isZero();
        assertThat(second.commands()).endsWith("START TRANSACTION", "ON pair2 WRITE b");
        assertThat(client.query("COMMIT").errorCode()).isZero();
        assertThat(second.commands()).endsWith("COMMIT");
    }

    @Test
    void autocommitOffNeedsNoServerUntilAStatementComes() {
        Answer off = client.query("SET autocommit=0");

        assertThat(off.autocommit()).isFalse();
        assertThat(first.commands()).isEmpty();

        first.on("WRITE", reply -> reply.ok(1));
        assertThat(client.query("WRITE a").inTransaction()).isTrue();
        assertThat(first.commands().getFirst()).contains("autocommit=0");
        first.on("COMMIT", reply -> reply.ok(0));
        assertThat(client.query("COMMIT").inTransaction()).isFalse();
        assertThat(first.commands()).endsWith("COMMIT");
    }

    @Test
    void anErrorInsideATransactionIsFollowedByAQuestion() {
        first.on("WRITE", reply -> reply.ok(IN_TRANS));
        first.on("FAIL", reply -> reply.error(1213, "40001", "Deadlock found"));
        first.on("COM_SET_OPTION", reply -> reply.ok(AUTOCOMMIT));
        client.query("BEGIN");
        client.query("WRITE a");

        assertThat(client.query("FAIL").errorCode()).isEqualTo(1213);
        assertThat(client.command(0x0E, "").inTransaction()).isFalse();
    }

    @Test
    void anErrorThatLeavesTheTransactionOpenKeepsTheConnection() {
        first.on("WRITE", reply -> reply.ok(IN_TRANS));
        first.on("FAIL", reply -> reply.error(1062, "23000", "Duplicate entry"));
        first.on("COM_SET_OPTION", reply -> reply.ok(IN_TRANS));
        client.query("BEGIN");
        client.query("WRITE a");
        client.query("FAIL");
        client.query("ROLLBACK");

        assertThat(connectionsOf("WRITE a", "ROLLBACK")).hasSize(1);
    }

    @Test
    void savepointsBeforeTheFirstStatementTravelWithTheBegin() {
        first.on("WRITE", reply -> reply.ok(IN_TRANS));
        client.query("BEGIN");
        assertThat(client.query("SAVEPOINT a").errorCode()).isZero();
        assertThat(client.query("ROLLBACK TO nosuch").errorCode()).isEqualTo(1305);
        client.query("WRITE a");

        assertThat(first.commands()).endsWith("START TRANSACTION", "SAVEPOINT `a`", "WRITE a");
    }

    /** A server has those that are too many to remember. */
    @Test
    void manySavepointsBeforeTheFirstStatementAreSet() {
        first.on("SAVEPOINT", reply -> reply.ok(IN_TRANS));
        client.query("BEGIN");
        for (int i = 0; i <= Savepoints.MAX_REMEMBERED; i++) {
            assertThat(client.query("SAVEPOINT a" + i).errorCode()).isZero();
        }

        assertThat(first.commands())
                .endsWith(
                        "SAVEPOINT `a" + (Savepoints.MAX_REMEMBERED - 1) + "`",
                        "SAVEPOINT a" + Savepoints.MAX_REMEMBERED);
    }

    @Test
    void aSavepointInAutocommitIsForgotten() {
        client.query("SAVEPOINT a");
        client.query("WRITE a");

        assertThat(first.commands().stream().filter(command -> command.startsWith("SAVEPOINT")))
                .hasSize(1);
        assertThat(client.command(0x0E, "").inTransaction()).isFalse();
    }

    @Test
    void aLostConnectionLosesTheTransactionAndSaysSo() {
        first.on("WRITE", reply -> reply.ok(IN_TRANS));
        first.on("DIE", ScriptedServer.Reply::hangUp);
        client.query("BEGIN");
        client.query("WRITE a");
        Answer lost = client.query("DIE");

        assertThat(lost.errorCode()).isEqualTo(1053);
        assertThat(lost.error()).startsWith("#08S01").contains("pair1A", "pair1", "may have run", "rolled back");
        assertThat(client.command(0x0E, "").inTransaction()).isFalse();
        assertThat(client.query("AGAIN").errorCode()).isZero();
    }

    @Test
    void aClientThatGoesHasItsTransactionUndone() {
        first.on("WRITE", reply -> reply.ok(IN_TRANS));
        try (RawClient leaving = RawClient.loggedIn(proxy)) {
            leaving.query("BEGIN");
            leaving.query("WRITE a");
        }
        Conditions.await(() -> first.commands().contains("COM_RESET_CONNECTION"));
    }

    @Test
    void aStatementThatReadsThePreviousOneDoesNotLoseTheBegin() {
        first.on("WARN", reply -> reply.packet(0, 0, 0, AUTOCOMMIT, 0, 1, 0));
        first.on("SHOW WARNINGS", reply -> reply.rows("a warning"));
        first.on("WRITE", reply -> reply.ok(IN_TRANS));
        client.query("WARN");
        client.query("BEGIN");
        Answer warnings = client.query("SHOW WARNINGS");
        client.query("WRITE a");

        assertThat(warnings.rows()).containsExactly("a warning");
        assertThat(warnings.inTransaction()).isTrue();
        assertThat(first.commands()).endsWith("WARN", "SHOW WARNINGS", "START TRANSACTION", "WRITE a");
    }

    @Test
    void anErrorInAutocommitLeavesTheFlagsAsTheyAre() {
        first.on("FAIL", reply -> reply.error(1146, "42S02", "no such table"));
        client.query("FAIL");
        Answer ping = client.command(0x0E, "");

        assertThat(ping.autocommit()).isTrue();
        assertThat(ping.inTransaction()).isFalse();
        assertThat(client.query("LOCAL").autocommit()).isTrue();
    }

    @Test
    void whatAFailedStatementMayHaveLeftKeepsItsConnection() {
        first.on("TEMPORARY", reply -> reply.error(1644, "45000", "signalled"));
        first.on("COM_SET_OPTION", reply -> reply.ok(IN_TRANS));
        client.query("TEMPORARY t");
        assertThat(client.command(0x0E, "").inTransaction()).isTrue();
        try (RawClient other = RawClient.loggedIn(proxy)) {
            other.query("OTHER");
        }

        assertThat(connectionsOf("OTHER")).doesNotContainAnyElementsOf(connectionsOf("TEMPORARY t"));
    }

    @Test
    void aClientThatGoesWhileItsErrorIsLookedIntoLeavesNothing() {
        CountDownLatch hold = new CountDownLatch(1);
        first.on("TEMPORARY", reply -> reply.error(1644, "45000", "signalled"));
        first.on("COM_SET_OPTION", reply -> {
            reply.waitFor(hold);
            reply.ok(IN_TRANS);
        });
        try (RawClient leaving = RawClient.loggedIn(proxy)) {
            leaving.query("TEMPORARY t");
        }
        Conditions.await(() -> proxy.server().sessions().size() == 1);
        hold.countDown();
        Conditions.await(() ->
                proxy.server().pools().toCompletableFuture().join().stream().allMatch(pool -> pool.busy() == 0));

        assertThat(first.commands()).endsWith("COM_RESET_CONNECTION");
    }

    @Test
    void aSoftPinOnTheOldPrimaryEndsWithIt() {
        first.on("WARN", reply -> reply.packet(0, 0, 0, AUTOCOMMIT, 0, 1, 0));
        try (ScriptedServer promoted = new ScriptedServer()) {
            client.query("WARN");
            proxy.adopt(Map.of("pair1", new Server("pair1B", "127.0.0.1", promoted.port())));
            client.query("WRITE a");

            assertThat(promoted.commands()).endsWith("WRITE a");
            assertThat(first.commands()).doesNotContain("WRITE a");
        }
    }

    @Test
    void aPinOnTheOldPrimaryIsLostAndSaysSo() {
        try (ScriptedServer promoted = new ScriptedServer()) {
            client.query("TEMPORARY t");
            proxy.adopt(Map.of("pair1", new Server("pair1B", "127.0.0.1", promoted.port())));

            assertThat(client.query("WRITE a").error()).contains("what the session kept there is gone");
            assertThat(client.query("WRITE b").errorCode()).isZero();
            assertThat(promoted.commands()).endsWith("WRITE b");
        }
    }

    @Test
    void switchingAutocommitOnCommitsAndSaysSo() {
        first.on("WRITE", reply -> reply.ok(1));
        client.query("SET autocommit=0");
        client.query("WRITE a");

        assertThat(client.query("SET autocommit=1").inTransaction()).isFalse();
    }

    private List<Integer> connectionsOf(String... commands) {
        return first.received().stream()
                .filter(received -> List.of(commands).contains(received.command()))
                .map(Received::connection)
                .distinct()
                .toList();
    }
}
