package io.pinion.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PartSizeTest {
    private static final long LONG = Duration.ofSeconds(1).toNanos();
    private static final long SHORT = Duration.ofMillis(1).toNanos();

    private static PartSize behind(PartSize size, int parts, long nanosEach) {
        for (int part = 0; part < parts; part++) {
            size.took(nanosEach);
        }
        return size;
    }

    @Test
    void aBusyServerMakesPartsOfSmallRowsNoSmallerThanWhatIsReadInAMoment() {
        assertThat(behind(new PartSize(100), 20, LONG).rows()).isEqualTo(10_000);
        assertThat(behind(new PartSize(10_000), 20, LONG).rows()).isEqualTo(100);
    }

    @Test
    void hugeRowsAreComparedOneByOne() {
        assertThat(behind(new PartSize(60_000_000), 20, LONG).rows()).isEqualTo(1);
    }

    @Test
    void rowsOfWhichNothingIsKnownMayBeHuge() {
        assertThat(behind(new PartSize(0), 20, LONG).rows()).isEqualTo(1);
    }

    @Test
    void whatIsReadInNoTimeGrowsUpToABound() {
        assertThat(behind(new PartSize(0), 1, SHORT).rows()).isEqualTo(2_000);
        assertThat(behind(new PartSize(100), 20, SHORT).rows()).isEqualTo(20_000);
    }
}
