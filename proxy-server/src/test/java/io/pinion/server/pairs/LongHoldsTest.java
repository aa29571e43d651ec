package io.pinion.server.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LongHoldsTest {
    private static final Pair FREE = new Pair("MySQL001", new Server("MySQL001A", "10.0.1.1", 3306), Optional.empty());
    private static final Pair HELD = FREE.withHeld(true);

    private long now = Long.MAX_VALUE - 5;
    private final LongHolds holds = new LongHolds(() -> now);

    @Test
    void aPairThatStaysHeldIsToldOf() {
        assertThat(holds.problem(HELD, Optional.empty())).isEmpty();
        now += LongHolds.LONG.toNanos() - 1;
        assertThat(holds.problem(HELD, Optional.empty())).isEmpty();
        now++;
        assertThat(holds.problem(HELD, Optional.empty())).hasValueSatisfying(problem -> assertThat(problem)
                .startsWith("statements for pair MySQL001 are held")
                .contains("SHOW OPERATIONS", "RESUME OPERATION"));
    }

    @Test
    void oneThatAnOperationHoldsIsToldOfAsSuch() {
        assertThat(holds.problem(HELD, Optional.empty())).isEmpty();
        now += LongHolds.LONG.toNanos();
        assertThat(holds.problem(HELD, Optional.of("operation 7 (PROMOTE PAIR MySQL001)")))
                .hasValueSatisfying(problem -> assertThat(problem)
                        .contains("since operation 7 (PROMOTE PAIR MySQL001) takes long")
                        .doesNotContain("broken off", "CANCEL"));
    }

    @Test
    void eachHoldCountsAnew() {
        assertThat(holds.problem(HELD, Optional.empty())).isEmpty();
        now += LongHolds.LONG.toNanos();
        assertThat(holds.problem(FREE, Optional.empty())).isEmpty();
        assertThat(holds.problem(HELD, Optional.empty())).isEmpty();
    }
}
