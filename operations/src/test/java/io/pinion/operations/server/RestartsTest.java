package io.pinion.operations.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RestartsTest {
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = FIRST.plusSeconds(60);

    private final Restarts restarts = new Restarts();

    private boolean isFencedByStart(boolean fenced, Instant started) {
        return restarts.isFencedByStart(
                "A",
                new ServerReport(
                        "11.4.5-MariaDB",
                        1,
                        fenced,
                        started,
                        new ServerClock(Instant.EPOCH, 0, Duration.ZERO),
                        new Position(""),
                        GtidSet.EMPTY,
                        Optional.empty(),
                        List.of(),
                        new ServerRoom(1, 100, false)));
    }

    @Test
    void aServerThatTookWritesAndHasRestartedIsFencedByItsStart() {
        assertThat(isFencedByStart(false, FIRST)).isFalse();
        assertThat(isFencedByStart(true, LATER)).isTrue();
    }

    @Test
    void whatSomebodyFencedStaysFenced() {
        assertThat(isFencedByStart(false, FIRST)).isFalse();
        assertThat(isFencedByStart(true, FIRST.plusSeconds(1))).isFalse();
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
