package io.pinion.operations.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThrottleTest {
    private static final long MEGABYTE = 1 << 20;

    private final Clock clock = new Clock();
    private final List<String> told = new ArrayList<>();

    /** Of which only sleepers and this test know. */
    private static final class Clock implements Throttle.Time {
        private long nanos = 1_000_000_000_000L;

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void sleep(long millis) {
            nanos += Duration.ofMillis(millis).toNanos();
        }

        void pass(Duration time) {
            nanos += time.toNanos();
        }
    }

    private final class Standing implements CopyControl {
        private final long until;

        Standing(Duration time) {
            this.until = clock.nanos() + time.toNanos();
        }

        @Override
        public Optional<String> mustWait() {
            return clock.nanos() < until ? Optional.of("A is busy") : Optional.empty();
        }
    }

    private Throttle megabyteASecond(CopyControl control) {
        return new Throttle(CopySpeed.ofBytes(MEGABYTE), control, clock);
    }

    @Test
    void aCopyIsAsFastAsItMayBe() throws Exception {
        Throttle throttle = megabyteASecond(CopyControl.NONE);
        for (int batch = 1; batch <= 10; batch++) {
            throttle.pace(batch, batch * MEGABYTE / 2, told::add);
        }
        assertThat(throttle.elapsed()).isBetween(Duration.ofSeconds(5), Duration.ofMillis(5_100));
        assertThat(told).isEmpty();
    }

    @Test
    void whatHasNoBoundNeverWaits() throws Exception {
        Throttle throttle = new Throttle(CopySpeed.UNLIMITED, CopyControl.NONE, clock);
        throttle.pace(1L << 30, 1L << 33, told::add);
        assertThat(throttle.elapsed()).isZero();
    }

    /** Else it would be as fast as it can after each hindrance. */
    @Test
    void whatWasSlowForLongMakesUpForASecondOfIt() throws Exception {
        Throttle throttle = megabyteASecond(CopyControl.NONE);
        clock.pass(Duration.ofMinutes(5));
        for (int batch = 1; batch <= 10; batch++) {
            throttle.pace(batch, batch * MEGABYTE, told::add);
        }
        assertThat(throttle.elapsed()).isBetween(Duration.ofSeconds(309), Duration.ofMillis(309_100));
    }

    @Test
    void theTimeBeforeItBeginsIsNeitherCountedNorMadeUpFor() throws Exception {
        Throttle throttle = megabyteASecond(CopyControl.NONE);
        clock.pass(Duration.ofMinutes(5));
        throttle.beginsNow();
        for (int batch = 1; batch <= 10; batch++) {
            throttle.pace(batch, batch * MEGABYTE, told::add);
        }
        assertThat(throttle.elapsed()).isBetween(Duration.ofSeconds(10), Duration.ofMillis(10_100));
    }

    @Test
    void itStandsStillForAsLongAsThereIsAReasonAndTellsIt() throws Exception {
        Throttle throttle = megabyteASecond(new Standing(Duration.ofSeconds(30)));
        throttle.pace(0, 0, told::add);
        assertThat(throttle.elapsed()).isEqualTo(Duration.ofSeconds(30));
        assertThat(told).contains("A is busy").last().isEqualTo("");
    }

    @Test
    void itEndsWhenThatTakesTooLong() {
        Throttle throttle = megabyteASecond(new Standing(Duration.ofHours(1)));
        assertThatThrownBy(() -> throttle.pace(0, 0, told::add))
                .isInstanceOf(Throttle.Cancelled.class)
                .hasMessage("it had to wait for longer than 10 min: A is busy");
    }

    @Test
    void aServerIsBusyWhenMoreThreadsRunThanMay() {
        assertThat(ServerLoad.reason("MySQL001A", 25, 25)).isEmpty();
        assertThat(ServerLoad.reason("MySQL001A", 26, 25))
                .contains("MySQL001A is busy, with 26 threads running (pairs.copy_max_running is 25)");
    }

    @Test
    void withoutABoundNoServerIsAsked() {
        try (ServerLoad load = new ServerLoad(0, List.of())) {
            assertThat(load.reason()).isEmpty();
        }
    }
}
