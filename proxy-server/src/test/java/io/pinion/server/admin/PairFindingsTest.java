package io.pinion.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PairFindingsTest {
    /** ADD STANDBY would refuse a server that the topology has. */
    @Test
    void aServerThatNoPairHasMayBecomeTheStandby() {
        assertThat(PairFindings.newStandby("p", List.of())).isEqualTo("ADD STANDBY p 'host:port'");
        assertThat(PairFindings.newStandby("p", List.of("B"))).isEqualTo("REPLACE STANDBY p WITH B, which no pair has");
        assertThat(PairFindings.newStandby("p", List.of("B", "C")))
                .isEqualTo("REPLACE STANDBY p WITH B, or with another that no pair has: C");
    }
}
