package io.pinion.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.verify.SnapshotComparison.Compared;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SnapshotComparisonTest {
    private static final Duration A_MINUTE = Duration.ofMinutes(1);
    private static final List<String> DATABASES =
            IntStream.range(0, 20).mapToObj("db%05d"::formatted).toList();

    /** How many databases were asked for at a time. */
    private final List<Integer> asked = new ArrayList<>();

    /** @param first the failure of the first snapshot; others have nothing to compare */
    private List<Compared> compared(SQLException first) {
        VerifyThrottle throttle = new VerifyThrottle(System.nanoTime() + A_MINUTE.toNanos(), A_MINUTE, () -> false);
        return new SnapshotComparison(
                        databases -> {
                            asked.add(databases.size());
                            if (asked.size() == 1) {
                                throw first;
                            }
                            return Optional.empty();
                        },
                        throttle,
                        "standby",
                        DATABASES)
                .all("it can't be read: ");
    }

    @Test
    void oneThatWasStoppedBetweenOthersIsNotTakenForEqual() {
        Compared whole = new Compared(true, 3, 100, List.of(), "");
        Compared stopped = new Compared(true, 1, 10, List.of(), "it was stopped");
        assertThatThrownBy(() -> SnapshotComparison.requireWhole(List.of(whole, stopped, whole)))
                .isInstanceOf(OperationRefused.class)
                .hasMessage("it was stopped");
        assertThatNoException().isThrownBy(() -> SnapshotComparison.requireWhole(List.of(whole, whole)));
    }

    @Test
    void aServerThatIsLostIsNotAskedAgain() {
        assertThat(compared(new SQLException("no answer", "08S01")))
                .extracting(Compared::whyNot)
                .hasSize(20)
                .containsOnly("it can't be read: no answer");
        assertThat(asked).containsExactly(16);
    }

    @Test
    void aTableThatCantBeReadKeepsNoOtherDatabasesFromBeingCompared() {
        assertThat(compared(new SQLException("the table is corrupt", "HY000", 1712)))
                .extracting(Compared::whyNot)
                .hasSize(20)
                .startsWith("it can't be read: the table is corrupt")
                .endsWith("");
        assertThat(asked).containsExactly(16, 4);
    }
}
