package io.pinion.operations.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.engine.CopySpeed;
import io.pinion.operations.engine.OperationRefused;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final long MEGABYTE = 1 << 20;

    private final Clock clock = new Clock();
    private final List<CopyProgress> told = new ArrayList<>();

    /** Of which only sleepers and this test know. */
    private static final class Clock implements Pace.Time {
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

    private class Telling implements CopyControl {
        @Override
        public void progressed(CopyProgress progress) {
            told.add(progress);
        }
    }

    private final class Standing extends Telling {
        private final long until;

        Standing(Duration time) {
            this.until = clock.nanos() + time.toNanos();
        }

        @Override
        public Optional<String> mustWait() {
            return clock.nanos() < until ? Optional.of("A is busy") : Optional.empty();
        }
    }

    private Pace megabyteASecond(CopyControl control) {
        return new Pace(CopySpeed.ofBytes(MEGABYTE), control, clock);
    }

    private Duration elapsed() {
        return told.getLast().elapsed();
    }

    @Test
    void aCopyIsAsFastAsItMayBe() throws Exception {
        Pace pace = megabyteASecond(new Telling());
        for (int batch = 1; batch <= 10; batch++) {
            pace.wrote(1, MEGABYTE / 2);
        }
        pace.tell("");
        assertThat(elapsed()).isBetween(Duration.ofSeconds(5), Duration.ofMillis(5_100));
        assertThat(told).allMatch(progress -> progress.waitsFor().isEmpty());
        assertThat(told.getLast().rows()).isEqualTo(10);
    }

    @Test
    void whatHasNoBoundNeverWaits() throws Exception {
        Pace pace = new Pace(CopySpeed.UNLIMITED, new Telling(), clock);
        pace.wrote(1L << 30, 1L << 33);
        pace.tell("");
        assertThat(elapsed()).isZero();
    }

    /** Else it would be as fast as it can after each hindrance. */
    @Test
    void whatWasSlowForLongMakesUpForASecondOfIt() throws Exception {
        Pace pace = megabyteASecond(new Telling());
        clock.pass(Duration.ofMinutes(5));
        for (int batch = 1; batch <= 10; batch++) {
            pace.wrote(1, MEGABYTE);
        }
        pace.tell("");
        assertThat(elapsed()).isBetween(Duration.ofSeconds(309), Duration.ofMillis(309_100));
    }

    @Test
    void theTimeBeforeItBeginsIsNeitherCountedNorMadeUpFor() throws Exception {
        Pace pace = megabyteASecond(new Telling());
        clock.pass(Duration.ofMinutes(5));
        pace.beginsNow();
        for (int batch = 1; batch <= 10; batch++) {
            pace.wrote(1, MEGABYTE);
        }
        pace.tell("");
        assertThat(elapsed()).isBetween(Duration.ofSeconds(10), Duration.ofMillis(10_100));
    }

    @Test
    void itStandsStillForAsLongAsThereIsAReasonAndTellsIt() throws Exception {
        megabyteASecond(new Standing(Duration.ofSeconds(30))).wrote(0, 0);
        assertThat(elapsed()).isEqualTo(Duration.ofSeconds(30));
        assertThat(told)
                .map(CopyProgress::waitsFor)
                .contains("A is busy")
                .last()
                .isEqualTo("");
    }

    @Test
    void itEndsWhenThatTakesTooLong() {
        Pace pace = megabyteASecond(new Standing(Duration.ofHours(1)));
        assertThatThrownBy(() -> pace.wrote(0, 0))
                .isInstanceOf(OperationRefused.class)
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
