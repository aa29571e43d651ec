package io.pinion.operations.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeftDifferencesTest {
    private static final Topology OLDER = topology(1);
    private static final Topology NEWER = topology(2);
    private static final List<AccountDifference> LACKING = List.of(lacking("one"));

    private static Topology topology(long version) {
        return new Topology(
                version, "main", Map.of(), Map.of(), Map.of(), Map.of(), Optional.empty(), Map.of(), Map.of());
    }

    private static AccountDifference lacking(String salt) {
        return new AccountDifference("app", "app lacks SELECT", false, List.of("CREATE USER app " + salt));
    }

    @Test
    void whatARepairCouldNotEndIsTriedAgainAfterAPause() {
        LeftDifferences left = LeftDifferences.of(OLDER, LACKING, LACKING, 0);
        long pause = LeftDifferences.TRY_AGAIN.toNanos();
        assertThat(left.mayRepair(OLDER, LACKING, pause)).isFalse();
        assertThat(left.mayRepair(OLDER, List.of(lacking("two")), pause)).isFalse();
        assertThat(left.mayRepair(OLDER, LACKING, pause + 1)).isTrue();
    }

    @Test
    void theSameDifferencesUnderAnotherTopologyAreRepairedAtOnce() {
        LeftDifferences left = LeftDifferences.of(OLDER, LACKING, LACKING, 0);
        assertThat(left.mayRepair(NEWER, LACKING, 1)).isTrue();
        assertThat(left.mayRepair(NEWER, List.of(), 1)).isFalse();
    }

    @Test
    void whatCameDuringARepairIsRepairedByTheNext() {
        List<AccountDifference> more =
                List.of(lacking("one"), new AccountDifference("app", "app is locked", false, List.of()));
        assertThat(LeftDifferences.of(OLDER, LACKING, more, 0).mayRepair(OLDER, more, 1))
                .isTrue();
        assertThat(LeftDifferences.of(OLDER, LACKING, List.of(), 0)).isEqualTo(LeftDifferences.NONE);
        assertThat(LeftDifferences.NONE.mayRepair(OLDER, LACKING, 0)).isTrue();
    }
}
