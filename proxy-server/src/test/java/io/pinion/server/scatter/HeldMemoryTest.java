package io.pinion.server.scatter;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.ByteSize;
import org.junit.jupiter.api.Test;

class HeldMemoryTest {
    private static final long MEBIBYTE = 1024 * 1024;

    private final HeldMemory memory = new HeldMemory(new ByteSize(2 * MEBIBYTE));

    @Test
    void refusesWhatIsBeyondTheLimit() {
        assertThat(memory.share().holds(MEBIBYTE)).isNull();
        assertThat(memory.share().holds(2 * MEBIBYTE)).isNotNull();
        assertThat(memory.held()).isEqualTo(MEBIBYTE);
    }

    @Test
    void aStatementThatHasEndedHoldsNothing() {
        HeldMemory.Share share = memory.share();
        share.holds(MEBIBYTE);
        share.close();

        share.holds(MEBIBYTE);
        share.close();

        assertThat(memory.held()).isZero();
    }
}
