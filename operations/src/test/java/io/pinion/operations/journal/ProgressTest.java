package io.pinion.operations.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final Progress BEGUN = Progress.beginning(4, "proxy-a", Instant.EPOCH);

    /** The server may be back at a moment that nobody has chosen. */
    @Test
    void aWordToHandOverIsForOneHandOver() {
        Progress asked = BEGUN.withHandOverAwaited().withHandOverAsked();
        assertThat(asked.isHandOverAsked()).isTrue();
        assertThat(asked.withHandOverAwaited()).isEqualTo(asked);
        Progress undone = asked.withoutHandOver();
        assertThat(undone.isHandOverAsked() || undone.isHandOverAwaited()).isFalse();
        assertThat(undone.withHandOverAwaited().isHandOverAwaited()).isTrue();
        assertThat(BEGUN.withoutHandOver()).isEqualTo(BEGUN);
    }
}
