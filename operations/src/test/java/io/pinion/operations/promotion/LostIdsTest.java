package io.pinion.operations.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LostIdsTest {
    @Test
    void theHoldGrowsWithTheTablesWhoseCountersAreRaised() {
        assertThat(LostIds.usualHold(0)).hasSeconds(1);
        assertThat(LostIds.usualHold(4_096)).hasSeconds(3);
        assertThat(LostIds.usualHold(40_960)).hasSeconds(25);
    }
}
