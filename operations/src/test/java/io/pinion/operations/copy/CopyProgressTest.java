package io.pinion.operations.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CopyProgressTest {
    private static final long PAGE = 16 << 10;

    /** One of 1280 tables of a page each, which have 300 bytes each. */
    private static CopyProgress ofSmallTables(int done, Duration elapsed) {
        long bytes = 300L * done;
        return new CopyProgress(
                1280,
                done,
                1280,
                3L * done,
                bytes,
                CopyProgress.expected(bytes, done * PAGE, 1280 * PAGE),
                elapsed,
                "");
    }

    private static CopyProgress of(int megabytes, Duration elapsed, String waitsFor) {
        return new CopyProgress(1, 0, 1, megabytes, (long) megabytes << 20, 1000L << 20, elapsed, waitsFor);
    }

    @Test
    void tablesAreCountedWhileTheyAreMade() {
        CopyProgress making = new CopyProgress(
                1200, 0, 8192, 0, 0, 8192 * PAGE, Duration.ofSeconds(60), "the standby of pair B is behind");

        assertThat(making).hasToString("making tables: 1200 of 8192; waits: the standby of pair B is behind");
    }

    @Test
    void rowsAreCountedBehindThat() {
        assertThat(new CopyProgress(2, 1, 2, 7, 1 << 20, 2 << 20, Duration.ofSeconds(5), ""))
                .hasToString("50 %, table 2 of 2, 7 rows, 1 MB at 0.2 MB/s, about 5 s left");
    }

    @Test
    void theRestIsToldFromAFewSecondsAndPercentOn() {
        assertThat(of(20, Duration.ofSeconds(60), "").remaining()).isEmpty();
        assertThat(of(500, Duration.ofSeconds(4), "").remaining()).isEmpty();
        assertThat(of(100, Duration.ofSeconds(10), "").remaining()).contains(Duration.ofSeconds(90));
    }

    @Test
    void neitherWhileItPausesNorWhenTheEstimateWasTooLowIsItTold() {
        assertThat(of(100, Duration.ofSeconds(10), "A is busy").remaining()).isEmpty();
        assertThat(of(1200, Duration.ofSeconds(10), "").remaining()).isEmpty();
    }

    /** A server takes a page for a table with one row. */
    @Test
    void halfOfManySmallTablesIsHalfOfTheWork() {
        CopyProgress half = ofSmallTables(640, Duration.ofSeconds(20));

        assertThat(half.percent()).hasValue(50);
        assertThat(half.remaining()).contains(Duration.ofSeconds(20));
        assertThat(ofSmallTables(1279, Duration.ofSeconds(40)).toString()).startsWith("99 %, table 1280 of 1280");
    }

    @Test
    void emptyTablesCountToo() {
        assertThat(new CopyProgress(100, 50, 100, 0, 0, 100 * PAGE, Duration.ofSeconds(1), "").percent())
                .hasValue(50);
    }
}
