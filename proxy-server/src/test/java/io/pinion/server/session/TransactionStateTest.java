package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.protocol.flags.ServerStatus;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.server.session.TransactionPhase.Deferred;
import io.pinion.server.session.TransactionPhase.None;
import io.pinion.server.session.TransactionPhase.Open;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TransactionStateTest {
    private final TransactionState state = new TransactionState();

    @Test
    void aDeferredTransactionShowsAtOnce() {
        state.defer("START TRANSACTION");

        assertThat(state.inTransaction()).isTrue();
        assertThat(state.open()).isEmpty();
        assertThat(state.opening("MySQL001")).containsExactly("START TRANSACTION");
    }

    @Test
    void savepointsAndCharacteristicsTravelWithTheBegin() {
        state.setNextCharacteristics("ISOLATION LEVEL READ COMMITTED");
        state.defer("START TRANSACTION");
        state.savepoints().set("s1");

        assertThat(state.opening("MySQL001"))
                .containsExactly(
                        "SET TRANSACTION ISOLATION LEVEL READ COMMITTED", "START TRANSACTION", "SAVEPOINT `s1`");
    }

    @Test
    void aTransactionThatNoServerHadUsesUpItsCharacteristics() {
        state.setNextCharacteristics("READ ONLY");
        state.chainDeferred();
        assertThat(state.opening("MySQL001")).containsExactly("SET TRANSACTION READ ONLY", "START TRANSACTION");

        state.defer("START TRANSACTION");
        assertThat(state.opening("MySQL001")).containsExactly("START TRANSACTION");
    }

    @Test
    void onceOpenedNothingIsOwed() {
        state.defer("START TRANSACTION");
        state.opened("MySQL001");

        assertThat(state.phase())
                .isEqualTo(new Open(
                        List.of(Participant.joining("MySQL001", Branch.PLAIN)),
                        new Beginning.Said("START TRANSACTION", NextTransaction.UNSAID)));
        assertThat(state.opening("MySQL001")).isEmpty();
    }

    @Test
    void whatDoomedOneStatementDoesntDoomTheNext() {
        state.runTogether(true);
        state.runTogether(false);
        state.partEnded(TransactionState.Doom.LOST);

        state.runTogether(true);
        assertThat(state.doom()).isEqualTo(TransactionState.Doom.NONE);
    }

    @Test
    void aTransactionThatTouchedNothingMayMove() {
        state.defer("START TRANSACTION");
        state.opened("MySQL001");
        state.beginAnew();

        assertThat(state.phase()).isEqualTo(new Deferred("START TRANSACTION"));
    }

    @Test
    void aTransactionThatTouchedAShardStays() {
        state.defer("START TRANSACTION");
        state.opened("MySQL001");
        state.touched("MySQL001", "shard 7 of pinterest", TransactionMode.BEST_EFFORT, false);
        state.beginAnew();

        assertThat(state.participants().getFirst().places()).containsExactly("shard 7 of pinterest");
    }

    @Test
    void aTransactionWithSavepointsStays() {
        state.defer("START TRANSACTION");
        state.savepoints().set("a");
        state.opened("MySQL001");

        assertThat(state.isMovable()).isFalse();
    }

    @Test
    void theServerKnowsBest() {
        state.setAutocommit(false);
        state.reported("MySQL001", ServerStatus.of(ServerStatus.IN_TRANS), false);
        assertThat(state.open()).isPresent();

        state.reported("MySQL001", ServerStatus.of(0), false);
        assertThat(state.phase()).isInstanceOf(None.class);
    }

    @Test
    void savepointsLastAsLongAsTheLocksOfTablesWithoutTransactions() {
        state.setAutocommit(false);
        state.savepoints().set("s");
        state.opened("MySQL001");
        state.reported("MySQL001", ServerStatus.of(0), true);
        assertThat(state.savepoints().has("s")).isTrue();
        assertThat(state.isOpenOn("MySQL001")).isTrue();
        assertThat(state.isFlagged()).isFalse();

        state.reported("MySQL001", ServerStatus.of(0), false);
        assertThat(state.phase()).isInstanceOf(None.class);
        assertThat(state.savepoints().isEmpty()).isTrue();
    }

    @Test
    void aServerThatWasNotToldSaysNothingAboutADeferredTransaction() {
        state.defer("START TRANSACTION");
        state.reported("MySQL001", ServerStatus.of(ServerStatus.AUTOCOMMIT), false);

        assertThat(state.inTransaction()).isTrue();
    }

    @Test
    void savepointsNestAsOnAServer() {
        state.defer("START TRANSACTION");
        state.savepoints().set("a");
        state.savepoints().set("b");
        state.savepoints().set("A");

        assertThat(state.savepoints().statements()).containsExactly("SAVEPOINT `b`", "SAVEPOINT `A`");
        assertThat(state.savepoints().rollbackTo("b")).isTrue();
        assertThat(state.savepoints().release("a")).isFalse();
    }

    @Test
    void aStatementThatBeganNoTransactionMayLeaveItsCharacteristicsOnTheServer() {
        state.setNextCharacteristics("READ ONLY");
        assertThat(state.opening("MySQL001")).containsExactly("SET TRANSACTION READ ONLY");
        state.opened("pair1");
        state.reported("pair1", ServerStatus.of(ServerStatus.AUTOCOMMIT), false);

        assertThat(state.mayHaveLeftCharacteristics(false)).isTrue();
        assertThat(state.mayHaveLeftCharacteristics(false)).isFalse();
        assertThat(state.next().isUnsaid()).isTrue();
    }

    @Test
    void aStatementThatFailedHasNotUsedThemUp() {
        state.setNextCharacteristics("READ ONLY");
        state.opened("pair1");
        state.reported("pair1", ServerStatus.of(ServerStatus.AUTOCOMMIT), false);

        assertThat(state.mayHaveLeftCharacteristics(true)).isTrue();
        assertThat(state.opening("MySQL001")).containsExactly("SET TRANSACTION READ ONLY");
    }

    @Test
    void theEndOfATransactionUsesThemUp() {
        state.setNextCharacteristics("READ ONLY");
        state.defer("START TRANSACTION");
        state.opened("pair1");
        state.reported("pair1", ServerStatus.of(ServerStatus.IN_TRANS | ServerStatus.AUTOCOMMIT), false);

        assertThat(state.mayHaveLeftCharacteristics(false)).isFalse();
    }

    @Test
    void aDeferredTransactionIsReadOnlyWhereItOrTheOneBeforeSaysSo() {
        state.defer("START TRANSACTION READ ONLY");
        assertThat(state.isReadOnly(false)).isTrue();

        state.chainDeferred();
        assertThat(state.isReadOnly(false)).isTrue();

        state.defer("START TRANSACTION");
        assertThat(state.isReadOnly(false)).isFalse();
        assertThat(state.isReadOnly(true)).isTrue();

        state.setNextCharacteristics("READ WRITE");
        assertThat(state.isReadOnly(true)).isFalse();
    }

    @Test
    void aStatementThatBeginsATransactionMayOnlyReadWhereThatOneMay() {
        assertThat(state.allowsOnlyReading(false)).isFalse();
        assertThat(state.allowsOnlyReading(true)).isTrue();

        state.setNextCharacteristics("READ WRITE");
        assertThat(state.allowsOnlyReading(true)).isFalse();

        state.defer("START TRANSACTION READ ONLY");
        assertThat(state.allowsOnlyReading(false)).isTrue();
    }

    @Test
    void anOpenTransactionIsReadOnlyWhenItsServerSaysSo() {
        state.reported("MySQL001", ServerStatus.of(ServerStatus.IN_TRANS | ServerStatus.IN_TRANS_READONLY), false);

        assertThat(state.isReadOnly(false)).isTrue();
    }

    @Test
    void aPairThatJoinsIsToldHowTheTransactionBeganAndOfItsSavepoints() {
        state.setNextCharacteristics("ISOLATION LEVEL READ COMMITTED");
        state.defer("START TRANSACTION READ WRITE");
        state.opened("MySQL001");
        state.savepoints().set("a");
        state.enlist("MySQL002", Branch.PLAIN, false);

        assertThat(state.opening("MySQL001")).isEmpty();
        assertThat(state.opening("MySQL002"))
                .containsExactly(
                        "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
                        "START TRANSACTION READ WRITE",
                        "SAVEPOINT `a`");
        assertThat(state.isOpenOn("MySQL002")).isFalse();
        state.opened("MySQL002");
        assertThat(state.isOpenOn("MySQL002")).isTrue();
        assertThat(state.opening("MySQL002")).isEmpty();
    }

    @Test
    void aBranchOfTwoPhasesIsToldWhatXaStartHasNoWordsFor() {
        state.setNextCharacteristics("ISOLATION LEVEL READ COMMITTED");
        state.defer("START TRANSACTION READ WRITE");
        state.opened("MySQL001");
        state.enlist("MySQL002", new Branch.Xa("g", "b"), false);

        assertThat(state.opening("MySQL002"))
                .containsExactly(
                        "SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE", "XA START 'g','b',1346981449");
    }

    @Test
    void aPairThatJoinsIsToldTheCharacteristicsOfTheTransactionNotOfTheSession() {
        state.setNextCharacteristics("ISOLATION LEVEL SERIALIZABLE");
        state.defer("START TRANSACTION");
        state.opened("MySQL001");
        state.keepCharacteristics(new NextTransaction("ISOLATION LEVEL REPEATABLE READ", "READ WRITE"));
        state.keepCharacteristics(new NextTransaction("", "READ ONLY"));
        state.enlist("MySQL002", Branch.PLAIN, true);

        assertThat(state.opening("MySQL002"))
                .containsExactly("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ WRITE", "START TRANSACTION");
    }

    @Test
    void aStatedAccessModeNeedsNoneOfTheSession() {
        state.defer("START TRANSACTION READ ONLY");
        state.opened("MySQL001");
        state.keepCharacteristics(new NextTransaction("", "READ WRITE"));
        state.enlist("MySQL002", Branch.PLAIN, false);

        assertThat(state.opening("MySQL002")).containsExactly("START TRANSACTION READ ONLY");
    }

    @Test
    void autocommitOffKeepsTheCharacteristicsOfItsFirstStatement() {
        state.setAutocommit(false);
        state.keepCharacteristics(new NextTransaction("", "READ WRITE"));
        state.reported("MySQL001", ServerStatus.of(ServerStatus.IN_TRANS), false);
        state.keepCharacteristics(new NextTransaction("", "READ ONLY"));
        state.enlist("MySQL002", Branch.PLAIN, false);

        assertThat(state.opening("MySQL002")).containsExactly("SET TRANSACTION READ ONLY", "START TRANSACTION");
    }

    @Test
    void aChainedTransactionHasTheAccessModeButTakesNoSnapshot() {
        state.setNextCharacteristics("ISOLATION LEVEL READ COMMITTED");
        state.defer("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
        state.opened("MySQL001");
        state.chained();
        state.enlist("MySQL002", Branch.PLAIN, false);

        assertThat(state.opening("MySQL002"))
                .containsExactly("SET TRANSACTION ISOLATION LEVEL READ COMMITTED", "START TRANSACTION READ ONLY");
    }

    @Test
    void aTransactionChainedOnSeveralPairsHasTheAccessModeButTakesNoSnapshot() {
        state.defer("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
        state.opened("MySQL001");
        state.followOn();

        assertThat(state.opening("MySQL003")).containsExactly("START TRANSACTION READ ONLY");
    }

    @Test
    void aTransactionChainedWithoutAServerHasTheAccessModeButTakesNoSnapshot() {
        state.defer("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
        state.chainDeferred();

        assertThat(state.opening("MySQL001")).containsExactly("START TRANSACTION READ ONLY");
    }

    @Test
    void autocommitOffBeginsASecondPairInWords() {
        state.setAutocommit(false);
        state.reported("MySQL001", ServerStatus.of(ServerStatus.IN_TRANS), false);
        state.enlist("MySQL002", Branch.PLAIN, false);

        assertThat(state.opening("MySQL002")).containsExactly("START TRANSACTION");
    }

    @Test
    void oneOfSeveralServersSaysNothingOfTheOthers() {
        state.defer("START TRANSACTION");
        state.opened("MySQL001");
        state.enlist("MySQL002", Branch.PLAIN, false);
        state.opened("MySQL002");
        state.reported("MySQL002", ServerStatus.of(ServerStatus.AUTOCOMMIT), false);

        assertThat(state.isOpenOn("MySQL001")).isTrue();
        assertThat(state.inTransaction()).isTrue();
    }

    @Test
    void savepointsEndWithTheirTransaction() {
        state.defer("START TRANSACTION");
        state.opened("MySQL001");
        state.savepoints().set("a");
        state.reported("MySQL001", ServerStatus.of(ServerStatus.AUTOCOMMIT), false);

        assertThat(state.savepoints().isEmpty()).isTrue();
    }

    @Test
    void theStrictestPromiseHoldsForAll() {
        state.defer("START TRANSACTION");
        state.opened("MySQL001");
        state.touched("MySQL001", "shard 1 of a", TransactionMode.XA, true);
        state.touched("MySQL001", "shard 1 of b", TransactionMode.BEST_EFFORT, true);
        assertThat(state.mode()).isEqualTo(TransactionMode.XA);
        state.ended();
        assertThat(state.mode()).isEqualTo(TransactionMode.BEST_EFFORT);
    }

    @Test
    void aPairCommitsBeforeThoseItsRowsCameFrom() {
        state.defer("BEGIN");
        state.enlist("B", Branch.PLAIN, false);
        state.opened("B");
        state.enlist("C", Branch.PLAIN, false);
        state.opened("C");
        state.commitBefore("C", Set.of("B"));
        state.enlist("A", Branch.PLAIN, false);
        state.opened("A");
        state.commitBefore("B", Set.of("A"));

        assertThat(state.participants().stream().map(Participant::pair)).containsExactly("C", "B", "A");
        state.commitBefore("A", Set.of("C"));
        assertThat(state.participants().stream().map(Participant::pair)).containsExactly("A", "C", "B");
    }
}
