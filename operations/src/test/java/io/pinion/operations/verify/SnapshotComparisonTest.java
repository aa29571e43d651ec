package io.pinion.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

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
                        "it can't be read: ")
                .of(DATABASES, done -> {});
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
