package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.protocol.flags.ServerStatus;
import io.pinion.server.session.TransactionPhase.Deferred;
import io.pinion.server.session.TransactionPhase.None;
import io.pinion.server.session.TransactionPhase.Open;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransactionStateTest {
    private final TransactionState state = new TransactionState();

    @Test
    void aDeferredTransactionShowsAtOnce() {
        state.defer("BEGIN");

        assertThat(state.inTransaction()).isTrue();
        assertThat(state.open()).isEmpty();
        assertThat(state.opening()).containsExactly("BEGIN");
    }

    @Test
    void savepointsAndCharacteristicsTravelWithTheBegin() {
        state.setNextCharacteristics("ISOLATION LEVEL READ COMMITTED");
        state.defer("BEGIN");
        state.savepoints().set("s1");

        assertThat(state.opening())
                .containsExactly("SET TRANSACTION ISOLATION LEVEL READ COMMITTED", "BEGIN", "SAVEPOINT `s1`");
    }

    @Test
    void onceOpenedNothingIsOwed() {
        state.defer("BEGIN");
        state.opened("MySQL001");

        assertThat(state.phase()).isEqualTo(new Open("MySQL001", Optional.of("BEGIN"), Optional.empty()));
        assertThat(state.opening()).isEmpty();
    }

    @Test
    void aTransactionThatTouchedNothingMayMove() {
        state.defer("BEGIN");
        state.opened("MySQL001");
        state.beginAnew();

        assertThat(state.phase()).isEqualTo(new Deferred("BEGIN"));
    }

    @Test
    void aTransactionThatTouchedAShardStays() {
        state.defer("BEGIN");
        state.opened("MySQL001");
        state.touched("shard 7 of pinterest");
        state.beginAnew();

        assertThat(state.open().orElseThrow().shard()).contains("shard 7 of pinterest");
    }

    @Test
    void aTransactionWithSavepointsStays() {
        state.defer("BEGIN");
        state.savepoints().set("a");
        state.opened("MySQL001");

        assertThat(state.open().orElseThrow().isMovable()).isFalse();
    }

    @Test
    void theServerKnowsBest() {
        state.setAutocommit(false);
        state.reported("MySQL001", ServerStatus.of(ServerStatus.IN_TRANS));
        assertThat(state.open()).isPresent();

        state.reported("MySQL001", ServerStatus.of(0));
        assertThat(state.phase()).isInstanceOf(None.class);
    }

    @Test
    void aServerThatWasNotToldSaysNothingAboutADeferredTransaction() {
        state.defer("BEGIN");
        state.reported("MySQL001", ServerStatus.of(ServerStatus.AUTOCOMMIT));

        assertThat(state.inTransaction()).isTrue();
    }

    @Test
    void savepointsNestAsOnAServer() {
        state.defer("BEGIN");
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
        assertThat(state.opening()).containsExactly("SET TRANSACTION READ ONLY");
        state.opened("pair1");
        state.reported("pair1", ServerStatus.of(ServerStatus.AUTOCOMMIT));

        assertThat(state.mayHaveLeftCharacteristics(false)).isTrue();
        assertThat(state.mayHaveLeftCharacteristics(false)).isFalse();
        assertThat(state.next().isUnsaid()).isTrue();
    }

    @Test
    void aStatementThatFailedHasNotUsedThemUp() {
        state.setNextCharacteristics("READ ONLY");
        state.opened("pair1");
        state.reported("pair1", ServerStatus.of(ServerStatus.AUTOCOMMIT));

        assertThat(state.mayHaveLeftCharacteristics(true)).isTrue();
        assertThat(state.opening()).containsExactly("SET TRANSACTION READ ONLY");
    }

    @Test
    void theEndOfATransactionUsesThemUp() {
        state.setNextCharacteristics("READ ONLY");
        state.defer("BEGIN");
        state.opened("pair1");
        state.reported("pair1", ServerStatus.of(ServerStatus.IN_TRANS | ServerStatus.AUTOCOMMIT));

        assertThat(state.mayHaveLeftCharacteristics(false)).isFalse();
    }

    @Test
    void aDeferredTransactionIsReadOnlyWhereItOrTheOneBeforeSaysSo() {
        state.defer("START TRANSACTION READ ONLY");
        assertThat(state.isReadOnly(false)).isTrue();

        state.chainDeferred();
        assertThat(state.isReadOnly(false)).isTrue();

        state.defer("BEGIN");
        assertThat(state.isReadOnly(false)).isFalse();
        assertThat(state.isReadOnly(true)).isTrue();

        state.setNextCharacteristics("READ WRITE");
        assertThat(state.isReadOnly(true)).isFalse();
    }

    @Test
    void anOpenTransactionIsReadOnlyWhenItsServerSaysSo() {
        state.reported("MySQL001", ServerStatus.of(ServerStatus.IN_TRANS | ServerStatus.IN_TRANS_READONLY));

        assertThat(state.isReadOnly(false)).isTrue();
    }
}
