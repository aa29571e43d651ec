package io.pinion.operations.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.server.replication.GtidSet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RestartsTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long FIRST = 1_000 * SECOND;
    private static final long LATER = FIRST + 60 * SECOND;

    private long now = FIRST + 50 * SECOND;
    private final Restarts restarts = new Restarts(() -> now);

    private boolean isFencedByStart(boolean fenced, long started) {
        return restarts.isFencedByStart(
                "A",
                new ServerReport(
                        "11.4.5-MariaDB",
                        1,
                        fenced,
                        false,
                        started,
                        new ServerClock(Instant.EPOCH, 0, Duration.ZERO),
                        GtidSet.EMPTY,
                        Optional.empty(),
                        List.of(),
                        new ServerRoom(1, 100, false),
                        "",
                        List.of()));
    }

    @Test
    void aServerThatTookWritesAndHasRestartedIsFencedByItsStart() {
        assertThat(isFencedByStart(false, FIRST)).isFalse();
        assertThat(isFencedByStart(true, LATER)).isTrue();
    }

    @Test
    void whatSomebodyFencedStaysFenced() {
        assertThat(isFencedByStart(false, FIRST)).isFalse();
        assertThat(isFencedByStart(true, FIRST + SECOND)).isFalse();
    }

    @Test
    void whatSomebodyFencedStaysFencedAlsoWhenItRestarts() {
        assertThat(isFencedByStart(false, FIRST)).isFalse();
        assertThat(isFencedByStart(true, FIRST)).isFalse();
        assertThat(isFencedByStart(true, LATER)).isFalse();
        assertThat(isFencedByStart(false, LATER)).isFalse();
        now = LATER + 50 * SECOND;
        assertThat(isFencedByStart(true, LATER + 60 * SECOND)).isTrue();
    }

    /** Uptime is reckoned by the server's clock. */
    @Test
    void aClockThatWasPutBackIsNoRestart() {
        assertThat(isFencedByStart(false, FIRST)).isFalse();
        now += 5 * SECOND;
        assertThat(isFencedByStart(true, FIRST + 30 * SECOND)).isFalse();
    }

    /** Somebody may have fenced it before this proxy began to look. */
    @Test
    void nothingIsKnownOfOneThatWasNeverSeenToTakeWrites() {
        assertThat(isFencedByStart(true, FIRST)).isFalse();
        assertThat(isFencedByStart(true, LATER)).isFalse();
    }

    @Test
    void nothingIsKnownOfOneThatWasAStandbyMeanwhile() {
        assertThat(isFencedByStart(false, FIRST)).isFalse();
        restarts.forget("A");
        assertThat(isFencedByStart(true, LATER)).isFalse();
    }
}
