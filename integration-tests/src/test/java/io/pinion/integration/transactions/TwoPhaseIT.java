package io.pinion.integration.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.integration.testing.Wire;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.server.execution.commit.XaDecision;
import io.pinion.server.session.XaNames;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import io.pinion.server.xa.XaRecovery;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Commits in two phases on real servers, what is left when they break off, and who finishes it. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
class TwoPhaseIT {
    private static final String HERE = "UPDATE bank00000.account SET balance = balance - 10 WHERE id = 1";
    private static final String THERE = "UPDATE bank00004.account SET balance = balance + 10 WHERE id = 1";
    private static final String EVERYWHERE = "UPDATE bank.things SET data = CONCAT(data, '!')";
    private static final int LOST = 1053;

    private final TwoPairs pairs;
    private Wire wire;
    private TestProxy proxy;
    private Connection client;

    TwoPhaseIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void connect() throws SQLException {
        pairs.execute(0, "DELETE FROM " + XaDecision.TABLE);
        pairs.reset();
        wire = new Wire(pairs.host(1), pairs.port(1));
        proxy = pairs.proxyThrough(TransactionMode.XA, wire);
        client = TwoPairs.connect(proxy);
    }

    @AfterEach
    void close() throws SQLException {
        client.close();
        proxy.close();
        wire.close();
        assertThat(branches()).isZero();
    }

    private void transfer() throws SQLException {
        Jdbc.execute(client, "BEGIN");
        Jdbc.execute(client, HERE);
        Jdbc.execute(client, THERE);
    }

    @Test
    void bothPairsCommitAndTheDecisionIsWrittenAtHome() throws SQLException {
        transfer();
        Jdbc.execute(client, "COMMIT");

        assertBalances(90, 110);
        assertThat(decisions()).isEqualTo("committed");
    }

    @Test
    void whatOnlyReadThereNeedsNoSecondPhase() throws SQLException {
        Jdbc.execute(client, "BEGIN");
        Jdbc.execute(client, HERE);
        Jdbc.value(client, "SELECT balance FROM bank00004.account WHERE id = 1");
        Jdbc.execute(client, "COMMIT");

        assertBalances(90, 100);
        assertThat(decisions()).isEqualTo("null");
    }

    @Test
    void rollbackLeavesNothing() throws SQLException {
        transfer();
        Jdbc.execute(client, "ROLLBACK");

        assertBalances(100, 100);
        assertThat(decisions()).isEqualTo("null");
    }

    @Test
    void savepointsWorkInBothPhases() throws SQLException {
        transfer();
        Jdbc.execute(client, "SAVEPOINT s");
        Jdbc.execute(client, THERE);
        Jdbc.execute(client, HERE);
        Jdbc.execute(client, "ROLLBACK TO s");
        Jdbc.execute(client, "COMMIT");

        assertBalances(90, 110);
    }

    @Test
    void aTransactionThatOnlyReadsIsNoneOfTwoPhases() throws SQLException {
        Jdbc.execute(client, "START TRANSACTION READ ONLY");
        Jdbc.value(client, "SELECT balance FROM bank00000.account WHERE id = 1");
        Jdbc.value(client, "SELECT balance FROM bank00004.account WHERE id = 1");
        assertThat(Failure.of(() -> Jdbc.execute(client, THERE)).code()).isEqualTo(1792);
        Jdbc.execute(client, "COMMIT");
        assertThat(decisions()).isEqualTo("null");
    }

    @Test
    void aChangeOfAllShardsThatAReadOnlyTransactionRefusesIsNone() throws SQLException {
        for (String begin : new String[] {"START TRANSACTION READ ONLY", "BEGIN", "SET autocommit = 0"}) {
            if (!begin.startsWith("START")) {
                Jdbc.execute(client, "SET TRANSACTION READ ONLY");
            }
            Jdbc.execute(client, begin);
            for (int time = 0; time < 2; time++) {
                assertThat(Failure.of(() -> Jdbc.execute(client, EVERYWHERE)).code())
                        .isEqualTo(1792);
            }
            Jdbc.execute(client, "COMMIT");
        }
        assertThat(decisions()).isEqualTo("null");
    }

    @Test
    void aChangeOfAllShardsThatFailedLeavesNothingToDecide() throws SQLException {
        Jdbc.execute(client, "BEGIN");
        Jdbc.execute(client, HERE);
        assertThat(Failure.of(() -> Jdbc.execute(client, "UPDATE bank.things SET data = 'the same'"))
                        .code())
                .isEqualTo(1062);
        Jdbc.execute(client, "COMMIT");
        assertThat(decisions()).isEqualTo("null");
        assertBalances(90, 100);
    }

    @Test
    void aTransactionBehindAReadOnlyOneHasTwoPhases() throws SQLException {
        Jdbc.execute(client, "START TRANSACTION READ ONLY");
        Jdbc.value(client, "SELECT COUNT(*) FROM bank.things");
        Jdbc.execute(client, "COMMIT");
        Jdbc.execute(client, "BEGIN");
        Jdbc.execute(client, EVERYWHERE);
        Jdbc.execute(client, "COMMIT");
        assertThat(decisions()).isEqualTo("committed");
    }

    @Test
    void aServerThatRefusesToLogTheDecisionRollsBackAll() throws SQLException {
        pairs.execute(0, "RENAME TABLE " + XaDecision.TABLE + " TO " + XaDecision.DATABASE + ".away");
        try {
            transfer();
            Failure failure = Failure.of(() -> Jdbc.execute(client, "COMMIT"));
            assertThat(failure.code()).isEqualTo(1146);
            assertThat(failure.message()).contains("pair pair1 refused to prepare", "rolled back on every pair");
        } finally {
            pairs.execute(0, "RENAME TABLE " + XaDecision.DATABASE + ".away TO " + XaDecision.TABLE);
        }
        assertBalances(100, 100);
    }

    /** The branch is prepared, and nobody hears of it. */
    @Test
    void aBranchWhosePromiseIsLostIsRolledBackByRecovery() throws SQLException {
        transfer();
        wire.loseAnswers(true);
        CompletableFuture<Failure> failing =
                CompletableFuture.supplyAsync(() -> Failure.of(() -> Jdbc.execute(client, "COMMIT")));
        Conditions.await(() -> branches() == 1);
        wire.cut();
        wire.loseAnswers(false);

        Failure failure = failing.join();
        assertThat(failure.code()).isEqualTo(LOST);
        assertThat(failure.message()).contains("rolled back on every pair");
        try (XaRecovery recovery = pairs.recovery(proxy.server().xaNames(), Optional::empty)) {
            Conditions.await(() -> branches() == 0 && recovery.inDoubt().isEmpty());
        }
        assertBalances(100, 100);
        assertThat(decisions()).isEqualTo("rolled back");
        transfer();
        Jdbc.execute(client, "COMMIT");
        assertBalances(90, 110);
    }

    @Test
    void aPairThatIsLostInTheMiddleOfAStatementTakesAllWithIt() throws SQLException {
        String ids = TwoPairs.id(0, 1) + ", " + TwoPairs.id(4, 1);
        transfer();
        try (Connection other = pairs.root(1)) {
            other.setAutoCommit(false);
            Jdbc.execute(other, "UPDATE bank00004.things SET data = 'other' WHERE local_id = 1");
            CompletableFuture<Failure> failing = CompletableFuture.supplyAsync(() -> Failure.of(
                    () -> Jdbc.execute(client, "UPDATE bank.things SET data = 'never' WHERE id IN (" + ids + ")")));
            Conditions.await(() -> pairs.isUpdating(1));
            wire.cut();
            Failure failure = failing.join();
            assertThat(failure.code()).isEqualTo(LOST);
            assertThat(failure.message()).contains("rolled back on every pair");
            other.rollback();
        }
        // The locks of the other pair are free; Connector/J opens a new connection after 08S01.
        pairs.execute(0, "UPDATE bank00000.account SET balance = 100 WHERE id = 1");
        assertBalances(100, 100);
    }

    /** As a proxy leaves it that dies between the two phases. */
    @Test
    void anotherProxyFinishesWhatADeadOneHasDecided() throws SQLException {
        XaNames dead = new XaNames("test", 0xDEAD);
        String decided = dead.next("pair1");
        prepare(decided, THERE);
        pairs.execute(0, HERE, XaDecision.insert(decided, XaDecision.COMMITTED));
        XaNames living = new XaNames("test", 0xA);
        Set<String> both = Set.of(dead.proxy(), living.proxy());
        try (XaRecovery recovery = pairs.recovery(living, () -> Optional.of(both))) {
            Conditions.await(() -> recovery.inDoubt().size() == 1);
            assertThat(recovery.inDoubt().getFirst().state()).isEqualTo("its proxy may still finish it");
            assertThat(branches()).isEqualTo(1);
        }
        try (XaRecovery recovery = pairs.recovery(living, () -> Optional.of(Set.of(living.proxy())))) {
            Conditions.await(() -> branches() == 0);
            Conditions.await(() -> recovery.inDoubt().isEmpty());
        }
        assertBalances(90, 110);
    }

    @Test
    void whatADeadProxyHasNotDecidedIsRolledBackForGood() throws SQLException {
        XaNames dead = new XaNames("test", 0xDEAD);
        String undecided = dead.next("pair1");
        prepare(undecided, THERE);
        XaNames living = new XaNames("test", 0xA);
        try (XaRecovery recovery = pairs.recovery(living, () -> Optional.of(Set.of(living.proxy())))) {
            Conditions.await(() -> branches() == 0 && recovery.inDoubt().isEmpty());
        }
        assertBalances(100, 100);
        // The proxy was only slow: its decision comes too late.
        assertThat(Failure.of(() -> pairs.execute(0, XaDecision.insert(undecided, XaDecision.COMMITTED)))
                        .code())
                .isEqualTo(1062);
    }

    /** It may be a primary no more: the account that finishes branches would write behind its fence. */
    @Test
    void aFencedServerIsAskedLater() throws SQLException {
        String undecided = new XaNames("test", 0xDEAD).next("pair1");
        prepare(undecided, THERE);
        XaNames living = new XaNames("test", 0xA);
        pairs.execute(0, "SET GLOBAL " + (pairs.isMySql() ? "super_read_only" : "read_only") + " = 1");
        try (XaRecovery recovery = pairs.recovery(living, () -> Optional.of(Set.of(living.proxy())))) {
            Conditions.await(() -> recovery.inDoubt().stream()
                    .anyMatch(left -> left.state().startsWith("pair pair1")
                            && left.state().contains("is fenced")));
            assertThat(branches()).isEqualTo(1);
            assertThat(decisions()).isEqualTo("null");

            pairs.execute(0, "SET GLOBAL read_only = 0");
            Conditions.await(() -> branches() == 0 && recovery.inDoubt().isEmpty());
        } finally {
            pairs.execute(0, "SET GLOBAL read_only = 0");
        }
        assertBalances(100, 100);
    }

    @Test
    void branchesOfOtherClustersAndOfOthersAreLeftAlone() throws SQLException {
        String others = new XaNames("another", 0xDEAD).next("pair1");
        prepare(others, THERE);
        XaNames living = new XaNames("test", 0xA);
        try (XaRecovery recovery = pairs.recovery(living, () -> Optional.of(Set.of()))) {
            assertThat(recovery.inDoubt()).isEmpty();
            assertThat(branches()).isEqualTo(1);
        }
        pairs.execute(1, "XA ROLLBACK '" + others + "','b'," + XaNames.FORMAT_ID);
    }

    @Test
    void decisionsAreForgottenWhenNoBranchIsLeft() throws SQLException {
        XaNames dead = new XaNames("test", 0xDEAD);
        String finished = dead.next("pair1");
        pairs.execute(
                0,
                XaDecision.insert(finished, XaDecision.COMMITTED),
                "UPDATE " + XaDecision.TABLE + " SET decided_at = NOW() - INTERVAL 2 MINUTE");
        try (XaRecovery recovery = pairs.recovery(new XaNames("test", 0xA), () -> Optional.of(Set.of()))) {
            Conditions.await(() -> decisions().equals("null"));
            assertThat(recovery.inDoubt()).isEmpty();
        }
    }

    /** Its function would run with the rights of the account that recovers. */
    @Test
    void aViewInPlaceOfTheDecisionsRunsNothingAndIsToldOf() throws SQLException {
        String undecided = new XaNames("test", 0xDEAD).next("pair1");
        prepare(undecided, THERE);
        String real = XaDecision.DATABASE + ".xa_real";
        pairs.execute(
                0,
                "CREATE TABLE bank00000.taken (account VARCHAR(100))",
                "CREATE FUNCTION bank00000.take() RETURNS INT DETERMINISTIC MODIFIES SQL DATA SQL SECURITY INVOKER BEGIN"
                        + " INSERT INTO bank00000.taken VALUES (CURRENT_USER()); RETURN 1; END",
                "RENAME TABLE " + XaDecision.TABLE + " TO " + real,
                "CREATE SQL SECURITY INVOKER VIEW " + XaDecision.TABLE + " AS SELECT * FROM " + real
                        + " WHERE bank00000.take() = 1 WITH CHECK OPTION");
        XaNames living = new XaNames("test", 0xA);
        try (XaRecovery recovery = pairs.recovery(living, () -> Optional.of(Set.of(living.proxy())))) {
            Conditions.await(() -> recovery.inDoubt().stream()
                    .anyMatch(left -> left.state().contains("'pinion.xa_decision' is not ")));
            Jdbc.execute(client, HERE);
            try (Connection root = pairs.root(0)) {
                assertThat(Jdbc.value(root, "SELECT COUNT(*) FROM bank00000.taken"))
                        .isEqualTo("0");
            }
            assertThat(branches()).isEqualTo(1);
        } finally {
            pairs.execute(
                    0,
                    "DROP VIEW " + XaDecision.TABLE,
                    "RENAME TABLE " + real + " TO " + XaDecision.TABLE,
                    "DROP FUNCTION bank00000.take",
                    "DROP TABLE bank00000.taken");
        }
        try (XaRecovery recovery = pairs.recovery(living, () -> Optional.of(Set.of(living.proxy())))) {
            Conditions.await(() -> branches() == 0 && recovery.inDoubt().isEmpty());
        }
        assertBalances(90, 100);
    }

    /** A branch that its connection has left behind. */
    private void prepare(String gtrid, String sql) throws SQLException {
        String xid = "'" + gtrid + "','b'," + XaNames.FORMAT_ID;
        pairs.execute(1, "XA START " + xid, sql, "XA END " + xid, "XA PREPARE " + xid);
        assertThat(branches()).isEqualTo(1);
    }

    private void assertBalances(int here, int there) throws SQLException {
        assertThat(pairs.balance(TwoPairs.HERE, 1)).isEqualTo(here);
        assertThat(pairs.balance(TwoPairs.THERE, 1)).isEqualTo(there);
    }

    private int branches() {
        int count = 0;
        for (int node = 0; node < 2; node++) {
            try (Connection root = pairs.root(node);
                    Statement statement = root.createStatement();
                    ResultSet rows = statement.executeQuery("XA RECOVER")) {
                while (rows.next()) {
                    count++;
                }
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        }
        return count;
    }

    private String decisions() {
        try (Connection root = pairs.root(0)) {
            return String.valueOf(Jdbc.value(root, "SELECT GROUP_CONCAT(outcome) FROM " + XaDecision.TABLE));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }
}
