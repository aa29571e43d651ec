package io.pinion.server.execution.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.ProxyOfTwoServers;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.RawClient.Answer;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.ScriptedServer.Received;
import io.pinion.server.testing.TestProxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A transaction that several pairs take part in, as their servers see it, and how it ends when one of them fails. */
@ExtendWith(LeakWatch.class)
class SharedTransactionTest {
    private static final int AUTOCOMMIT = 2;
    private static final int IN_TRANS = 1 | AUTOCOMMIT;

    @RegisterExtension
    final ProxyOfTwoServers servers = new ProxyOfTwoServers();

    private final ScriptedServer first = servers.first();
    private final ScriptedServer second = servers.second();
    private final TestProxy proxy = servers.proxy();
    private final RawClient client = servers.client();

    @BeforeEach
    void answerWrites() {
        first.on("WRITE", reply -> reply.ok(IN_TRANS));
        first.on("SAVEPOINT", reply -> reply.ok(IN_TRANS));
        second.on("ON", reply -> reply.ok(IN_TRANS));
        second.on("SAVEPOINT", reply -> reply.ok(IN_TRANS));
    }

    private void writeOnBoth() {
        client.query("BEGIN");
        client.query("WRITE a");
        assertThat(client.query("ON pair2 WRITE b").inTransaction()).isTrue();
    }

    @Test
    void theSecondPairIsToldOfTheTransactionAndItsSavepointsAheadOfTheStatement() {
        client.query("BEGIN");
        client.query("WRITE a");
        client.query("SAVEPOINT s");
        client.query("ON pair2 WRITE b");

        assertThat(second.commands()).endsWith("START TRANSACTION", "SAVEPOINT `s`", "ON pair2 WRITE b");
    }

    /** It names no table, and has perhaps written all the same. */
    @Test
    void whatAStoredFunctionHasWrittenIsCommittedWithTheRest() {
        first.on("FUNCTION", reply -> reply.ok(IN_TRANS));
        client.query("BEGIN");
        client.query("FUNCTION next_id()");
        client.query("ON pair2 WRITE b");
        client.query("COMMIT");

        assertThat(first.commands()).endsWith("COMMIT").doesNotContain("ROLLBACK");
        assertThat(second.commands()).endsWith("START TRANSACTION", "ON pair2 WRITE b", "COMMIT");
    }

    @Test
    void eachPairHasOneConnection() {
        writeOnBoth();
        client.query("WRITE c");
        client.query("ON pair2 WRITE d");
        client.query("COMMIT");

        assertThat(connectionsOf(first, "WRITE a", "WRITE c", "COMMIT")).hasSize(1);
        assertThat(connectionsOf(second, "ON pair2 WRITE b", "ON pair2 WRITE d", "COMMIT"))
                .hasSize(1);
    }

    @Test
    void commitIsAcknowledgedWhenAllHaveCommitted() {
        CountDownLatch hold = new CountDownLatch(1);
        second.on("COMMIT", reply -> {
            reply.waitFor(hold);
            reply.ok(AUTOCOMMIT);
        });
        writeOnBoth();
        client.sendQuery("COMMIT");
        Conditions.await(() -> second.commands().contains("COMMIT"));
        assertThat(first.commands()).endsWith("COMMIT");
        hold.countDown();

        Answer commit = client.readAnswer();
        assertThat(commit.errorCode()).isZero();
        assertThat(commit.inTransaction()).isFalse();
    }

    @Test
    void aFirstCommitThatIsRefusedLeavesNothingCommitted() {
        first.on("COMMIT", reply -> reply.error(1290, "HY000", "read-only"));
        writeOnBoth();
        Answer commit = client.query("COMMIT");

        assertThat(commit.errorCode()).isEqualTo(1290);
        assertThat(commit.error()).contains("read-only", "rolled back on every pair");
        assertThat(second.commands()).endsWith("ROLLBACK").doesNotContain("COMMIT");
        assertThat(first.commands()).endsWith("ROLLBACK");
        assertThat(client.command(0x0E, "").inTransaction()).isFalse();
    }

    @Test
    void aPartialCommitNamesWhatIsCommittedAndWhatIsNot() {
        second.on("COMMIT", reply -> reply.error(1213, "40001", "certification failed"));
        writeOnBoth();
        Answer commit = client.query("COMMIT");

        assertThat(commit.errorCode()).isEqualTo(1105);
        assertThat(commit.error())
                .startsWith("#HY000")
                .contains("is committed on the unsharded databases of pair pair1")
                .contains("not committed on the unsharded databases of pair pair2", "certification failed");
        assertThat(client.command(0x0E, "").inTransaction()).isFalse();
    }

    @Test
    void aConnectionLostInCommitIsInDoubtAndSaysSo() {
        second.on("COMMIT", ScriptedServer.Reply::hangUp);
        writeOnBoth();
        Answer commit = client.query("COMMIT");

        assertThat(commit.errorCode()).isEqualTo(1105);
        assertThat(commit.error())
                .contains("is committed on the unsharded databases of pair pair1")
                .contains("may be committed or rolled back on the unsharded databases of pair pair2");
    }

    @Test
    void aFirstCommitThatIsLostRollsTheOthersBack() {
        first.on("COMMIT", ScriptedServer.Reply::hangUp);
        writeOnBoth();
        Answer commit = client.query("COMMIT");

        assertThat(commit.errorCode()).isEqualTo(1053);
        assertThat(commit.error())
                .startsWith("#08S01")
                .contains("may be committed or rolled back on the unsharded databases of pair pair1")
                .contains("it is rolled back on the unsharded databases of pair pair2");
        assertThat(second.commands()).endsWith("ROLLBACK").doesNotContain("COMMIT");
    }

    @Test
    void rollbackReachesAll() {
        writeOnBoth();
        assertThat(client.query("ROLLBACK").inTransaction()).isFalse();

        assertThat(first.commands()).endsWith("ROLLBACK");
        assertThat(second.commands()).endsWith("ROLLBACK");
    }

    @Test
    void aDeadlockOnOneRollsBackTheOthers() {
        second.on("ON pair2 FAIL", reply -> reply.error(1213, "40001", "Deadlock found"));
        second.on("COM_SET_OPTION", reply -> reply.ok(AUTOCOMMIT));
        writeOnBoth();
        Answer failed = client.query("ON pair2 FAIL");

        assertThat(failed.errorCode()).isEqualTo(1213);
        assertThat(failed.error()).contains("Deadlock found");
        Conditions.await(() -> first.commands().getLast().equals("ROLLBACK"));
        assertThat(client.command(0x0E, "").inTransaction()).isFalse();
    }

    @Test
    void aStatementThatFailsLeavesTheTransactionOpen() {
        second.on("ON pair2 FAIL", reply -> reply.error(1062, "23000", "Duplicate entry"));
        second.on("COM_SET_OPTION", reply -> reply.ok(IN_TRANS));
        writeOnBoth();
        client.query("ON pair2 FAIL");
        assertThat(client.query("COMMIT").errorCode()).isZero();

        assertThat(first.commands()).endsWith("COMMIT");
        assertThat(second.commands()).endsWith("COMMIT");
    }

    @Test
    void aParticipantThatIsLostTakesTheOthersWithIt() {
        second.on("ON pair2 DIE", ScriptedServer.Reply::hangUp);
        writeOnBoth();
        Answer lost = client.query("ON pair2 DIE");

        assertThat(lost.errorCode()).isEqualTo(1053);
        assertThat(lost.error()).contains("pair2", "may have run", "rolled back on every pair");
        Conditions.await(() -> first.commands().getLast().equals("ROLLBACK"));
        assertThat(client.command(0x0E, "").inTransaction()).isFalse();
    }

    @Test
    void aParticipantThatIsLostBetweenTwoStatementsIsToldAtTheNextWhereverItGoes() {
        writeOnBoth();
        second.hangUp();
        awaitLossOfTheSecond();
        Answer next = client.query("WRITE c");

        assertThat(next.errorCode()).isEqualTo(1053);
        assertThat(next.error()).contains("pair2", "rolled back on every pair");
        assertThat(first.commands()).doesNotContain("WRITE c");
        Conditions.await(() -> first.commands().getLast().equals("ROLLBACK"));
        assertThat(client.query("COMMIT").errorCode()).isZero();
        assertThat(first.commands()).doesNotContain("COMMIT");
    }

    @Test
    void aCommitThatFindsAParticipantGoneCommitsNothing() {
        writeOnBoth();
        second.hangUp();
        awaitLossOfTheSecond();

        assertThat(client.query("COMMIT").errorCode()).isEqualTo(1053);
        assertThat(first.commands()).endsWith("ROLLBACK").doesNotContain("COMMIT");
    }

    @Test
    void aRollbackThatFindsAParticipantGoneLeavesNothingToTell() {
        writeOnBoth();
        second.hangUp();
        awaitLossOfTheSecond();

        assertThat(client.query("ROLLBACK").errorCode()).isZero();
        assertThat(first.commands()).endsWith("ROLLBACK");
        assertThat(client.query("ON pair2 WRITE d").errorCode()).isZero();
    }

    private void awaitLossOfTheSecond() {
        Conditions.await(() -> proxy.server().pools().toCompletableFuture().join().stream()
                .noneMatch(pool -> pool.pair().equals("pair2") && pool.busy() > 0));
    }

    @Test
    void savepointsAreSetAndLeftOnAll() {
        writeOnBoth();
        client.query("SAVEPOINT s");
        client.query("ROLLBACK TO s");

        assertThat(first.commands()).endsWith("SAVEPOINT s", "ROLLBACK TO s");
        assertThat(second.commands()).endsWith("SAVEPOINT s", "ROLLBACK TO s");
        assertThat(client.query("ROLLBACK TO nosuch").errorCode()).isEqualTo(1305);
        assertThat(client.command(0x0E, "").inTransaction()).isTrue();
    }

    @Test
    void beginCommitsOnAll() {
        writeOnBoth();
        assertThat(client.query("BEGIN").inTransaction()).isTrue();

        assertThat(first.commands()).endsWith("COMMIT");
        assertThat(second.commands()).endsWith("COMMIT");
    }

    @Test
    void aStatementThatCommitsByItselfCommitsOnTheOthersFirst() {
        second.on("ALTER", reply -> reply.ok(AUTOCOMMIT));
        first.on("ALTER", reply -> reply.ok(AUTOCOMMIT));
        writeOnBoth();
        assertThat(client.query("ALTER TABLE t ADD c INT").inTransaction()).isFalse();

        assertThat(first.commands()).endsWith("COMMIT", "ALTER TABLE t ADD c INT");
        assertThat(second.commands()).endsWith("COMMIT");
    }

    @Test
    void switchingAutocommitOnCommitsOnAll() {
        first.on("WRITE", reply -> reply.ok(1));
        second.on("ON", reply -> reply.ok(1));
        client.query("SET autocommit=0");
        client.query("WRITE a");
        client.query("ON pair2 WRITE b");
        assertThat(second.commands()).contains("START TRANSACTION");
        Answer on = client.query("SET autocommit=1");

        assertThat(on.inTransaction()).isFalse();
        assertThat(on.autocommit()).isTrue();
        assertThat(first.commands()).contains("COMMIT");
        assertThat(second.commands()).endsWith("COMMIT");
    }

    /** With autocommit=0 a server keeps the locks of a statement that fails, and its flag shows no transaction. */
    private void keepLocksOnFirstAndWriteOnSecond() {
        first.on("FAIL", reply -> reply.error(1146, "42S02", "no such table"));
        first.on("COM_SET_OPTION", reply -> reply.ok(0));
        first.on("SELECT 1", reply -> reply.ok(0));
        second.on("ON", reply -> reply.ok(1));
        client.query("SET autocommit=0");
        client.query("FAIL");
        client.query("ON pair2 WRITE b");
    }

    @Test
    void aPairThatHasOnlyLocksDoesNotEndTheTransaction() {
        keepLocksOnFirstAndWriteOnSecond();
        assertThat(client.query("SELECT 1").inTransaction()).isTrue();
        assertThat(client.query("SELECT 1").inTransaction()).isTrue();
        assertThat(client.command(0x0E, "").inTransaction()).isTrue();
        assertThat(client.query("COMMIT").errorCode()).isZero();

        assertThat(first.commands()).contains("SELECT 1").endsWith("COMMIT");
        assertThat(second.commands()).endsWith("COMMIT");
    }

    @Test
    void aDeadlockOnAPairThatHasOnlyLocksRollsBackTheOthers() {
        keepLocksOnFirstAndWriteOnSecond();
        first.on("FAIL", reply -> reply.error(1213, "40001", "Deadlock found"));
        client.query("FAIL");

        Conditions.await(() -> second.commands().getLast().equals("ROLLBACK"));
    }

    @Test
    void aPairThatHasOnlyLocksEndsTheTransactionOnceItHasShownIt() {
        first.on("WRITE", reply -> reply.ok(1));
        keepLocksOnFirstAndWriteOnSecond();
        client.query("WRITE a");
        client.query("SELECT 1");
        Conditions.await(() -> second.commands().getLast().equals("ROLLBACK"));

        assertThat(client.query("COMMIT").errorCode()).isEqualTo(1105);
    }

    @Test
    void chainBeginsAnew() {
        writeOnBoth();
        assertThat(client.query("COMMIT AND CHAIN").inTransaction()).isTrue();
        client.query("ON pair2 WRITE c");

        assertThat(second.commands()).endsWith("COMMIT", "START TRANSACTION", "ON pair2 WRITE c");
    }

    @Test
    void aProcedureThatEndsTheTransactionOnOneBreaksItForAll() {
        writeOnBoth();
        first.on("CALLS", reply -> reply.ok(AUTOCOMMIT));
        assertThat(client.query("CALLS p").errorCode()).isZero();
        Conditions.await(() -> second.commands().getLast().equals("ROLLBACK"));
        Answer commit = client.query("COMMIT");

        assertThat(commit.errorCode()).isEqualTo(1105);
        assertThat(commit.error()).contains("pair1", "rolled it back on the unsharded databases of pair pair2");
        assertThat(client.query("COMMIT").errorCode()).isZero();
    }

    @Test
    void aClientThatGoesHasEveryPartUndone() {
        try (RawClient leaving = RawClient.loggedIn(proxy)) {
            leaving.query("BEGIN");
            leaving.query("WRITE a");
            leaving.query("ON pair2 WRITE b");
        }
        Conditions.await(() -> first.commands().contains("COM_RESET_CONNECTION")
                && second.commands().contains("COM_RESET_CONNECTION"));
    }

    @Test
    void aClientThatGoesBehindASavepointHasEveryPartUndone() {
        try (RawClient leaving = RawClient.loggedIn(proxy)) {
            leaving.query("BEGIN");
            leaving.query("WRITE a");
            leaving.query("ON pair2 WRITE b");
            leaving.query("SAVEPOINT s");
        }
        Conditions.await(() -> first.commands().contains("COM_RESET_CONNECTION")
                && second.commands().contains("COM_RESET_CONNECTION"));
        Conditions.await(() ->
                proxy.server().pools().toCompletableFuture().join().stream().allMatch(pool -> pool.busy() == 0));
    }

    @Test
    void aClientThatGoesWhileItsPairsCommitLeavesNoneBehind() {
        CountDownLatch hold = new CountDownLatch(1);
        first.on("COMMIT", reply -> {
            reply.waitFor(hold);
            reply.ok(AUTOCOMMIT);
        });
        try (RawClient leaving = RawClient.loggedIn(proxy)) {
            leaving.query("BEGIN");
            leaving.query("WRITE a");
            leaving.query("ON pair2 WRITE b");
            leaving.sendQuery("COMMIT");
            Conditions.await(() -> first.commands().contains("COMMIT"));
        }
        Conditions.await(() -> proxy.server().sessions().size() == 1);
        hold.countDown();

        Conditions.await(() -> second.commands().contains("COMMIT"));
        Conditions.await(() ->
                proxy.server().pools().toCompletableFuture().join().stream().allMatch(pool -> pool.busy() == 0));
    }

    @Test
    void resetUndoesEveryPart() {
        writeOnBoth();
        assertThat(client.command(0x1F, "").inTransaction()).isFalse();
        Conditions.await(() -> first.commands().contains("COM_RESET_CONNECTION")
                && second.commands().contains("COM_RESET_CONNECTION"));
    }

    private static List<Integer> connectionsOf(ScriptedServer server, String... commands) {
        return server.received().stream()
                .filter(received -> List.of(commands).contains(received.command()))
                .map(Received::connection)
                .distinct()
                .toList();
    }
}
